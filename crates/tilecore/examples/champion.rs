//! Lets the champion play the static player, one game a thread: `champion [--seconds 1] [--games 2000] [--threads N] ...`
//!
//! It needs this repository's word list and values and nothing else; run it at the root of the repository. Games come in
//! pairs with the same order of tiles, in which either sits first. Every ten seconds it prints how many games are over
//! and won, with an interval of 95 %, so that a run that is cut short still tells.
//!
//! | option | meaning |
//! |---|---|
//! | `--seconds S` | the champion's time for each turn (1); `--draws N` instead: the same result each time |
//! | `--games N`, `--first K` | how many games (2000), from this number on (0) |
//! | `--threads N` | games at once (all cores) |
//! | `--stop-after S` | begins no game after so many seconds, and ends those that run |
//! | `--seed N` | what the tiles come from (1) |
//! | `--candidates`, `--plies`, `--to-the-end`, `--obvious`, `--confidence`, `--no-inference` | how it plays: `champion::Style` |
//! | `--b-plies` and so on | another way to play, held against the first turn by turn: see below |
//! | `--data FOLDER` | where the package's data are (`src/wordwaiter`) |
//!
//! With any `--b-` option both ways choose in each of the champion's turns. Where they choose different turns, games are
//! played to their end after both, with the tiles that the other side really has: by how much one wins more often shows
//! long before games that are won and lost do.

mod support;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use support::{BAG, equipment, graph, inflate};
use tilecore::champion::{Before, Pace, Seen, Stand, Style, choose};
use tilecore::movegen::{
    Board, Engine, Game, GameRules, Holding, LeaveGraph, Leaves, Rack, Random, Searcher, Turn, kind,
};
use tilecore::simulate::{
    Candidate, Control, Effort, Horizon, MOST_PLIES, Position, SURE, WinModel, simulate,
};

/// Thousandths of a point in a step of the packed leave values.
const UNIT: i32 = 20;
const MOST_KEPT: usize = 6;

struct Players {
    engine: Engine,
    rules: GameRules,
    leaves: Leaves,
    model: WinModel,
    pace: Pace,
    style: Style,
    /// Another way to play that is held against it.
    other: Option<Style>,
}

/// Draws on which two turns are compared.
const COMPARED: u64 = 300;

/// What games came to, for the champion.
#[derive(Clone, Default)]
struct Tally {
    wins: u64,
    ties: u64,
    losses: u64,
    spread: i64,
    /// By phase: turns with a choice, those in which the champion did what the static player would not, seconds.
    phases: [(u64, u64, f64); PHASES.len()],
    /// By phase: turns in which the other way chose another turn, by how much the first wins more often then, squares.
    compared: [(u64, f64, f64); PHASES.len()],
}

