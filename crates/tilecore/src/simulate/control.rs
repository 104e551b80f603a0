//! How a simulation is watched and ended from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::race::Findings;

/// Ends a simulation early, and shows how far it has come. To be shared between threads.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    latest: Mutex<Option<Findings>>,
}

impl Control {
    /// Ends the simulation soon; what it has found so far counts.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether it was told to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// What has been found so far; nothing before the first round is complete.
    pub fn latest(&self) -> Option<Findings> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn show(&self, findings: &Findings) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(findings.clone());
    }
}
