//! Leave files: written and read back, looked up, and damaged in every way.

use tilecore::movegen::{
    Equipment, EquipmentPlan, Holding, LeaveGraph, Leaves, Outlook, Premium, Rack, Random, Unplayed,
};

/// Leaves of a small bag, each worth a number that depends on nothing.
fn small() -> Leaves {
    let shape = LeaveGraph::of_bag(&[1, 3, 2, 1, 2], 4).unwrap();
    let mut random = Random::new(1, 2);
    let values = (0..shape.count()).map(|_| random.below(40_000) as i32 - 20_000).collect();
    Leaves::with_values(shape, values).unwrap()
}

#[test]
fn a_bag_has_each_of_its_leaves_once_in_order() {
    let mut leaves: Vec<Vec<u8>> = Vec::new();
    let shape = LeaveGraph::of_bag(&[1, 3, 2, 1, 2], 4).unwrap();
    shape.for_each(&mut |leave| leaves.push(leave.to_vec()));
    assert_eq!(leaves.len(), shape.count());
    assert!(leaves.is_sorted_by(|one, next| one < next));
    for (rank, leave) in leaves.iter().enumerate() {
        assert_eq!(shape.rank(leave), Some(rank));
        assert!(leave.is_sorted() && (1..=4).contains(&leave.len()));
        for (kind, most) in [1, 3, 2, 1, 2].into_iter().enumerate() {
            assert!(leave.iter().filter(|&&other| usize::from(other) == kind).count() <= most);
        }
    }
    assert_eq!(shape.rank(&[0, 0]), None);
    assert_eq!(shape.rank(&[]), None);
}

#[test]
fn the_english_bag_has_as_many_leaves_as_other_engines_say() {
    let bag = [2, 9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1];
    assert_eq!(LeaveGraph::of_bag(&bag, 6).unwrap().count(), 914_624);
}

#[test]
fn a_file_gives_the_values_back() {
    let leaves = small();
    let again = Leaves::read(&leaves.write(), 4).unwrap();
    assert_eq!(again.values(), leaves.values());
    assert_eq!(again.write(), leaves.write());
}

#[test]
fn a_file_for_more_letters_is_refused() {
    assert_eq!(Leaves::read(&small().write(), 3).unwrap_err().code, "leaves");
}

#[test]
fn a_list_of_more_tiles_than_there_are_is_refused_before_it_asks_for_memory() {
    // One list without an end until the last of the nodes, which each of its nodes leads into again.
    let count = 4_000_000u32;
    let mut bytes = count.to_le_bytes().to_vec();
    for node in 0..count {
        let (last, next) = (node == 0 || node == count - 1, (node + 1).min(count - 1));
        bytes.extend((u32::from(last) << 22 | next).to_le_bytes());
    }
    bytes.extend([0; 4]);
    let refusal = Leaves::read(&bytes, 4).unwrap_err();
    assert_eq!(refusal.code, "leaves");
    assert!(refusal.sentence.contains("more tiles than the tile set"), "{refusal}");
}

#[test]
fn a_value_that_is_no_number_is_refused() {
    let mut bytes = small().write();
    let last = bytes.len() - 4;
    for wrong in [f32::NAN, f32::INFINITY, 1e30] {
        bytes[last..].copy_from_slice(&wrong.to_le_bytes());
        assert_eq!(Leaves::read(&bytes, 4).unwrap_err().code, "leave-value");
    }
}

#[test]
fn a_damaged_file_is_refused_or_read_but_never_trips() {
    let whole = small().write();
    let mut random = Random::new(3, 4);
    let mut refused = 0;
    for _ in 0..20_000 {
        let mut bytes = whole.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            bytes[at] = random.bits() as u8;
        }
        bytes.truncate(if random.below(4) == 0 { random.below(bytes.len()) } else { bytes.len() });
        match Leaves::read(&bytes, 4) {
            Ok(leaves) => {
                leaves.shape().for_each(&mut |leave| assert!(leaves.shape().rank(leave).is_some()));
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 5_000, "{refused}");
}

/// The value of each set of a rack, as a walk for each finds it.
fn by_walking(leaves: &Leaves, holding: &Holding) -> Vec<i32> {
    let of_set = |set| {
        let kinds: Vec<u8> = holding.kinds_in(set).collect();
        leaves.shape().rank(&kinds).map_or(0, |rank| leaves.values()[rank])
    };
    (0..1u16 << holding.kinds().len()).map(of_set).collect()
}

#[test]
fn each_set_of_a_rack_is_worth_what_its_leave_is() {
    let mut random = Random::new(5, 6);
    let plan = EquipmentPlan {
        rows: vec![vec![Premium { letter: 1, word: 1 }; 5]; 5],
        start: (2, 2),
        values: vec![1; 4],
        vowels: vec![false; 4],
        rack_size: 9,
        full_rack_bonus: 50,
        longest_word: None,
        unplayed: Unplayed::TWICE_TO_OUT,
    };
    let equipment = Equipment::new(&plan).unwrap();
    // Leaves of up to nine tiles are walked to, others have a table that serves racks of one tile more.
    for (leaves, most) in [(small(), 4), (of_at_most(2), 2), (of_at_most(7), 7), (of_at_most(9), 9)] {
        for size in 0..=9 {
            let rack = Rack::of((0..size).map(|_| random.below(5) as u8));
            let outlook = Outlook { bag: 50, others_points: 0, leaves: Some(&leaves) };
            let mut holding = Holding::new();
            holding.deal(&rack, &equipment, outlook);
            let values: Vec<i32> = (0..1u16 << size).map(|set| holding.leave_value(set)).collect();
            assert_eq!(values, by_walking(&leaves, &holding), "leaves of {most}, a rack of {size}");
            let best = values[..values.len() - 1].iter().max().copied();
            assert_eq!(holding.best_exchange().map(|(_, value)| value), best);
            assert!(holding.best_exchange().is_none_or(|(set, value)| values[usize::from(set)] == value));
        }
    }
}

/// Leaves of a bag of many tiles.
fn of_at_most(most: usize) -> Leaves {
    let shape = LeaveGraph::of_bag(&[9; 5], most).unwrap();
    let mut random = Random::new(7, most as u64);
    let values = (0..shape.count()).map(|_| random.below(40_000) as i32 - 20_000).collect();
    Leaves::with_values(shape, values).unwrap()
}
