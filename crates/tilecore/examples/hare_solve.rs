//! Solves one Hare puzzle on the usual board, for measuring: words from a file, processor time as the budget.
//!
//! `hare_solve WORDS START [cpu=SECONDS] [seconds=S] [steps=N] [seed=N] [threads=N] [sponsor=W]... [surprise=W]`

use std::collections::HashMap;

use tilecore::hare::{BonusWord, Budget, Control, Effort, Puzzle, PuzzlePlan, solve};
use tilecore::movegen::Premium;
use tilecore::{Alphabet, WordGraph};

const ROWS: [&str; 15] = [
    "T..d...T...d..T",
    ".D...t...t...D.",
    "..D...d.d...D..",
    "d..D...d...D..d",
    "....D.....D....",
    ".t...t...t...t.",
    "..d...d.d...d..",
    "T..d...D...d..T",
    "..d...d.d...d..",
    ".t...t...t...t.",
    "....D.....D....",
    "d..D...d...D..d",
    "..D...d.d...D..",
    ".D...t...t...D.",
    "T..d...T...d..T",
];
const VALUES: [u8; 26] = [1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10];
const COUNTS: [u8; 26] = [9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, start, options @ ..] = arguments.as_slice() else {
        return Err("which words, and which starting word?".into());
    };
    let labels: Vec<String> = ('A'..='Z').map(String::from).collect();
    let text = std::fs::read_to_string(path)?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let graph = WordGraph::build(&words, Alphabet::new(&labels)?)?;
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
    let premium = |sign: char| Premium {
        letter: if sign == 'd' {
            2
        } else if sign == 't' {
            3
        } else {
            1
        },
        word: if sign == 'D' {
            2
        } else if sign == 'T' {
            3
        } else {
            1
        },
    };
    let plan = PuzzlePlan {
        rows: ROWS.iter().map(|row| row.chars().map(premium).collect()).collect(),
        values: VALUES.to_vec(),
        counts: COUNTS.to_vec(),
        blanks: 2,
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
