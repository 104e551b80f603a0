//! How long a search goes on: so many steps, or so many seconds by the clock on the wall or of the processor.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What a solve may spend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Budget {
    /// Steps of annealing in all; the result then depends on nothing but the puzzle and the seed.
    Steps(u64),
    /// Seconds by the clock.
    Seconds(f64),
    /// Seconds of processor time of each thread, for comparisons on a machine that does other work too.
    /// Where the system does not tell (other than Linux), these are seconds by the clock.
    CpuSeconds(f64),
}

/// A stopwatch of one thread.
pub(crate) struct Stopwatch {
    begin: Instant,
    /// What the thread had used when the watch was started, where processor time counts.
    cpu_begin: Option<f64>,
}

impl Stopwatch {
    pub fn start(by_cpu: bool) -> Stopwatch {
        Stopwatch { begin: Instant::now(), cpu_begin: if by_cpu { cpu_seconds() } else { None } }
    }

    pub fn seconds(&self) -> f64 {
        match (self.cpu_begin, self.cpu_begin.and_then(|_| cpu_seconds())) {
            (Some(begin), Some(now)) => now - begin,
            _ => self.begin.elapsed().as_secs_f64(),
        }
    }
}

/// The processor time that this thread has used, as the system tells it.
fn cpu_seconds() -> Option<f64> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: u64 = told.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds as f64 / 1e9)
}

/// How far one board's annealing is.
pub(crate) enum Pace<'a> {
    Steps { all: u64, stop: &'a AtomicBool },
    Time { watch: &'a Stopwatch, from: f64, until: f64, stop: &'a AtomicBool },
}

impl Pace<'_> {
    /// The share that is done, from 0 to below 1; nothing when it is over.
    pub fn share(&self, steps: u64) -> Option<f64> {
        let (stop, share) = match self {
            Pace::Steps { all, stop } => (stop, steps as f64 / *all as f64),
            Pace::Time { watch, from, until, stop } => (stop, (watch.seconds() - from) / (until - from)),
        };
        (share < 1.0 && !stop.load(Ordering::Relaxed)).then_some(share.max(0.0))
    }
}
