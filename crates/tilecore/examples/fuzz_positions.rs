//! Asks the engine about positions that nobody would think of, and shows the first that goes wrong.
//!
//! `cargo run --release --package tilecore --example fuzz_positions -- --rounds 100000 --seed 1`
//!
//! The same seed gives the same rounds.

#[path = "../tests/movegen/support/mod.rs"]
mod support;

use std::env;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use support::fuzz::Fuzzer;

/// After so many rounds a line says how far it is.
const SIGN_OF_LIFE: u64 = 10_000;

fn main() -> Result<(), Box<dyn Error>> {
    let (rounds, seed) = options()?;
    let mut fuzzer = Fuzzer::new(seed);
    let start = Instant::now();
    for number in 1..=rounds {
        let round = catch_unwind(AssertUnwindSafe(|| fuzzer.round()));
        if round.is_err() {
            return Err(format!("round {number} of seed {seed} went wrong, see above").into());
        }
        if number % SIGN_OF_LIFE == 0 {
            eprintln!("{number} rounds after {:.0} s", start.elapsed().as_secs_f64());
        }
    }
    let tally = fuzzer.tally;
    println!("rounds     {:>12}", tally.rounds);
    println!("positions  {:>12}", tally.positions);
    println!("plays      {:>12}", tally.plays);
    println!("taken back {:>12}", tally.taken_back);
    println!("spoiled    {:>12}  indexes that still read", tally.spoiled_and_used);
    for (code, count) in &tally.refused {
        println!("refused    {count:>12}  {code}");
    }
    Ok(())
}

fn options() -> Result<(u64, u64), Box<dyn Error>> {
    let (mut rounds, mut seed) = (100_000, 1);
    let mut arguments = env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a number"))?;
        let value = value.parse().map_err(|_| format!("{name} needs a number, not {value}"))?;
        match name.as_str() {
            "--rounds" => rounds = value,
            "--seed" => seed = value,
            _ => return Err(format!("there is no option {name}; there are --rounds and --seed").into()),
        }
    }
    Ok((rounds, seed))
}