/// Phases by the tiles in the bag, from so many on.
const PHASES: [(usize, &str); 5] =
    [(50, "early"), (20, "middle"), (8, "late"), (1, "before the end"), (0, "end")];

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.wins += other.wins;
        self.ties += other.ties;
        self.losses += other.losses;
        self.spread += other.spread;
        for (mine, theirs) in self.phases.iter_mut().zip(&other.phases) {
            *mine = (mine.0 + theirs.0, mine.1 + theirs.1, mine.2 + theirs.2);
        }
        for (mine, theirs) in self.compared.iter_mut().zip(&other.compared) {
            *mine = (mine.0 + theirs.0, mine.1 + theirs.1, mine.2 + theirs.2);
        }
    }

    fn tell(&self, seconds: f64) -> String {
        let games = self.wins + self.ties + self.losses;
        let count = games.max(1) as f64;
        let share = (self.wins as f64 + self.ties as f64 / 2.0) / count;
        // Of one game: 1, 1/2 or 0.
        let variance = (self.wins as f64 + self.ties as f64 / 4.0) / count - share * share;
        let within = 1.96 * (variance.max(0.0) / count).sqrt();
        format!(
            "{games} games, {} won, {} tied, {} lost: {:.2} % +- {:.2}, {:+.1} points a game, {seconds:.0} s",
            self.wins,
            self.ties,
            self.losses,
            100.0 * share,
            100.0 * within,
            self.spread as f64 / count,
        )
    }

    fn tell_phases(&self) -> String {
        let each = self.phases.iter().zip(PHASES).filter(|((turns, _, _), _)| *turns > 0);
        let told: Vec<String> = each
            .map(|(&(turns, changed, seconds), (least, name))| {
                format!(
                    "{name} (bag of {least} or more): {turns} turns, {:.1} % not static, {:.3} s each",
                    100.0 * changed as f64 / turns as f64,
                    seconds / turns as f64
                )
            })
            .collect();
        told.join("\n")
    }

    /// By how much the first way is better than the other, in per cent of a game.
    fn tell_compared(&self) -> String {
        let games = (self.wins + self.ties + self.losses).max(1) as f64;
        let tell = |&(turns, gained, squares): &(u64, f64, f64), name: &str| {
            let within = 1.96 * squares.sqrt() / games;
            format!(
                "{name}: {turns} turns differ, {:+.3} % a game +- {:.3}",
                100.0 * gained / games,
                100.0 * within
            )
        };
        let add =
            |sum: (u64, f64, f64), each: &(u64, f64, f64)| (sum.0 + each.0, sum.1 + each.1, sum.2 + each.2);
        let all = self.compared.iter().fold((0, 0.0, 0.0), add);
        let phases = self.compared.iter().zip(PHASES).map(|(each, (_, name))| tell(each, name));
        phases.chain([tell(&all, "first way against the other")]).collect::<Vec<_>>().join("\n")
    }
}

fn main() {
    let options: Vec<String> = std::env::args().skip(1).collect();
    let data = option(&options, "--data").unwrap_or_else(|| "src/wordwaiter".to_owned());
    let number =
        |name: &str, usual: f64| option(&options, name).map_or(usual, |text| text.parse().expect("a number"));
    let style = style(&options, "--", &Style::default());
    let other =
        options.iter().any(|each| each.starts_with("--b-")).then(|| self::style(&options, "--b-", &style));
    let draws = option(&options, "--draws").map(|text| text.parse::<u64>().expect("a number"));
    let seconds = draws.is_none().then(|| number("--seconds", 1.0));
    let pace = Pace { draws: draws.unwrap_or(1), plies: 4, positions: 1 << 20, seconds, threads: 1, seed: 0 };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (threads, seed) = (number("--threads", cores as f64) as usize, number("--seed", 1.0) as u64);
    let (first, games) = (number("--first", 0.0) as u64, number("--games", 2000.0) as u64);
    let stop_after = number("--stop-after", 1e9);
    let players = players(&data, pace, (style, other));
    println!("{pace:?} {style:?}, {threads} threads, seed {seed}");
    if let Some(other) = other {
        println!("held against {other:?}");
    }
    let (next, is_done, total) =
        (AtomicU64::new(first), AtomicBool::new(false), Mutex::new(Tally::default()));
    let begin = Instant::now();
    let play = || {
        while begin.elapsed().as_secs_f64() < stop_after {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= first + games {
                return;
            }
            let tally = players.game(seed, game);
            total.lock().expect("a tally").add(&tally);
        }
    };
    let tell = || {
        let so_far = total.lock().expect("a tally").clone();
        println!("{}", so_far.tell(begin.elapsed().as_secs_f64()));
        if other.is_some() {
            println!("{}", so_far.tell_compared());
        }
        so_far
    };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut told = Instant::now();
            while !is_done.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(100));
                if told.elapsed() >= Duration::from_secs(10) {
                    told = Instant::now();
                    tell();
                }
            }
        });
        let playing: Vec<_> = (0..threads).map(|_| scope.spawn(play)).collect();
        playing.into_iter().for_each(|each| each.join().expect("a thread"));
        is_done.store(true, Ordering::Relaxed);
    });
    println!("{}", tell().tell_phases());
}

