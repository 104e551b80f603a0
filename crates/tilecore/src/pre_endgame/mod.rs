//! The turns before the bag is empty: which play wins with most of the tiles that may be drawn.
//!
//! For every play and every draw the endgame that follows is decided: won, tied or lost. A play is given up as soon as
//! it cannot win as often as the best so far, and then says so. Among plays that win as often, the points decide.
//!
//! A play that empties the bag is judged exactly: from then on both sides know all tiles. After one that does not, both
//! are taken to know them all the same, so that it is an estimate; it is marked as such. So are the pass and exchanges.

mod candidate;
mod draws;
mod judge;
mod solve;

pub use candidate::{Candidate, Outcome, State};
pub use draws::Draw;
pub use solve::{PreEndgame, Verdict};
