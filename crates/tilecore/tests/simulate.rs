//! Simulations beside plain slow code that goes through every way in which the tiles can lie.

use std::sync::Arc;

use tilecore::movegen::{
    BLANK_FLAG, Board, Engine, Equipment, EquipmentPlan, GameRules, LeaveGraph, Leaves, Match, Outlook, Play,
    Premium, Rack, Random, Searcher, Unplayed, kind,
};
use tilecore::simulate::{
    Calibration, Candidate, Control, Effort, Ended, Findings, Horizon, LEADS, Position, SURE, Swings,
    WinModel, simulate,
};
use tilecore::{Alphabet, WordGraph};

const WORDS: &str = "AT TA TAT ATE EAT TEA SEAT EATS TEAS ETA SAT TASTE STATE TEST SET TEE SEE EASE ES TE";
const SIDE: usize = 7;
const RACK: usize = 3;

/// Everything that a small game is played with: letters A, E, S, T and a blank.
struct Small {
    engine: Engine,
    rules: GameRules,
    leaves: Leaves,
    model: WinModel,
}

impl Small {
    fn new(bag: [u8; 5]) -> Small {
        let mut rows = vec![vec![Premium { letter: 1, word: 1 }; SIDE]; SIDE];
        rows[0][0].word = 3;
        rows[2][5].letter = 2;
        rows[6][3].word = 2;
        let plan = EquipmentPlan {
            rows,
            start: (3, 3),
            values: vec![1, 2, 4, 5],
            vowels: vec![true, true, false, false],
            rack_size: RACK,
            full_rack_bonus: 10,
            longest_word: None,
            unplayed: Unplayed::TWICE_TO_OUT,
        };
        let words: Vec<&str> = WORDS.split(' ').collect();
        let graph = WordGraph::build(&words, Alphabet::new(&["A", "E", "S", "T"]).unwrap()).unwrap();
        let shape = LeaveGraph::of_bag(&bag, RACK - 1).unwrap();
        let mut random = Random::new(5, 5);
        let values = (0..shape.count()).map(|_| random.below(8_000) as i32 - 4_000).collect();
        // The chance rises by a twentieth of a per cent with each point, whatever is unseen.
        let row = (0..LEADS).map(|at| (SURE as usize * (at + 1) / (LEADS + 1)) as u16);
        Small {
            engine: Engine::new(&graph, Arc::new(Equipment::new(&plan).unwrap())).unwrap(),
            rules: GameRules { bag: bag.to_vec(), least_bag_to_exchange: 2, scoreless_turns: 4 },
            leaves: Leaves::with_values(shape, values).unwrap(),
            model: WinModel::new(row.collect()).unwrap(),
        }
    }

    fn board(&self) -> Board {
        let mut squares = [0u8; SIDE * SIDE];
        for (at, letter) in [(23, 4), (24, 1), (25, 4 | BLANK_FLAG)] {
            squares[at] = letter;
        }
        self.engine.board(&squares).unwrap()
    }

    fn position(&self, rack: &[u8], known: &[u8]) -> Position {
        Position::new(&self.engine, &self.rules, &self.board(), (rack, known), Some(&self.leaves))
            .unwrap()
            .standing(7, 0)
    }

    fn run(&self, position: &Position, candidates: &[Candidate], effort: &Effort) -> Findings {
        let horizon = Horizon { plies: 2, model: &self.model };
        let tools = (&self.engine, &self.rules, Some(&self.leaves));
        simulate(tools, position, candidates, horizon, effort, &Control::default()).unwrap()
    }
}

fn effort(draws: u64, threads: usize) -> Effort {
    Effort { draws, seconds: None, confidence: 1.0, threads, seed: 3 }
}

// ---------------------------------------------------------------- plain and slow

/// How many of each kind somebody holds.
type Tiles = [usize; 5];

/// A turn in the words of the plain code.
#[derive(Clone)]
enum Plain {
    Place(Play),
    Exchange(Tiles),
    Pass,
}

/// A game that both sides play on. Every draw is tried, with its chance.
#[derive(Clone)]
struct Going {
    board: Board,
    racks: [Tiles; 2],
    bag: Tiles,
    lead: i32,
    kept: [i32; 2],
    scoreless: u32,
    ply: usize,
}

fn size(tiles: &Tiles) -> usize {
    tiles.iter().sum()
}

