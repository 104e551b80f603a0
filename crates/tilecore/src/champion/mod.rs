//! The champion: simulation while the bag has tiles, proof at the end of the game.
//!
//! What the other side did in its last turn tells of the tiles that it kept: see [`Before`].

mod choose;
mod inference;

pub use choose::{Pace, Stand, Style, choose};
pub use inference::{Before, Seen};
