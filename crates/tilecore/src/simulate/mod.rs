//! Simulation: how often each turn of a position wins, by games that go on a few turns with random tiles.
//!
//! A *draw* is one way in which the unseen tiles may lie. Every candidate is tried on the same draws, so that luck
//! strikes all of them alike and their differences show early. See [`simulate`].

mod bag;
mod calibration;
mod control;
mod position;
mod race;
mod rollout;
mod run;
mod swings;
mod win_model;

pub use calibration::{BINS, Calibration};
pub use control::Control;
pub use position::{Candidate, Position};
pub use race::{Ended, Estimate, Findings, PlyTally, SHOWN_PLIES};
pub use run::{Effort, Horizon, MOST_CANDIDATES, MOST_PLIES, simulate};
pub use swings::Swings;
pub use win_model::{LEAD_STEP, LEADS, SURE, WinModel};
