//! The move generator: boards, racks and every play that they allow, or only the best.

mod best;
mod board;
mod bytes;
mod compact;
mod engine;
mod equipment;
mod exists;
mod game;
mod hands;
mod holding;
mod index;
mod leaves;
mod play;
mod random;
mod refusal;
mod selfplay;
mod slots;
mod tiles;
mod top;
mod train;
mod walk;
mod wordmap;

pub use board::Board;
pub use compact::CompactGraph;
pub use engine::{Engine, PlayList, Plays, Searcher, Wanted};
pub use equipment::{Equipment, EquipmentPlan, MOST_RACK, MOST_SIDE, Premium, Unplayed};
pub(crate) use game::best_turn;
pub use game::{Game, GameRules, Turn};
pub use holding::{Holding, Outlook};
pub use index::{INDEX_FORMAT, WordIndex};
pub use leaves::{LeaveGraph, Leaves};
pub use play::Play;
pub use random::Random;
pub use refusal::Refusal;
pub use selfplay::{Match, Tally};
pub use tiles::{BLANK, BLANK_FLAG, Rack, face, kind};
pub use train::Observations;

pub(crate) use equipment::{KINDS, MOST_LANES, STRIDE};
pub(crate) use play::{Record, THOUSAND, TileWord};
pub(crate) use walk::{Large, Scale, Usual, walk_lanes};
