//! A fuzzer for the engine: boards, tiles, lists and racks that nobody would think of, and nothing wrong may come out.
//!
//! Each round makes up equipment and words, spoils the plan or the index now and then, and plays a game of random turns
//! with plays made and taken back. What the engine finds is compared with the plain search.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tilecore::movegen::{
    BLANK, BLANK_FLAG, Board, Engine, Equipment, EquipmentPlan, Leaves, Outlook, Play, Premium, Rack, Random,
    Refusal, Searcher, Wanted, WordIndex,
};

use super::plain::{Grid, Plain, found, lay, some_leaves};

/// What became of the rounds.
#[derive(Default)]
pub struct Tally {
    pub rounds: u64,
    pub positions: u64,
    pub plays: u64,
    pub taken_back: u64,
    /// Indexes that were spoiled and still read.
    pub spoiled_and_used: u64,
    pub refused: BTreeMap<&'static str, u64>,
}

/// Makes up games; the same seed gives the same ones.
pub struct Fuzzer {
    seed: u64,
    /// One for all engines, so that whatever it remembers of one board meets another.
    searcher: Searcher,
    pub tally: Tally,
}

/// A game that is going on.
struct Stand<'a> {
    plain: &'a Plain,
    engine: &'a Engine,
    leaves: Option<&'a Leaves>,
    board: Board,
    grid: Grid,
    before: Vec<Grid>,
}

impl Fuzzer {
    pub fn new(seed: u64) -> Fuzzer {
        Fuzzer { seed, searcher: Searcher::default(), tally: Tally::default() }
    }

    /// Plays the next round. It panics if the engine does, or answers anything but the plain search.
    pub fn round(&mut self) {
        self.tally.rounds += 1;
        let mut random = Random::new(self.seed, self.tally.rounds);
        let plain = some_game(&mut random);
        let mut plan = plain.plan();
        let is_spoiled = random.below(8) == 0;
        if is_spoiled {
            spoil_plan(&mut plan, &mut random);
        }
        let equipment = match Equipment::new(&plan) {
            Ok(equipment) => Arc::new(equipment),
            Err(refusal) => return self.refuse(refusal),
        };
        assert!(!is_spoiled, "a plan that cannot be was accepted: {plan:?}");
        let index = WordIndex::new(&plain.graph()).expect("a good graph");
        if random.below(4) == 0 {
            self.use_spoiled_index(&index, &equipment, &mut random);
        }
        // What was kept is as good as what was built.
        let index = match random.below(2) {
            0 => index,
            _ => WordIndex::read(&index.to_bytes()).expect("an index that was just written"),
        };
        let engine = Engine::with_words(Arc::new(index), equipment).expect("as many letters as tiles");
        let leaves = (random.below(3) != 0).then(|| some_leaves(plain.values.len()));
        self.expect_refusals(&plain, &engine, &mut random);
        let grid = some_board(&plain, &mut random);
        let board = engine.board(&grid.concat()).expect("tiles of the set");
        let mut stand = Stand {
            plain: &plain,
            engine: &engine,
            leaves: leaves.as_ref(),
            board,
            grid,
            before: Vec::new(),
        };
        for _ in 0..=random.below(7) {
            let plays = self.compare(&mut stand, &mut random);
            self.go_on(&mut stand, &plays, &mut random);
        }
    }

    fn refuse(&mut self, refusal: Refusal) {
        assert!(!refusal.sentence.is_empty());
        *self.tally.refused.entry(refusal.code).or_default() += 1;
    }

    /// Boards and racks that cannot be.
    fn expect_refusals(&mut self, plain: &Plain, engine: &Engine, random: &mut Random) {
        let mut squares = plain.empty().concat();
        let letters = plain.values.len();
        if random.below(2) == 0 {
            squares.resize(random.below(squares.len()), 0);
        } else {
            let unknown = letters + 1 + random.below(127 - letters);
            let at = random.below(squares.len());
            squares[at] = unknown as u8 | if random.below(2) == 0 { BLANK_FLAG } else { 0 };
        }
        self.refuse(engine.board(&squares).err().expect("such a board cannot be"));
        let unknown = (letters + 1 + random.below(255 - letters)) as u8;
        self.refuse(engine.rack(&[unknown]).expect_err("there is no such tile"));
        self.refuse(engine.rack(&vec![BLANK; plain.rack_size + 1]).expect_err("a rack is not as large"));
        self.refuse(engine.pool(&[1; 256]).expect_err("no set has as many tiles"));
    }