fn choose(n: usize, k: usize) -> f64 {
    (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product()
}

/// Each way to draw `count` tiles, with its chance.
fn draws(bag: &Tiles, count: usize) -> Vec<(Tiles, f64)> {
    let mut found = vec![([0; 5], 0, 1.0)];
    for kind in 0..5 {
        let mut longer = Vec::new();
        for (tiles, drawn, ways) in found {
            for more in 0..=bag[kind].min(count - drawn) {
                let mut next: Tiles = tiles;
                next[kind] = more;
                longer.push((next, drawn + more, ways * choose(bag[kind], more)));
            }
        }
        found = longer;
    }
    let all = choose(size(bag), count);
    found.into_iter().filter(|each| each.1 == count).map(|(tiles, _, ways)| (tiles, ways / all)).collect()
}

impl Small {
    fn points(&self, tiles: &Tiles) -> i32 {
        let values = [0, 1, 2, 4, 5];
        tiles.iter().zip(values).map(|(&count, value)| count as i32 * value).sum()
    }

    fn leave(&self, tiles: &Tiles) -> i32 {
        let kinds: Vec<u8> = (0..5u8).flat_map(|kind| vec![kind; tiles[usize::from(kind)]]).collect();
        self.leaves.shape().rank(&kinds).map_or(0, |rank| self.leaves.values()[rank])
    }

    /// The turn of best equity, an exchange only where it is better than every play.
    fn best(&self, going: &Going, side: usize) -> Plain {
        let rack = Rack::of((0..5u8).flat_map(|kind| vec![kind; going.racks[side][usize::from(kind)]]));
        let others_points = if size(&going.bag) == 0 { self.points(&going.racks[1 - side]) } else { 0 };
        let outlook = Outlook { bag: size(&going.bag), others_points, leaves: Some(&self.leaves) };
        let mut searcher = Searcher::default();
        let play = self.engine.all_plays(&mut searcher, &going.board, &rack, outlook).get(0);
        let mut best: Option<(Tiles, i32)> = None;
        if size(&going.bag) >= self.rules.least_bag_to_exchange {
            for count in 0..size(&going.racks[side]) {
                for (kept, _) in draws(&going.racks[side], count) {
                    let value = self.leave(&kept);
                    if best.is_none_or(|(_, most)| value > most) {
                        best = Some((kept, value));
                    }
                }
            }
        }
        match (play, best) {
            (Some(play), Some((_, value))) if play.equity >= value => Plain::Place(play),
            (Some(play), None) => Plain::Place(play),
            (_, Some((kept, _))) => Plain::Exchange(kept),
            (None, None) => Plain::Pass,
        }
    }

    /// The expected chance to win and the expected points over the other side after a turn of `side`.
    fn after(&self, mut going: Going, side: usize, turn: &Plain) -> (f64, f64) {
        going.scoreless += 1;
        let mut thrown = [0; 5];
        let had_bag = size(&going.bag) > 0;
        match turn {
            Plain::Place(play) => {
                self.engine.make(&mut going.board, play);
                play.tiles().iter().for_each(|&tile| going.racks[side][usize::from(kind(tile))] -= 1);
                going.lead += if side == 0 { play.score } else { -play.score };
                if play.score > 0 {
                    going.scoreless = 0;
                }
            }
            Plain::Exchange(kept) => {
                thrown = std::array::from_fn(|kind| going.racks[side][kind] - kept[kind]);
                going.racks[side] = *kept;
            }
            Plain::Pass => {}
        }
        if had_bag {
            let passed = matches!(turn, Plain::Pass);
            going.kept[side] = if passed { 0 } else { self.leave(&going.racks[side]) };
        }
        let count = (RACK - size(&going.racks[side])).min(size(&going.bag));
        let mut sums = (0.0, 0.0);
        for (drawn, chance) in draws(&going.bag, count) {
            let mut next = going.clone();
            for kind in 0..5 {
                next.racks[side][kind] += drawn[kind];
                next.bag[kind] = next.bag[kind] - drawn[kind] + thrown[kind];
            }
            let (win, spread) = self.go_on(next, side);
            sums.0 += chance * win;
            sums.1 += chance * spread;
        }
        sums
    }

    fn go_on(&self, mut going: Going, side: usize) -> (f64, f64) {
        let ended = |lead: i32| ((1.0 + f64::from(lead.signum())) / 2.0, f64::from(lead - 7));
        if size(&going.racks[side]) == 0 {
            let swing = 2 * self.points(&going.racks[1 - side]);
            return ended(going.lead + if side == 0 { swing } else { -swing });
        }
        if going.scoreless >= self.rules.scoreless_turns {
            return ended(going.lead - self.points(&going.racks[0]) + self.points(&going.racks[1]));
        }
        if going.ply >= 2 && size(&going.bag) > 0 {
            let lead = 1000 * going.lead + going.kept[0] - going.kept[1];
            let unseen = size(&going.bag) + size(&going.racks[side]);
            let chance = match 1 - side {
                0 => self.model.chance(lead, unseen),
                _ => SURE - self.model.chance(-lead, unseen),
            };
            return (f64::from(chance) / f64::from(SURE), f64::from(lead) / 1000.0 - 7.0);
        }
        going.ply += 1;
        let turn = self.best(&going, 1 - side);
        self.after(going, 1 - side, &turn)
    }

    /// A turn's exact chance and spread, over all racks of the other side.
    fn exact(&self, rack: Tiles, known: Tiles, turn: &Plain) -> (f64, f64) {
        let board = self.board();
        let mut hidden: Tiles = std::array::from_fn(|kind| usize::from(self.rules.bag[kind]));
        for (have, taken) in hidden.iter_mut().zip([1, 1, 0, 0, 1]) {
            *have -= taken;
        }
        (0..5).for_each(|kind| hidden[kind] -= rack[kind] + known[kind]);
        let mut sums = (0.0, 0.0);
        for (others, chance) in draws(&hidden, (RACK - size(&known)).min(size(&hidden))) {
            let going = Going {
                board: board.clone(),
                racks: [rack, std::array::from_fn(|kind| others[kind] + known[kind])],
                bag: std::array::from_fn(|kind| hidden[kind] - others[kind]),
                lead: 7,
                kept: [0; 2],
                scoreless: 0,
                ply: 0,
            };
            let (win, spread) = self.after(going, 0, turn);
            sums.0 += chance * win;
            sums.1 += chance * spread;
        }
        sums
    }
}

/// Candidates of all kinds for the rack A, E, S, with the same in plain words.
fn candidates(small: &Small, position: &Position) -> Vec<(Candidate, Plain)> {
    let rack = small.engine.rack(&[1, 2, 3]).unwrap();
    let (board, mut searcher) = (small.board(), Searcher::default());
    let outlook = Outlook { bag: 9, others_points: 0, leaves: Some(&small.leaves) };
    let plays: Vec<Play> = small.engine.all_plays(&mut searcher, &board, &rack, outlook).iter().collect();
    let mut found: Vec<(Candidate, Plain)> = Vec::new();
    for play in plays.iter().step_by(plays.len() / 4) {
        let (row, col, down) = small.engine.equipment().square(play);
        let square = (usize::from(row), usize::from(col), down);
        found.push((position.place(square, play.tiles(), play.score).unwrap(), Plain::Place(*play)));
    }
    for kept in [[0, 0, 0, 0, 0], [0, 0, 0, 1, 0], [0, 1, 1, 0, 0]] {
        let kinds: Vec<u8> = (0..5u8).flat_map(|kind| vec![kind; kept[usize::from(kind)]]).collect();
        if let Ok(candidate) = position.exchange(&kinds, &small.rules) {
            found.push((candidate, Plain::Exchange(kept)));
        }
    }
    found.push((position.pass(), Plain::Pass));
    found
}

/// Holds a simulation of many draws against the exact values; gives how many candidates were compared.
fn agrees(bag: [u8; 5], known: &[u8]) -> usize {
    let small = Small::new(bag);
    let position = small.position(&[1, 2, 3], known);
    let both = candidates(&small, &position);
    let turns: Vec<Candidate> = both.iter().map(|each| each.0).collect();
    let found = small.run(&position, &turns, &effort(8_000, 2));
    let mut counted: Tiles = [0; 5];
    known.iter().for_each(|&kind| counted[usize::from(kind)] += 1);
    for (estimate, (_, turn)) in found.estimates.iter().zip(&both) {
        let (win, spread) = small.exact([0, 1, 1, 1, 0], counted, turn);
        let draws = estimate.draws as f64;
        let mean = estimate.wins as f64 / draws / f64::from(SURE);
        let squares = estimate.win_squares as f64 / draws / f64::from(SURE) / f64::from(SURE);
        let error = ((squares - mean * mean).max(0.0) / draws).sqrt();
        assert!((mean - win).abs() < 4.0 * error + 1e-4, "win {mean} and exactly {win} ± {error}");
        let mean = estimate.spread as f64 / draws / 1000.0;
        let squares = estimate.spread_squares as f64 / draws / 100.0;
        let error = ((squares - mean * mean).max(0.0) / draws).sqrt();
        assert!((mean - spread).abs() < 4.0 * error + 0.06, "spread {mean} and exactly {spread} ± {error}");
    }
    both.len()
}

#[test]
fn simulations_converge_to_full_enumeration() {
    assert_eq!(agrees([1, 3, 4, 3, 3], &[]), 9);
}

#[test]
fn simulations_converge_to_full_enumeration_when_the_bag_runs_out() {
    assert_eq!(agrees([1, 2, 3, 2, 3], &[]), 9);
}

#[test]
fn simulations_use_the_tiles_that_are_known() {
    assert_eq!(agrees([1, 3, 4, 3, 3], &[4, 2]), 9);
}

#[test]
fn nothing_is_left_to_chance_with_an_empty_bag() {
    assert_eq!(agrees([1, 2, 3, 1, 2], &[]), 6);
}

// ---------------------------------------------------------------- the race

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let small = Small::new([2, 6, 8, 6, 6]);
    let position = small.position(&[1, 2, 3], &[]);
    let turns: Vec<Candidate> = candidates(&small, &position).into_iter().map(|each| each.0).collect();
    let run = |threads| {
        let effort = Effort { confidence: 0.9, ..effort(3_000, threads) };
        let found = small.run(&position, &turns, &effort);
        (found.estimates, found.best, found.draws, found.positions)
    };
    assert_eq!(run(1), run(3));
    assert!(run(1).0.iter().any(|estimate| estimate.is_dropped), "some turn is beaten");
}

