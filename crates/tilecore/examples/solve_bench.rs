//! Times the solvers: `solve_bench WORDS POSITIONS.cgp [COUNT] [SECONDS] [PLIES] [THREADS] [FIRST]`.
//!
//! `SECONDS` are of the processor, all threads together: other work on the machine takes nothing of them.
//! `WORDS` is a text file of English words, one a line, or a KWG file. Positions with one rack are pre-endgames. A line
//! is printed for each position: its number, the processor's seconds, the value (or ways won, tied, all), whether it is
//! proven, plies (or plays), positions searched.

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tilecore::endgame::{Control, Effort, Endgame};
use tilecore::movegen::{BLANK_FLAG, Engine, Rack, kind};
use tilecore::pre_endgame::{Candidate, Outcome, PreEndgame, State};

use support::{BAG, equipment, graph};

/// The squares, both racks and the lead of a line of CGP.
fn read(line: &str) -> (Vec<u8>, [Rack; 2], i32) {
    let mut fields = line.split(' ');
    let mut squares = Vec::new();
    for row in fields.next().expect("rows").split('/') {
        let mut empty = 0;
        for sign in row.bytes() {
            if sign.is_ascii_digit() {
                empty = 10 * empty + usize::from(sign - b'0');
                continue;
            }
            squares.extend(std::iter::repeat_n(0, empty));
            empty = 0;
            let blank = if sign.is_ascii_lowercase() { BLANK_FLAG } else { 0 };
            squares.push((sign.to_ascii_uppercase() - b'A' + 1) | blank);
        }
        squares.extend(std::iter::repeat_n(0, empty));
    }
    let rack = |text: &str| Rack::of(text.bytes().map(|sign| if sign == b'?' { 0 } else { sign - b'A' + 1 }));
    let mut racks = fields.next().expect("racks").split('/').map(rack);
    let racks = [racks.next().expect("a rack"), racks.next().expect("another rack")];
    let mut scores =
        fields.next().expect("scores").split('/').map(|text| text.parse::<i32>().expect("a score"));
    (squares, racks, scores.next().expect("a score") - scores.next().expect("another score"))
}

/// Seconds that all threads of this process have run.
fn processor() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let mut fields = stat.rsplit(')').next().expect("fields").split(' ').skip(12);
    let mut ticks = || fields.next().and_then(|text| text.parse::<f64>().ok()).expect("a number");
    (ticks() + ticks()) / 100.0
}

/// Does the work, and stops it once it has taken so many seconds of the processor.
fn within<R>(seconds: f64, work: impl FnOnce(&Control) -> R) -> R {
    let (control, is_done) = (Control::default(), AtomicBool::new(false));
    let begin = processor();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(10));
                if processor() - begin >= seconds {
                    control.stop();
                }
            }
        });
        let found = work(&control);
        is_done.store(true, Ordering::Relaxed);
        found
    })
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number =
        |at: usize, usual: f64| arguments.get(at).map_or(usual, |text| text.parse().expect("a number"));
    let (count, seconds, plies, threads) = (number(3, 1e9), number(4, 60.0), number(5, 0.0), number(6, 1.0));
    let first = number(7, 0.0);
    let engine = Engine::new(&graph(&arguments[1]), Arc::new(equipment())).expect("an engine");
    let text = std::fs::read_to_string(&arguments[2]).expect("positions");
    let effort =
        Effort { threads: threads as usize, seconds: None, plies: (plies > 0.0).then_some(plies as u32) };
    let (mut total, mut proven, mut times) = (0.0, 0, Vec::new());
    for (number, line) in text.lines().enumerate().skip(first as usize).take(count as usize) {
        let (squares, racks, lead) = read(line);
        let board = engine.board(&squares).expect("a board");
        let begin = processor();
        let (told, is_proven) = if racks[1].size() == 0 {
            let mut counts = BAG;
            squares.iter().filter(|&&tile| tile != 0).for_each(|&tile| counts[usize::from(kind(tile))] -= 1);
            racks[0].kinds().for_each(|kind| counts[usize::from(kind)] -= 1);
            let unseen =
                (0..27).flat_map(|kind| std::iter::repeat_n(kind, usize::from(counts[usize::from(kind)])));
            let unseen = Rack::of(unseen);
            let bag = unseen.size() - 7;
            let stand = PreEndgame {
                engine: &engine,
                board: &board,
                rack: racks[0],
                unseen,
                other: None,
                bag,
                lead,
                passed: false,
                exchanges: false,
            };
            let found = within(seconds, |control| stand.solve(&effort, control)).expect("a pre-endgame");
            let best = &found.candidates[0];
            let open = found.candidates.iter().filter(|candidate| candidate.state == State::Open).count();
            let (wins, ties) = (best.ways_of(Outcome::Win), best.ways_of(Outcome::Tie));
            let plays = found.candidates.len();
            let most = |each: &Candidate| {
                2 * (each.ways() - each.ways_of(Outcome::Loss)) - each.ways_of(Outcome::Tie)
            };
            let sure = best.state == State::Decided
                && found.candidates.iter().all(|each| most(each) <= 2 * wins + ties);
            let wins_are = if sure { "wins proven" } else { "wins open" };
            (
                format!("{wins}+{ties}/{}\t{wins_are}\t{plays} ({open} open)\t{}", best.ways(), found.nodes),
                found.is_proven,
            )
        } else {
            let endgame = Endgame { engine: &engine, board: &board, racks, passed: false };
            let found = within(seconds, |control| endgame.solve(&effort, control)).expect("an endgame");
            (format!("{}\t{}\t{}", found.value, found.depth, found.nodes), found.is_proven)
        };
        let took = processor() - begin;
        total += took;
        proven += usize::from(is_proven);
        times.push(took);
        println!("{number}\t{took:.2}\t{}\t{told}", if is_proven { "proven" } else { "open" });
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{} positions, {proven} proven, {total:.2} s of processor time, median {:.2}",
        times.len(),
        times[times.len() / 2]
    );
}
