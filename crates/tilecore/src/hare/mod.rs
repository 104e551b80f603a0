//! The Hare puzzle: the best board that can be built from tiles that all lie face up.
//!
//! A [`Puzzle`] is made from tiles, a board, word lists and bonus words; [`solve`] looks for the best board until
//! its [`Budget`] is spent or a [`Control`] stops it, and always has one to give. No rule is built in: lengths,
//! places and points all come with the [`PuzzlePlan`].

// Letters and cells number several arrays at once.
#![allow(clippy::needless_range_loop)]

mod blanks;
mod cooling;
mod crossing;
mod draft;
mod fill;
mod grid;
mod moves;
mod pace;
mod polish;
mod puzzle;
mod repair;
mod schedule;
mod search;
mod sieve;
mod skeleton;
mod solve;
mod stock;
mod words;

pub use draft::Standing;
pub use pace::Budget;
pub use puzzle::{BonusWord, MOST_BONUSES, Puzzle, PuzzlePlan};
pub use solve::{Control, Effort, Solution, solve};
