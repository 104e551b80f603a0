//! What the other side kept, as far as its last turn tells.
//!
//! Racks are dealt at random from the tiles that nobody has seen. Those with which the turn was a good one count: whoever
//! had held the others would have made another turn.

use std::time::Instant;

use crate::movegen::{
    Board, Engine, GameRules, Leaves, Outlook, Rack, Random, Searcher, Turn, Wanted, best_turn,
};

/// The last turn of the other side, which the side to move has seen.
#[derive(Clone, Copy)]
pub struct Before<'a> {
    /// The board before it.
    pub board: &'a Board,
    /// What was done.
    pub seen: Seen<'a>,
}

/// What is seen of a turn.
#[derive(Clone, Copy, Debug)]
pub enum Seen<'a> {
    /// Tiles were put down: their kinds, and the points.
    Placed(&'a [u8], i32),
    /// So many tiles were exchanged.
    Exchanged(usize),
}

/// What racks are dealt from.
pub(super) struct Unseen<'a> {
    pub(super) engine: &'a Engine,
    pub(super) rules: &'a GameRules,
    pub(super) leaves: Option<&'a Leaves>,
    /// Tiles on the other rack and in the bag.
    pub(super) hidden: &'a [u8],
    /// Tiles in the bag.
    pub(super) bag: usize,
}

/// Racks that are dealt at most.
const MOST_TRIES: usize = 4_000;
/// More leaves than this tell nothing new.
const MOST_FOUND: usize = 400;
/// Fewer are by chance rather than by what was played.
const LEAST_FOUND: usize = 12;
/// A turn that gives away so many thousandths of a point is made about a third as often as the best.
const GIVEN_AWAY: f64 = 2_000.0;
/// Beyond this nobody is taken to have chosen it.
const MOST_GIVEN_AWAY: i32 = 8_000;

/// Leaves that the other side may well have kept, the likelier the more often; none if its turn does not tell.
pub(super) fn likely_leaves(
    unseen: &Unseen<'_>,
    before: &Before<'_>,
    searcher: &mut Searcher,
    (mut random, deadline): (Random, Option<Instant>),
) -> Vec<Vec<u8>> {
    let rack_size = unseen.engine.equipment().rack_size;
    let (played, tiles): (usize, &[u8]) = match before.seen {
        Seen::Placed(tiles, _) => (tiles.len(), tiles),
        Seen::Exchanged(count) => (count, &[]),
    };
    let dealt = rack_size.saturating_sub(tiles.len());
    if played >= rack_size || unseen.bag == 0 || dealt > unseen.hidden.len() {
        return Vec::new();
    }
    // As many as were played have been drawn since; what was exchanged is in the bag again.
    let drawn = if tiles.is_empty() { 0 } else { played };
    let outlook = Outlook { bag: unseen.bag + drawn, others_points: 0, leaves: unseen.leaves };
    let (mut pool, mut found) = (unseen.hidden.to_vec(), Vec::new());
    for attempt in 0..MOST_TRIES {
        let is_late = attempt % 16 == 0 && deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_late || found.len() == MOST_FOUND {
            break;
        }
        for at in 0..dealt {
            let other = at + random.below(pool.len() - at);
            pool.swap(at, other);
        }
        let rack = Rack::of(pool[..dealt].iter().chain(tiles).copied());
        match before.seen {
            Seen::Placed(tiles, score) => {
                let lost = given_away(unseen, before.board, &rack, outlook, searcher, (tiles, score));
                let chance = (-f64::from(lost) / GIVEN_AWAY).exp();
                if lost <= MOST_GIVEN_AWAY && random.below(1 << 16) as f64 <= chance * f64::from(1 << 16) {
                    found.push(pool[..dealt].to_vec());
                }
            }
            Seen::Exchanged(count) => {
                let turn = best_turn(unseen.engine, unseen.rules, searcher, (before.board, &rack, outlook));
                let Turn::Exchange(kept) = turn else { continue };
                if kept.count_ones() as usize + count == rack_size {
                    found.push(searcher.holding().kinds_in(kept).collect());
                }
            }
        }
    }
    if found.len() < LEAST_FOUND { Vec::new() } else { found }
}

