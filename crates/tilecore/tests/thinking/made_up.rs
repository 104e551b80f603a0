//! Small games made up at random, and plain code that plays them to the end in every possible way.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use tilecore::movegen::{BLANK, BLANK_FLAG, Engine, Equipment, Random, Unplayed};

use super::support::plain::{Grid, Plain, lay};

/// A game near its end.
pub struct Stand {
    pub plain: Plain,
    pub engine: Engine,
    pub unplayed: Unplayed,
    pub grid: Grid,
    pub racks: [Vec<u8>; 2],
    pub passed: bool,
}

/// Positions looked at before a game counts as too large for plain code.
const MOST_LOOKED_AT: usize = 3_000;

const ENDINGS: [Unplayed; 4] = [
    Unplayed::TWICE_TO_OUT,
    Unplayed { to_out: 1, to_holder: -1, when_nobody_is_out: -1 },
    Unplayed { to_out: 1, to_holder: 0, when_nobody_is_out: 0 },
    Unplayed { to_out: 0, to_holder: -1, when_nobody_is_out: -1 },
];

impl Stand {
    /// The game of that number, with at most so many tiles on both racks; none if nothing can be played on its board.
    pub fn made_up(seed: u64, number: u64, most_tiles: usize) -> Option<Stand> {
        let mut random = Random::new(seed, number);
        let letters = 2 + random.below(4);
        let mut words = BTreeSet::new();
        for _ in 0..4 + random.below(20) {
            let length = 2 + random.below(3);
            words.insert((0..length).map(|_| 1 + random.below(letters) as u8).collect());
        }
        let (height, width) = (4 + random.below(3), 4 + random.below(3));
        let values = (0..letters).map(|_| random.below(9) as i32).collect();
        let mut plain = Plain::new(&vec!["."; height], (height / 2, width / 2), words, values);
        let mut factors = || {
            let mut factor = || [1, 1, 1, 2, 3][random.below(5)];
            (0..height).map(|_| (0..width).map(|_| factor()).collect()).collect()
        };
        (plain.letter, plain.word) = (factors(), factors());
        plain.rack_size = 2 + random.below(3);
        plain.bonus = random.below(20) as i32;
        let unplayed = ENDINGS[random.below(ENDINGS.len())];
        let mut plan = plain.plan();
        plan.unplayed = unplayed;
        let equipment = Equipment::new(&plan).expect("a plan that can be");
        let engine = Engine::new(&plain.graph(), Arc::new(equipment)).expect("as many letters as tiles");
        let mut grid = plain.empty();
        for _ in 0..1 + random.below(4) {
            let rack: Vec<u8> = (0..plain.rack_size).map(|_| some_tile(letters, &mut random)).collect();
            let plays: Vec<_> = plain.plays(&grid, &rack).into_iter().collect();
            if !plays.is_empty() {
                lay(&mut grid, &plays[random.below(plays.len())]);
            }
        }
        let rack = |random: &mut Random| {
            let size = 1 + random.below(plain.rack_size.min(most_tiles / 2));
            (0..size).map(|_| some_tile(letters, random)).collect()
        };
        let racks = [rack(&mut random), rack(&mut random)];
        let passed = random.below(5) == 0;
        let is_empty = grid.iter().flatten().all(|&tile| tile == 0);
        (!is_empty).then_some(Stand { plain, engine, unplayed, grid, racks, passed })
    }

    pub fn points(&self, rack: &[u8]) -> i32 {
        rack.iter().filter(|&&kind| kind != BLANK).map(|&kind| self.plain.values[usize::from(kind) - 1]).sum()
    }
}

/// One tile of a few letters, now and then a blank.
pub fn some_tile(letters: usize, random: &mut Random) -> u8 {
    if random.below(9) == 0 { BLANK } else { 1 + random.below(letters) as u8 }
}

/// What is left of a rack after tiles were put down.
pub fn without(rack: &[u8], tiles: &[u8]) -> Vec<u8> {
    let mut left = rack.to_vec();
    for &tile in tiles {
        let kind = if tile & BLANK_FLAG != 0 { BLANK } else { tile };
        left.remove(left.iter().position(|&other| other == kind).expect("a tile of the rack"));
    }
    left.sort_unstable();
    left
}

type Seen = HashMap<(Grid, [Vec<u8>; 2], Vec<u8>, bool), i32>;

/// Plays endgames to the end in every possible way.
pub struct Brute<'a> {
    pub stand: &'a Stand,
    seen: Seen,
}

impl<'a> Brute<'a> {
    pub fn new(stand: &'a Stand) -> Brute<'a> {
        Brute { stand, seen: Seen::new() }
    }

    /// Points that the side to move, whose rack is the first, gains over the other; none if there are too many ways.
    /// Both sides know the bag, which is drawn from the front.
    pub fn value(&mut self, grid: &Grid, racks: [&[u8]; 2], bag: &[u8], passed: bool) -> Option<i32> {
        let mut sorted = racks.map(<[u8]>::to_vec);
        sorted.iter_mut().for_each(|rack| rack.sort_unstable());
        let key = (grid.clone(), sorted, bag.to_vec(), passed);
        if let Some(&value) = self.seen.get(&key) {
            return Some(value);
        }
        if self.seen.len() > MOST_LOOKED_AT {
            return None;
        }
        let [mine, others] = racks;
        let Unplayed { to_out, to_holder, when_nobody_is_out } = self.stand.unplayed;
        let (my_points, other_points) = (self.stand.points(mine), self.stand.points(others));
        let mut best = if passed {
            i32::from(when_nobody_is_out) * (my_points - other_points)
        } else {
            -self.value(grid, [others, mine], bag, true)?
        };
        for play in self.stand.plain.plays(grid, mine) {
            let mut next = grid.clone();
            lay(&mut next, &play);
            let mut left = without(mine, &play.3);
            let (drawn, bag) = bag.split_at(play.3.len().min(bag.len()));
            left.extend(drawn);
            let rest = match left.is_empty() {
                true => (i32::from(to_out) - i32::from(to_holder)) * other_points,
                false => -self.value(&next, [others, &left], bag, false)?,
            };
            best = best.max(play.4 + rest);
        }
        self.seen.insert(key, best);
        Some(best)
    }
}
