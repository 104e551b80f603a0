//! Solves one Hare puzzle on the usual board, for measuring: words from a file, processor time as the budget.
//!
//! `hare_solve WORDS START [cpu=SECONDS] [seconds=S] [steps=N] [seed=N] [threads=N] [sponsor=W]... [surprise=W]`

mod support;

use std::collections::HashMap;

use support::{BAG, VALUES, graph, rows};
use tilecore::hare::{BonusWord, Budget, Control, Effort, Puzzle, PuzzlePlan, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, start, options @ ..] = arguments.as_slice() else {
        return Err("which words, and which starting word?".into());
    };
    let graph = graph(path);
    let tiles = |word: &str| -> Vec<u8> { word.bytes().map(|letter| letter - b'A' + 1).collect() };
    let mut set: HashMap<&str, &str> = HashMap::new();
    let mut bonuses = Vec::new();
    for option in options {
        let (name, value) = option.split_once('=').ok_or("options are name=value")?;
        match name {
            "sponsor" => bonuses.push(BonusWord { word: tiles(value), points: 100, blanks_allowed: false }),
            "surprise" => bonuses.push(BonusWord { word: tiles(value), points: 50, blanks_allowed: true }),
            _ => _ = set.insert(name, value),
        }
    }
    let plan = PuzzlePlan {
        rows: rows(),
        values: VALUES.to_vec(),
        counts: BAG[1..].to_vec(),
        blanks: BAG[0].into(),
        longest_word: Some(10),
        fixed: tiles(start).into_iter().enumerate().map(|(k, tile)| (7, 7 + k, tile)).collect(),
        extra_words: bonuses.iter().map(|bonus| bonus.word.clone()).chain([tiles(start)]).collect(),
        bonuses,
        unplayed_count: true,
        lists: vec![&graph],
    };
    let puzzle = Puzzle::new(&plan)?;
    let number = |name: &str, usual: f64| set.get(name).map_or(Ok(usual), |text| text.parse::<f64>());
    let budget = if let Some(steps) = set.get("steps") {
        Budget::Steps(steps.parse()?)
    } else if let Some(seconds) = set.get("seconds") {
        Budget::Seconds(seconds.parse()?)
    } else {
        Budget::CpuSeconds(number("cpu", 60.0)?)
    };
    let effort =
        Effort { budget, threads: number("threads", 1.0)? as usize, seed: number("seed", 1.0)? as u64 };
    let before = cpu_seconds()?;
    let found = solve(&puzzle, &effort, &Control::default())?;
    let used = cpu_seconds()? - before;
    for row in found.squares.chunks(15) {
        let sign = |&square: &u8| match square {
            0 => '.',
            blank if blank > 128 => char::from(blank - 128 + b'a' - 1),
            tile => char::from(tile + b'A' - 1),
        };
        println!("{}", row.iter().map(sign).collect::<String>());
    }
    let standing = found.standing;
    println!(
        "score {} bonus {} unplayed {}, processor time {used:.2} s",
        standing.score, standing.bonus, standing.unplayed
    );
    Ok(())
}

/// The processor time that this thread has used, as Linux tells it.
fn cpu_seconds() -> Result<f64, Box<dyn std::error::Error>> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds = told.split_whitespace().next().ok_or("no processor time")?;
    Ok(nanoseconds.parse::<f64>()? / 1e9)
}