#[test]
fn a_race_ends_when_one_turn_is_surely_the_best_and_that_is_the_best() {
    let small = Small::new([2, 6, 8, 6, 6]);
    let position = small.position(&[1, 2, 3], &[]);
    let turns: Vec<Candidate> = candidates(&small, &position).into_iter().map(|each| each.0).collect();
    let all = small.run(&position, &turns, &effort(20_000, 2));
    let mut wrong = 0;
    for seed in 0..40 {
        let effort = Effort { confidence: 0.9, seed, ..effort(1 << 20, 1) };
        let found = small.run(&position, &turns, &effort);
        assert_eq!(found.ended, Ended::Confident);
        let chance = |number: usize| {
            let estimate = &all.estimates[number];
            estimate.wins as f64 / estimate.draws as f64 / f64::from(SURE)
        };
        wrong += u32::from(chance(found.best) < chance(all.best) - 0.0015);
    }
    // A tenth of the races may go wrong.
    assert!(wrong <= 4, "{wrong} of 40 races went wrong");
}

#[test]
fn a_simulation_that_is_stopped_gives_what_it_has() {
    let small = Small::new([2, 6, 8, 6, 6]);
    let position = small.position(&[1, 2, 3], &[]);
    let turns: Vec<Candidate> = candidates(&small, &position).into_iter().map(|each| each.0).collect();
    let control = Control::default();
    control.stop();
    let horizon = Horizon { plies: 2, model: &small.model };
    let tools = (&small.engine, &small.rules, Some(&small.leaves));
    let found = simulate(tools, &position, &turns, horizon, &effort(1000, 1), &control).unwrap();
    assert_eq!((found.ended, found.draws), (Ended::Stopped, 1));
    let late = Effort { seconds: Some(0.0), ..effort(1000, 1) };
    let found = simulate(tools, &position, &turns, horizon, &late, &Control::default()).unwrap();
    assert_eq!((found.ended, found.draws), (Ended::Time, 1));
}