fn option(options: &[String], name: &str) -> Option<String> {
    let at = options.iter().position(|each| each == name)?;
    options.get(at + 1).cloned()
}

/// The way to play that options with this prefix ask for.
fn style(options: &[String], prefix: &str, usual: &Style) -> Style {
    let number = |name: &str, usual: f64| {
        option(options, &format!("{prefix}{name}")).map_or(usual, |text| text.parse().expect("a number"))
    };
    let says = |name: &str| options.iter().any(|each| *each == format!("{prefix}{name}"));
    Style {
        candidates: number("candidates", usual.candidates as f64) as usize,
        late_candidates: number("late-candidates", usual.late_candidates as f64) as usize,
        plies: number("plies", usual.plies as f64) as usize,
        to_the_end: number("to-the-end", usual.to_the_end as f64) as usize,
        obvious: number("obvious", f64::from(usual.obvious)) as i32,
        confidence: number("confidence", usual.confidence),
        infers: says("inference") || usual.infers && !says("no-inference"),
    }
}

fn players(data: &str, pace: Pace, (style, other): (Style, Option<Style>)) -> Players {
    let read = |path: &str| std::fs::read(format!("{data}/{path}")).expect("the package's data");
    let both = inflate(&read("engine/leave_values/english.leaves"));
    let (low, high) = both.split_at(both.len() / 2);
    let values = low.iter().zip(high).map(|(&low, &high)| UNIT * i32::from(i16::from_le_bytes([low, high])));
    let shape = LeaveGraph::of_bag(&BAG, MOST_KEPT).expect("leaves");
    let chances = inflate(&read("engine/win_models/english.win"));
    let chances = chances.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
    let words = graph(&format!("{data}/lexicon/lists/enable.txt.gz"));
    let engine = Engine::new(&words, Arc::new(equipment())).expect("an engine");
    engine.prepare();
    Players {
        engine,
        rules: GameRules { bag: BAG.to_vec(), least_bag_to_exchange: 7, scoreless_turns: 6 },
        leaves: Leaves::with_values(shape, values.collect()).expect("leaves"),
        model: WinModel::new(chances).expect("a win model"),
        pace,
        style,
        other,
    }
}

impl Players {
    fn game(&self, seed: u64, number: u64) -> Tally {
        let champion = (number % 2) as usize;
        let mut game = Game::new(&self.engine, &self.rules, Random::new(seed, number / 2));
        let mut tally = Tally::default();
        let mut searcher = Searcher::default();
        let mut holding = Holding::new();
        let mut before: Option<(Board, Vec<u8>, i32, usize)> = None;
        while !game.is_over {
            let usual = game.choose(&self.engine, &self.rules, Some(&self.leaves), &mut searcher);
            let outlook = game.outlook(&self.engine, Some(&self.leaves));
            holding.deal(&game.racks[game.to_move], self.engine.equipment(), outlook);
            let turn = if game.to_move == champion {
                self.champions_turn(&game, number, &before, (&usual, &mut tally))
            } else {
                before = seen(&game, &usual, &holding);
                usual
            };
            game.make(&self.engine, &self.rules, &turn, &holding);
        }
        let spread = game.scores[champion] - game.scores[1 - champion];
        tally.wins = u64::from(spread > 0);
        tally.ties = u64::from(spread == 0);
        tally.losses = u64::from(spread < 0);
        tally.spread = i64::from(spread);
        tally
    }