    /// Changes some bytes of an index; whatever still reads must answer something in time.
    fn use_spoiled_index(&mut self, index: &WordIndex, equipment: &Arc<Equipment>, random: &mut Random) {
        let mut bytes = index.to_bytes();
        for _ in 0..=random.below(3) {
            // Most of an index are bitmaps, which may say anything: the beginning is worth more attempts.
            let end = if random.below(2) == 0 { bytes.len() } else { bytes.len().min(400) };
            let at = random.below(end);
            bytes[at] =
                if random.below(2) == 0 { random.bits() as u8 } else { bytes[at] ^ 1 << random.below(8) };
        }
        if random.below(8) == 0 {
            bytes.truncate(random.below(bytes.len()));
        }
        let engine = match WordIndex::read(&bytes).map(Arc::new) {
            Ok(index) => Engine::with_words(index, Arc::clone(equipment)),
            Err(refusal) => return self.refuse(refusal),
        };
        let engine = match engine {
            Ok(engine) => engine,
            Err(refusal) => return self.refuse(refusal),
        };
        self.tally.spoiled_and_used += 1;
        let mut board = engine.empty_board();
        let outlook = Outlook { bag: 50, others_points: 0, leaves: None };
        for _ in 0..4 {
            let rack = Rack::of((0..3).map(|_| 1 + random.below(2) as u8));
            engine.exists_play(&board, &rack);
            let plays = engine.all_plays(&mut self.searcher, &board, &rack, outlook).len();
            let best = engine.best_plays(&mut self.searcher, &board, &rack, outlook, Wanted::best(1));
            let best: Vec<Play> = best.iter().collect();
            if let (Some(play), true) = (best.first(), plays > 0) {
                engine.make(&mut board, play);
            }
        }
    }

    /// Asks everything about one rack, compares, and gives all plays.
    fn compare(&mut self, stand: &mut Stand<'_>, random: &mut Random) -> Vec<Play> {
        let Stand { plain, engine, leaves, board, grid, .. } = stand;
        let kinds = some_rack(plain, random);
        let rack = engine.rack(&kinds).expect("a rack of tiles of the set");
        let outlook = Outlook {
            bag: [0, 1, random.below(20), usize::MAX][random.below(4)],
            others_points: [0, random.below(300) as i32, i32::MAX, i32::MIN][random.below(4)],
            leaves: *leaves,
        };
        let case = || format!("rack {kinds:?}, {outlook:?}, grid {grid:?}, {plain:?}");
        let all: Vec<Play> = engine.all_plays(&mut self.searcher, board, &rack, outlook).iter().collect();
        let want = plain.plays(grid, &kinds);
        let listed: BTreeSet<_> = all.iter().map(|play| found(play, grid.len())).collect();
        assert_eq!(listed.len(), all.len(), "a play is listed twice: {}", case());
        assert_eq!(listed, want, "{}", case());
        assert!(all.is_sorted_by(|one, next| one.equity >= next.equity), "{}", case());

        let count = [0, 1, 1, 2, 5, 30, 99, 100, 101, 1000][random.below(10)];
        let at_least = match random.below(3) {
            0 if !all.is_empty() => all[random.below(all.len())].equity + random.below(3) as i32 - 1,
            _ => i32::MIN,
        };
        let wanted = Wanted { count, at_least };
        let best = engine.best_plays(&mut self.searcher, board, &rack, outlook, wanted);
        let best: Vec<Play> = best.iter().collect();
        let head = all.iter().filter(|play| play.equity >= at_least).take(count);
        assert_eq!(best, head.copied().collect::<Vec<_>>(), "{wanted:?}, {}", case());

        assert_eq!(engine.exists_play(board, &rack), !all.is_empty(), "{}", case());
        let least = random.below(4);
        let long_enough = all.iter().any(|play| play.tiles().len() >= least);
        assert_eq!(engine.exists_play_of(board, &rack, least), long_enough, "{least} tiles, {}", case());
        self.tally.positions += 1;
        self.tally.plays += all.len() as u64;
        all
    }