#[test]
fn turns_and_efforts_that_cannot_be_are_refused() {
    let small = Small::new([2, 6, 8, 6, 6]);
    let position = small.position(&[1, 2, 3], &[]);
    let code = |found: Result<Candidate, tilecore::movegen::Refusal>| found.map(|_| ()).unwrap_err().code;
    assert_eq!(code(position.place((3, 2, false), &[1], 3)), "bad-play", "the square is filled");
    assert_eq!(code(position.place((0, 0, false), &[4], 3)), "bad-play", "T is not on the rack");
    assert_eq!(code(position.place((6, 5, false), &[1, 2, 3], 3)), "bad-play", "off the board");
    assert_eq!(code(position.exchange(&[1, 2, 3], &small.rules)), "bad-exchange", "nothing is exchanged");
    let board = small.board();
    let wrong = |racks: (&[u8], &[u8])| {
        Position::new(&small.engine, &small.rules, &board, racks, None).map(|_| ()).unwrap_err().code
    };
    assert_eq!(wrong((&[], &[])), "empty-rack");
    assert_eq!(wrong((&[0, 0], &[])), "too-many-tiles");
    let candidate = position.pass();
    let horizon = Horizon { plies: 2, model: &small.model };
    let refused = |turns: &[Candidate], horizon, effort: Effort| {
        let tools = (&small.engine, &small.rules, None);
        simulate(tools, &position, turns, horizon, &effort, &Control::default()).unwrap_err().code
    };
    assert_eq!(refused(&[], horizon, effort(1, 1)), "candidates");
    assert_eq!(refused(&[candidate], Horizon { plies: 0, ..horizon }, effort(1, 1)), "plies");
    assert_eq!(refused(&[candidate], horizon, effort(0, 1)), "draws");
    assert_eq!(refused(&[candidate], horizon, effort(1, 0)), "threads");
    assert_eq!(refused(&[candidate], horizon, Effort { confidence: 0.0, ..effort(1, 1) }), "confidence");
    assert_eq!(refused(&[candidate], horizon, Effort { seconds: Some(f64::NAN), ..effort(1, 1) }), "seconds");
}

