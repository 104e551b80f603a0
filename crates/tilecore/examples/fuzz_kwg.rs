//! Feeds spoiled word graphs to the reader, and shows the first that goes wrong.
//!
//! `cargo run --release --package tilecore --example fuzz_kwg -- --inputs 10000000 --seed 1`
//!
//! The same seed gives the same inputs.

#[path = "../tests/graph/support/mod.rs"]
mod support;

use std::env;
use std::error::Error;
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use support::fuzz::Fuzzer;

/// An input that takes longer than this is taken for one that never ends.
const PATIENCE: Duration = Duration::from_secs(60);

/// After so many inputs a line says how far it is.
const SIGN_OF_LIFE: u64 = 1_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let (inputs, seed) = options()?;
    let watch = Watch::start();
    let mut fuzzer = Fuzzer::new(seed);
    let start = Instant::now();
    for number in 1..=inputs {
        let input = fuzzer.next_input();
        watch.begin(&input.bytes);
        fuzzer.try_input(input);
        if number % SIGN_OF_LIFE == 0 {
            eprintln!("{number} inputs after {:.0} s", start.elapsed().as_secs_f64());
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let tally = fuzzer.tally;
    println!("inputs     {:>12}", tally.inputs);
    println!("accepted   {:>12}", tally.accepted);
    for (code, count) in &tally.refused {
        println!("refused    {count:>12}  {code}");
    }
    println!("kept       {:>12}", tally.kept);
    println!("inputs/s   {:>12.0}", tally.inputs as f64 / seconds);
    Ok(())
}

fn options() -> Result<(u64, u64), Box<dyn Error>> {
    let (mut inputs, mut seed) = (10_000_000, 1);
    let mut arguments = env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a number"))?;
        let value = value.parse().map_err(|_| format!("{name} needs a number, not {value}"))?;
        match name.as_str() {
            "--inputs" => inputs = value,
            "--seed" => seed = value,
            _ => return Err(format!("{name} is not an option; there are --inputs and --seed").into()),
        }
    }
    Ok((inputs, seed))
}

/// Ends the program, with the input, when an input takes too long.
struct Watch {
    begun: Arc<AtomicU64>,
    bytes: Arc<Mutex<Vec<u8>>>,
}

impl Watch {
    fn start() -> Watch {
        let watch = Watch { begun: Arc::default(), bytes: Arc::default() };
        let (begun, bytes) = (watch.begun.clone(), watch.bytes.clone());
        thread::spawn(move || {
            loop {
                let before = begun.load(Ordering::Relaxed);
                thread::sleep(PATIENCE);
                if begun.load(Ordering::Relaxed) == before {
                    let bytes = bytes.lock().map(|bytes| bytes.clone()).unwrap_or_default();
                    eprintln!("input {before} does not end: {bytes:02x?}");
                    process::exit(1);
                }
            }
        });
        watch
    }

    fn begin(&self, input: &[u8]) {
        self.begun.fetch_add(1, Ordering::Relaxed);
        if let Ok(mut bytes) = self.bytes.lock() {
            bytes.clear();
            bytes.extend_from_slice(input);
        }
    }
}