    /// Makes a play, takes one or all back, or goes on with a copy or a newly built board.
    fn go_on(&mut self, stand: &mut Stand<'_>, plays: &[Play], random: &mut Random) {
        match random.below(8) {
            0 => stand.board = stand.board.clone(),
            1 => {
                while stand.board.unmake() {
                    stand.grid = stand.before.pop().expect("as many boards as plays");
                    self.tally.taken_back += 1;
                }
            }
            2 if stand.board.unmake() => {
                stand.grid = stand.before.pop().expect("as many boards as plays");
                self.tally.taken_back += 1;
            }
            3 => {
                stand.board = stand.engine.board(&stand.grid.concat()).expect("the tiles that lie there");
                stand.before.clear();
            }
            _ if !plays.is_empty() => {
                let play = plays[random.below(plays.len())];
                stand.before.push(stand.grid.clone());
                stand.engine.make(&mut stand.board, &play);
                lay(&mut stand.grid, &found(&play, stand.plain.letter.len()));
            }
            _ => {}
        }
        for (row, line) in stand.grid.iter().enumerate() {
            for (col, &tile) in line.iter().enumerate() {
                assert_eq!(stand.board.tile(row, col), tile);
            }
        }
    }
}

/// A board, tiles and words made up at random, most of them small, so that plays meet each other.
fn some_game(random: &mut Random) -> Plain {
    let side = |random: &mut Random| match random.below(6) {
        0 => 15 + random.below(7),
        1 => 2 + random.below(3),
        _ => 4 + random.below(8),
    };
    let (height, width) = (side(random), side(random));
    let letters = [1, 2, 3, 5, 8, 26, 31, 32, 63][random.below(9)];
    let most_value = [1, 10, 99, 255][random.below(4)];
    let longest = [2, 3, 4, 5, 7, 15, 21][random.below(7)];
    let mut words = BTreeSet::new();
    for _ in 0..random.below(90) {
        let length = 1 + random.below(longest);
        words.insert((0..length).map(|_| some_letter(letters, random)).collect());
    }
    let values = (0..letters).map(|_| random.below(most_value + 1) as i32).collect();
    let mut plain = Plain::new(&vec!["."; height], (0, 0), words, values);
    let factors: &[i32] =
        [&[1, 1, 1, 2, 3][..], &[1, 1, 1, 1, 4], &[2], &[1, 1, 1, 1, 1, 1, 1, 1, 15]][random.below(4)];
    let mut table = |most: usize| -> Vec<Vec<i32>> {
        let factors = &factors[..factors.len().min(most)];
        (0..height).map(|_| (0..width).map(|_| factors[random.below(factors.len())]).collect()).collect()
    };
    (plain.letter, plain.word) = (table(9), table(5));
    plain.start = (random.below(height), random.below(width));
    plain.rack_size = match random.below(5) {
        0 => 1 + random.below(15),
        1 => 8,
        _ => 7,
    };
    plain.bonus = [0, 1, 50, 900_000][random.below(4)];
    plain.longest = [usize::MAX, usize::MAX, 2, 5, 10][random.below(5)];
    plain
}

/// A letter of so many; the first come most often.
fn some_letter(letters: usize, random: &mut Random) -> u8 {
    let most = random.below(letters);
    1 + random.below(most + 1) as u8
}

/// Makes a plan impossible.
fn spoil_plan(plan: &mut EquipmentPlan, random: &mut Random) {
    match random.below(9) {
        0 => plan.rows.clear(),
        1 => plan.rows[0].clear(),
        2 => plan.rows = vec![plan.rows[0].clone(); 22],
        3 => plan.start.0 = plan.rows.len() + random.below(3),
        4 => plan.values = vec![1; 64],
        5 => plan.vowels.push(true),
        6 => plan.rack_size = [0, 16, usize::MAX][random.below(3)],
        7 => plan.longest_word = Some(random.below(2)),
        _ => plan.rows[1][1] = Premium { letter: 0, word: 1 },
    }
}

/// Nothing, a few tiles or many, in words or not, now and then a blank that stands for nothing.
fn some_board(plain: &Plain, random: &mut Random) -> Grid {
    let mut grid = plain.empty();
    let squares = grid.len() * grid[0].len();
    for _ in 0..[0, 0, 3, squares / 4, 3 * squares][random.below(5)] {
        let (row, col) = (random.below(grid.len()), random.below(grid[0].len()));
        let letter = some_letter(plain.values.len(), random);
        grid[row][col] = match random.below(12) {
            0 => letter | BLANK_FLAG,
            1 if random.below(4) == 0 => BLANK_FLAG,
            _ => letter,
        };
    }
    grid
}

/// A rack of any size; with few blanks mostly, or nothing else.
fn some_rack(plain: &Plain, random: &mut Random) -> Vec<u8> {
    let size = match random.below(4) {
        0 => random.below(plain.rack_size + 1),
        _ => plain.rack_size,
    };
    let blank_in = [1, 2, 6, 12, 40][random.below(5)];
    (0..size)
        .map(|_| match random.below(blank_in) {
            0 => BLANK,
            _ => some_letter(plain.values.len(), random),
        })
        .collect()
}
