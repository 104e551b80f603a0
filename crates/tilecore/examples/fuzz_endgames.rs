//! Solves made-up endgames and pre-endgames, compares them with plain code, and stops at the first that differs.
//!
//! `cargo run --release --package tilecore --example fuzz_endgames -- 10000`

#[path = "../tests/thinking/compare.rs"]
mod compare;
#[path = "../tests/thinking/made_up.rs"]
mod made_up;
#[path = "../tests/movegen/support/mod.rs"]
mod support;

const SEED: u64 = 1;

/// Whether a made-up game was small enough to compare; the search and plain code agreed on it.
type Compares = fn(u64, u64, usize) -> bool;

fn main() {
    let wanted = std::env::args().nth(1).map_or(10_000, |text| text.parse().expect("a number"));
    let solvers: [(&str, Compares); 2] =
        [("endgames", compare::endgame_agrees), ("pre-endgames", compare::pre_endgame_agrees)];
    for (name, agrees) in solvers {
        let compared = (0..).filter(|&number| agrees(SEED, number, 1)).take(wanted).count();
        println!("{compared} {name} are worth what trying everything gives");
    }
}