    fn champions_turn(
        &self,
        game: &Game,
        number: u64,
        before: &Option<(Board, Vec<u8>, i32, usize)>,
        (usual, tally): (&Turn, &mut Tally),
    ) -> Turn {
        let begin = Instant::now();
        let me = game.to_move;
        let before = before.as_ref().map(|(board, tiles, score, exchanged)| Before {
            board,
            seen: match exchanged {
                0 => Seen::Placed(tiles, *score),
                _ => Seen::Exchanged(*exchanged),
            },
        });
        let stand = Stand {
            engine: &self.engine,
            rules: &self.rules,
            leaves: Some(&self.leaves),
            model: &self.model,
            board: &game.board,
            rack: game.racks[me],
            known: Rack::default(),
            lead: game.scores[me] - game.scores[1 - me],
            scoreless: game.scoreless(),
            before,
        };
        let pace = Pace { seed: number << 8 | u64::from(game.turns), ..self.pace };
        let turn = choose(&stand, &pace, &self.style).expect("a turn");
        let phase = PHASES.iter().position(|&(least, _)| game.bag_size() >= least).unwrap_or(0);
        let (turns, changed, seconds) = &mut tally.phases[phase];
        *turns += 1;
        *changed += u64::from(!is_same(&turn, usual));
        *seconds += begin.elapsed().as_secs_f64();
        if let Some(other) = &self.other {
            let another = choose(&stand, &pace, other).expect("a turn");
            if !is_same(&turn, &another) {
                let gained = self.gained(game, &stand, [&turn, &another]);
                let (turns, sum, squares) = &mut tally.compared[phase];
                *turns += 1;
                *sum += gained;
                *squares += gained * gained;
            }
        }
        turn
    }

    /// By how much the first of two turns wins more often, by games to their end with the tiles that the other side has.
    fn gained(&self, game: &Game, stand: &Stand<'_>, turns: [&Turn; 2]) -> f64 {
        let racks = [game.to_move, 1 - game.to_move].map(|side| game.racks[side].kinds().collect::<Vec<_>>());
        let known = (racks[0].as_slice(), racks[1].as_slice());
        let position = Position::new(&self.engine, &self.rules, &game.board, known, Some(&self.leaves))
            .expect("a position")
            .standing(stand.lead, stand.scoreless);
        let mut holding = Holding::new();
        holding.deal(&stand.rack, self.engine.equipment(), game.outlook(&self.engine, Some(&self.leaves)));
        let candidates: Vec<Candidate> = turns
            .iter()
            .map(|turn| match turn {
                Turn::Place(play) => {
                    let (row, col, down) = self.engine.equipment().square(play);
                    position.place((row.into(), col.into(), down), play.tiles(), play.score).expect("a play")
                }
                Turn::Exchange(kept) => {
                    let kept: Vec<u8> = holding.kinds_in(*kept).collect();
                    position.exchange(&kept, &self.rules).expect("an exchange")
                }
                Turn::Pass => position.pass(),
            })
            .collect();
        let effort = Effort { draws: COMPARED, seconds: None, confidence: 1.0, threads: 1, seed: 1 };
        let horizon = Horizon { plies: MOST_PLIES, model: &self.model };
        let players = (&self.engine, &self.rules, Some(&self.leaves));
        let found = simulate(players, &position, &candidates, horizon, &effort, &Control::default());
        let found = found.expect("a simulation");
        let wins = |at: usize| found.estimates[at].wins as f64 / found.estimates[at].draws as f64;
        (wins(0) - wins(1)) / f64::from(SURE)
    }
}

/// What the champion sees of a turn: the board before it, the tiles and the points, or how many were exchanged.
fn seen(game: &Game, turn: &Turn, holding: &Holding) -> Option<(Board, Vec<u8>, i32, usize)> {
    let board = game.board.clone();
    match turn {
        Turn::Place(play) => {
            Some((board, play.tiles().iter().map(|&tile| kind(tile)).collect(), play.score, 0))
        }
        Turn::Exchange(kept) => {
            let thrown = holding.kinds().len() - kept.count_ones() as usize;
            Some((board, Vec::new(), 0, thrown))
        }
        Turn::Pass => None,
    }
}

fn is_same(one: &Turn, other: &Turn) -> bool {
    match (one, other) {
        (Turn::Place(one), Turn::Place(other)) => {
            (one.lane, one.first, one.tiles()) == (other.lane, other.first, other.tiles())
        }
        (one, other) => one == other,
    }
}
