//! The end of a game: both racks are known, the bag is empty, and the best line of play can be proven.
//!
//! The search is a negamax that looks further ahead with each round. A value that no horizon has touched is *final*: it
//! is used at any depth from then on, and the search ends when that of the first position is final.
//!
//! Whoever plays the last tile ends the game, and so does a pass after a pass: where more passes in a row are needed,
//! nobody gains by them.

mod answers;
mod book;
pub(crate) mod line;
mod pool;
pub(crate) mod proof;
pub(crate) mod search;
mod solve;
mod squares;
pub(crate) mod table;

pub use search::Control;
pub use solve::{Effort, Endgame, Solution, Step};