// ---------------------------------------------------------------- the win model

#[test]
fn chances_between_two_leads_of_the_table_are_interpolated() {
    let mut row = vec![0u16; LEADS];
    row[60] = 30_000;
    row[61..].fill(40_000);
    let model = WinModel::new([row, vec![50_000; LEADS]].concat()).unwrap();
    assert_eq!(model.chance(0, 1), 30_000);
    assert_eq!(model.chance(2_000, 1), 34_000);
    assert_eq!(model.chance(-2_500, 1), 15_000);
    assert_eq!((model.chance(i32::MAX, 1), model.chance(i32::MIN, 1)), (40_000, 0));
    assert_eq!((model.chance(0, 0), model.chance(0, 2), model.chance(0, 99)), (30_000, 50_000, 50_000));
    assert_eq!(WinModel::new(vec![1; LEADS - 1]).unwrap_err().code, "win-model");
    assert_eq!(WinModel::new((0..LEADS as u16).rev().collect()).unwrap_err().code, "win-model");
}

#[test]
fn a_model_learned_from_games_holds_for_other_games() {
    let small = Small::new([2, 12, 14, 10, 12]);
    let leaves = [Some(&small.leaves); 2];
    let play = Match { engine: &small.engine, rules: &small.rules, leaves, seed: 1, mirrored: false };
    let mut swings = Swings::new(50);
    assert_eq!(swings.model().unwrap_err().code, "no-games");
    swings.watch(&play, 0..3_000, 2).unwrap();
    let mut alone = Swings::new(50);
    alone.watch(&play, 0..1_000, 1).unwrap();
    alone.watch(&play, 1_000..3_000, 1).unwrap();
    assert_eq!(alone, swings, "neither threads nor parts matter");
    let other = Match { seed: 2, ..play };
    let checked = Calibration::check(&swings.model().unwrap(), &other, 0..3_000, 2).unwrap();
    let mut groups = 0;
    for bin in 0..checked.positions.len() {
        let positions = checked.positions[bin] as f64;
        if positions > 2_000.0 {
            let expected = checked.expected[bin] as f64 / f64::from(SURE) / positions;
            let won = checked.half_points[bin] as f64 / 2.0 / positions;
            assert!((expected - won).abs() < 0.05, "rated {expected}, won {won}");
            groups += 1;
        }
    }
    assert!(groups > 3, "{groups} groups of chances");
}

#[test]
fn tiles_that_the_other_side_may_well_have_are_on_its_rack_in_every_draw() {
    let small = Small::new([2, 4, 5, 4, 5]);
    let known = small.position(&[1, 3, 4], &[0, 4]);
    let expected = small.position(&[1, 3, 4], &[]).expecting(vec![vec![0, 4]]);
    let impossible = small.position(&[1, 3, 4], &[]).expecting(vec![vec![0, 0, 0], vec![0, 4]]);
    let draws = effort(4_000, 2);
    let points = |position: &Position| {
        let found = small.run(position, &[position.pass()], &draws);
        found.estimates[0].spread as f64 / found.estimates[0].draws as f64 / 1000.0
    };
    let (sure, likely, anything) =
        (points(&known), points(&expected), points(&small.position(&[1, 3, 4], &[])));
    assert!((sure - likely).abs() < 0.4, "{sure} {likely}");
    assert!((sure - anything).abs() > 1.0, "{sure} {anything}: these tiles matter");
    assert_eq!(points(&impossible), likely);
}