/// By how much a play was worth less than the best turn of a rack, in thousandths of a point.
fn given_away(
    unseen: &Unseen<'_>,
    board: &Board,
    rack: &Rack,
    outlook: Outlook<'_>,
    searcher: &mut Searcher,
    (tiles, score): (&[u8], i32),
) -> i32 {
    unseen.engine.deal(searcher, rack, outlook);
    let holding = searcher.holding();
    let mut kept = holding.all();
    for &kind in tiles {
        let of_kind = holding.tiles_of.get(usize::from(kind)).copied().unwrap_or(0) & kept;
        kept &= !(of_kind & of_kind.wrapping_neg());
    }
    let worth = 1000 * score + holding.worth.get(usize::from(kept)).copied().unwrap_or(0);
    let may_exchange = outlook.bag >= unseen.rules.least_bag_to_exchange.max(1);
    let exchange =
        may_exchange.then(|| holding.best_exchange()).flatten().map_or(i32::MIN, |(_, value)| value);
    let wanted = Wanted { count: 1, at_least: worth.saturating_add(1) };
    let best =
        unseen.engine.best_of_holding(searcher, board, wanted).get(0).map_or(worth, |play| play.equity);
    best.max(exchange).saturating_sub(worth).max(0)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::movegen::{Equipment, EquipmentPlan, Premium, Unplayed};
    use crate::{Alphabet, WordGraph};

    const A: u8 = 1;
    const E: u8 = 2;
    const S: u8 = 3;
    const T: u8 = 4;

    fn engine() -> Engine {
        let plan = EquipmentPlan {
            rows: vec![vec![Premium { letter: 1, word: 1 }; 7]; 7],
            start: (3, 3),
            values: vec![1, 1, 1, 1],
            vowels: vec![true, true, false, false],
            rack_size: 4,
            full_rack_bonus: 50,
            longest_word: None,
            unplayed: Unplayed::TWICE_TO_OUT,
        };
        let words = ["AT", "TEAT", "SEAT"];
        let graph = WordGraph::build(&words, Alphabet::new(&["A", "E", "S", "T"]).unwrap()).unwrap();
        Engine::new(&graph, Arc::new(Equipment::new(&plan).unwrap())).unwrap()
    }

    fn found(seen: Seen<'_>, hidden: &[u8]) -> Vec<Vec<u8>> {
        let engine = engine();
        let rules = GameRules { bag: vec![0, 9, 9, 9, 9], least_bag_to_exchange: 4, scoreless_turns: 6 };
        let board = engine.empty_board();
        let unseen = Unseen { engine: &engine, rules: &rules, leaves: None, hidden, bag: hidden.len() - 4 };
        let before = Before { board: &board, seen };
        let mut leaves = likely_leaves(&unseen, &before, &mut Searcher::default(), (Random::new(1, 1), None));
        leaves.iter_mut().for_each(|leave| leave.sort_unstable());
        leaves
    }

    #[test]
    fn nobody_who_plays_two_tiles_kept_the_others_of_a_full_rack() {
        let hidden: Vec<u8> = [A, E, S, T].repeat(4);
        let leaves = found(Seen::Placed(&[A, T], 2), &hidden);
        assert!(leaves.len() > 100, "most racks have no better play");
        assert!(leaves.iter().all(|leave| leave.len() == 2));
        // SEAT and TEAT would have scored 50 points more.
        assert!(!leaves.contains(&vec![E, S]) && !leaves.contains(&vec![E, T]));
        assert!(leaves.contains(&vec![E, E]) && leaves.contains(&vec![A, S]));
    }

    #[test]
    fn whoever_exchanges_had_nothing_to_play() {
        let hidden: Vec<u8> = [A, E, S, S, S, S].repeat(3);
        assert!(found(Seen::Exchanged(4), &hidden).iter().all(Vec::is_empty));
        // With these tiles there is always a play.
        assert!(found(Seen::Exchanged(4), &[A, T].repeat(8)).is_empty());
    }

    #[test]
    fn a_full_rack_tells_nothing() {
        assert!(found(Seen::Placed(&[S, E, A, T], 54), &[A, E, S, T].repeat(4)).is_empty());
    }
}
