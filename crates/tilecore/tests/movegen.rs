//! The generator and the search for the best plays against a plain search that shares no code with them: it knows no
//! graphs, lanes, slots or cross-sets, and tries every word in every place.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use tilecore::movegen::{
    BLANK, BLANK_FLAG, Board, Engine, Equipment, EquipmentPlan, LeaveGraph, Leaves, Outlook, Play, Premium,
    Rack, Random, Searcher, Wanted,
};
use tilecore::{Alphabet, GraphBuilder};

const WORDS: &str = "AA AB AD AE AG AH AI AL AM AN AR AS AT AW AX AY BA BE BI BO BY DE DO ED EF EH EL EM EN ER ES EX FA \
    GO HA HE HI HO ID IF IN IS IT JO KA LA LI LO MA ME MI MO MU MY NA NE NO NU OD OE OF OH OM ON OP OR OS OW OX OY PA \
    PE PI QI RE SH SI SO TA TI TO UH UM UN UP US UT WE WO XI XU YA YE YO ZA CAT CATS CARE CARES CARED RACE RACES ACRE \
    ACRES SCARE QUIT QUITS QUIET QUIETS ZOO ZOOS JOB JOBS FIX FOX VEX VEXED WAVE WAVES RETAIN RETAINS RETINA NASTIER \
    STAINER RETINAS EAT EATS TEA TEAS ATE ETA SEAT TEASE LEAD DEAL DEALT LEADING DEALING ALIGNED INK INKS KIN SKIN PIN \
    PINS SPIN NIP GUN GUNS SUNG SNUG HOUSE HOUSES RHYME RHYMES MYTH FLY FLYING BOX BOXES DOG DOGS GOD TOAD TOADS ROAD \
    ROADS ORE ORES ROSE SORE ZONE ZONES JINX LYNX RELATION ORIENTAL RATIONALE";

/// What a game is played with, in the words of the plain search.
#[derive(Clone)]
struct Plain {
    words: Vec<Vec<u8>>,
    known: HashSet<Vec<u8>>,
    letter: Vec<Vec<i32>>,
    word: Vec<Vec<i32>>,
    start: (usize, usize),
    values: Vec<i32>,
    rack_size: usize,
    bonus: i32,
    longest: usize,
}

/// Squares by row and column; 0 is empty.
type Grid = Vec<Vec<u8>>;

/// Row, column, whether it goes down, the tiles put down, and the score.
type Found = BTreeSet<(usize, usize, bool, Vec<u8>, i32)>;

impl Plain {
    fn standard(words: &str) -> Plain {
        let rows = [
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
        let values = [1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10];
        let words = words.split_whitespace().map(|word| word.bytes().map(|byte| byte - b'A' + 1).collect());
        Plain::new(&rows, (7, 7), words.collect(), values.to_vec())
    }

    fn new(rows: &[&str], start: (usize, usize), words: BTreeSet<Vec<u8>>, values: Vec<i32>) -> Plain {
        let table = |signs: [(char, i32); 2]| {
            let factor =
                |sign: char| signs.iter().find(|(other, _)| *other == sign).map_or(1, |(_, factor)| *factor);
            rows.iter().map(|row| row.chars().map(factor).collect()).collect()
        };
        Plain {
            known: words.iter().cloned().collect(),
            words: words.into_iter().collect(),
            letter: table([('d', 2), ('t', 3)]),
            word: table([('D', 2), ('T', 3)]),
            start,
            values,
            rack_size: 7,
            bonus: 50,
            longest: usize::MAX,
        }
    }

    fn engine(&self) -> Engine {
        let labels: Vec<String> = (0..self.values.len())
            .map(|n| format!("{}", char::from_u32(0x4e00 + n as u32).unwrap()))
            .collect();
        let alphabet = Alphabet::new(&labels).unwrap();
        let mut builder = GraphBuilder::new(alphabet.clone());
        for word in &self.words {
            builder.add(&alphabet.text(word)).unwrap();
        }
        let premium = |(&letter, &word): (&i32, &i32)| Premium { letter: letter as u8, word: word as u8 };
        let plan = EquipmentPlan {
            rows: self
                .letter
                .iter()
                .zip(&self.word)
                .map(|(l, w)| l.iter().zip(w).map(premium).collect())
                .collect(),
            start: self.start,
            values: self.values.iter().map(|&value| value as u8).collect(),
            vowels: (0..self.values.len()).map(|letter| letter % 4 == 0).collect(),
            rack_size: self.rack_size,
            full_rack_bonus: self.bonus as u16,
            longest_word: (self.longest != usize::MAX).then_some(self.longest),
        };
        let equipment = Arc::new(Equipment::new(&plan).unwrap());
        Engine::new(&builder.finish().unwrap(), equipment).unwrap()
    }

    fn empty(&self) -> Grid {
        self.letter.iter().map(|row| vec![0; row.len()]).collect()
    }

    fn value(&self, tile: u8) -> i32 {
        if tile >= BLANK_FLAG { 0 } else { self.values[usize::from(tile) - 1] }
    }

    /// The word along one direction through a square that holds `letter` or what lies there, and the points of its
    /// other tiles.
    fn word_through(
        &self,
        grid: &Grid,
        (row, col): (usize, usize),
        down: bool,
        letter: u8,
    ) -> (Vec<u8>, i32) {
        let at = |n: isize| {
            let (r, c) =
                if down { (row as isize + n, col as isize) } else { (row as isize, col as isize + n) };
            usize::try_from(r)
                .ok()
                .and_then(|r| grid.get(r))
                .and_then(|line| line.get(usize::try_from(c).ok()?))
                .copied()
        };
        let mut word = vec![letter];
        let mut points = 0;
        for step in (isize::MIN / 2..0).rev() {
            let Some(tile) = at(step).filter(|&tile| tile != 0) else { break };
            word.insert(0, tile & !BLANK_FLAG);
            points += self.value(tile);
        }
        for step in 1.. {
            let Some(tile) = at(step).filter(|&tile| tile != 0) else { break };
            word.push(tile & !BLANK_FLAG);
            points += self.value(tile);
        }
        (word, points)
    }

    /// Every play, by trying every word in every place with every choice of blanks.
    fn plays(&self, grid: &Grid, rack: &[u8]) -> Found {
        let mut found = Found::new();
        let (height, width) = (grid.len(), grid[0].len());
        let is_empty = grid.iter().flatten().all(|&tile| tile == 0);
        for down in [false, true] {
            for word in self.words.iter().filter(|word| word.len() <= self.longest) {
                let (rows, cols) = if down {
                    ((height + 1).saturating_sub(word.len()), width)
                } else {
                    (height, (width + 1).saturating_sub(word.len()))
                };
                for row in 0..rows {
                    for col in 0..cols {
                        let squares: Vec<(usize, usize)> = (0..word.len())
                            .map(|n| if down { (row + n, col) } else { (row, col + n) })
                            .collect();
                        self.try_word(grid, rack, word, &squares, down, is_empty, &mut found);
                    }
                }
            }
        }
        found
    }

    #[allow(clippy::too_many_arguments)]
    fn try_word(
        &self,
        grid: &Grid,
        rack: &[u8],
        word: &[u8],
        squares: &[(usize, usize)],
        down: bool,
        is_empty: bool,
        found: &mut Found,
    ) {
        let clash = |(&(r, c), &letter): (&(usize, usize), &u8)| {
            grid[r][c] != 0 && grid[r][c] & !BLANK_FLAG != letter
        };
        if squares.iter().zip(word).any(clash) {
            return;
        }
        let put: Vec<usize> = (0..word.len()).filter(|&n| grid[squares[n].0][squares[n].1] == 0).collect();
        if put.is_empty() || put.len() > rack.len() || word.len() < 2 {
            return;
        }
        // The whole word along its line must be this one, no longer.
        let mut laid = grid.clone();
        for &n in &put {
            laid[squares[n].0][squares[n].1] = word[n];
        }
        if self.word_through(&laid, squares[0], down, word[0]).0 != word {
            return;
        }
        let crosses = |&n: &usize| self.word_through(grid, squares[n], !down, word[n]).0.len() > 1;
        let touches = put.len() < word.len() || put.iter().any(crosses);
        if if is_empty { !squares.contains(&self.start) } else { !touches } {
            return;
        }
        // One tile that makes two words is one play, and goes across.
        if put.len() == 1 && down && crosses(&put[0]) {
            return;
        }
        for blanks in 0..1u32 << put.len() {
            let tiles: Vec<u8> = put
                .iter()
                .enumerate()
                .map(|(i, &n)| word[n] | if blanks >> i & 1 == 1 { BLANK_FLAG } else { 0 })
                .collect();
            let mut left = rack.to_vec();
            let has_all = tiles.iter().all(|&tile| {
                let kind = if tile >= BLANK_FLAG { BLANK } else { tile };
                left.iter().position(|&other| other == kind).map(|at| left.remove(at)).is_some()
            });
            if has_all && let Some(score) = self.score(grid, word, squares, &put, &tiles, down) {
                let (row, col) = squares[put[0]];
                found.insert((row, col, down, tiles, score));
            }
        }
    }

    fn score(
        &self,
        grid: &Grid,
        word: &[u8],
        squares: &[(usize, usize)],
        put: &[usize],
        tiles: &[u8],
        down: bool,
    ) -> Option<i32> {
        let (mut own, mut multiplier, mut total) = (0, 1, 0);
        for (n, &(row, col)) in squares.iter().enumerate() {
            let Some(i) = put.iter().position(|&other| other == n) else {
                own += self.value(grid[row][col]);
                continue;
            };
            let here = self.value(tiles[i]) * self.letter[row][col];
            own += here;
            multiplier *= self.word[row][col];
            let (cross, points) = self.word_through(grid, (row, col), !down, word[n]);
            if cross.len() > 1 {
                if !self.known.contains(&cross) || cross.len() > self.longest {
                    return None;
                }
                total += (points + here) * self.word[row][col];
            }
        }
        total += own * multiplier;
        Some(total + if tiles.len() == self.rack_size { self.bonus } else { 0 })
    }
}

fn found(play: &Play, height: usize) -> (usize, usize, bool, Vec<u8>, i32) {
    let (lane, first) = (usize::from(play.lane), usize::from(play.first));
    let (row, col, down) = if lane < height { (lane, first, false) } else { (first, lane - height, true) };
    (row, col, down, play.tiles().to_vec(), play.score)
}

fn lay(grid: &mut Grid, (row, col, down, tiles, _): &(usize, usize, bool, Vec<u8>, i32)) {
    let (mut row, mut col) = (*row, *col);
    for &tile in tiles {
        while grid[row][col] != 0 {
            if *down { row += 1 } else { col += 1 }
        }
        grid[row][col] = tile;
    }
}

/// Leaves with values that look random but depend on nothing.
fn some_leaves(letters: usize) -> Leaves {
    let mut counts = vec![3; letters + 1];
    counts[0] = 2;
    let shape = LeaveGraph::of_bag(&counts, 4).unwrap();
    let mut random = Random::new(5, 5);
    let values = (0..shape.count()).map(|_| random.below(30_000) as i32 - 12_000).collect();
    Leaves::with_values(shape, values).unwrap()
}

struct Checked {
    positions: usize,
    plays: usize,
}

/// Plays random games on one board with plays taken back now and then, and compares everything on the way.
fn check(
    plain: &Plain,
    engine: &Engine,
    leaves: Option<&Leaves>,
    games: u64,
    rack_of: impl Fn(&mut Random) -> Vec<u8>,
) -> Checked {
    let height = plain.letter.len();
    let mut searcher = Searcher::default();
    let mut checked = Checked { positions: 0, plays: 0 };
    for seed in 0..games {
        let mut random = Random::new(seed, 77);
        let mut grid = plain.empty();
        // Every third game begins with tiles that are no words.
        if seed % 3 == 2 {
            for _ in 0..random.below(12) + 2 {
                let (row, col) = (random.below(height), random.below(grid[0].len()));
                let letter = random.below(plain.values.len()) as u8 + 1;
                grid[row][col] = if random.below(5) == 0 { letter | BLANK_FLAG } else { letter };
            }
            // A blank that stands for nothing yet.
            grid[random.below(height)][0] = BLANK_FLAG;
        }
        let mut board = engine.board(&grid.concat()).unwrap();
        let mut grids = Vec::new();
        for turn in 0..12 {
            let rack = rack_of(&mut random);
            let outlook = Outlook {
                bag: if turn > 8 { 0 } else { random.below(20) },
                others_points: random.below(30) as i32,
                leaves,
            };
            let want = plain.plays(&grid, &rack);
            let dealt = Rack::of(rack.iter().copied());
            let all: Vec<Play> = engine.all_plays(&mut searcher, &board, &dealt, outlook).iter().collect();
            let listed: Found = all.iter().map(|play| found(play, height)).collect();
            assert_eq!(listed.len(), all.len(), "a play is listed twice");
            let show =
                |set: &Found, other: &Found| set.difference(other).take(3).cloned().collect::<Vec<_>>();
            assert_eq!(
                listed,
                want,
                "missing {:?}, wrong {:?}, rack {rack:?}, grid {grid:?}",
                show(&want, &listed),
                show(&listed, &want)
            );
            for count in [1, 4] {
                let best: Vec<Play> = engine
                    .best_plays(&mut searcher, &board, &dealt, outlook, Wanted::best(count))
                    .iter()
                    .collect();
                let first: Vec<Play> = all.iter().take(count).copied().collect();
                assert_eq!(best, first, "rack {rack:?}, grid {grid:?}");
            }
            assert_eq!(engine.exists_play(&board, &dealt), !want.is_empty());
            checked.positions += 1;
            checked.plays += all.len();
            if turn % 4 == 3 && board.unmake() {
                grid = grids.pop().unwrap();
            } else if !all.is_empty() {
                let play = all[random.below(all.len())];
                grids.push(grid.clone());
                engine.make(&mut board, &play);
                lay(&mut grid, &found(&play, height));
            }
            expect_same(&board, &grid);
        }
    }
    checked
}

fn expect_same(board: &Board, grid: &Grid) {
    for (row, line) in grid.iter().enumerate() {
        for (col, &tile) in line.iter().enumerate() {
            assert_eq!(board.tile(row, col), tile);
        }
    }
}

fn english_rack(size: usize, blank_in: usize) -> impl Fn(&mut Random) -> Vec<u8> {
    move |random| {
        let letters = b"EEEEAAAIIIOOONNNRRRTTTLLSSUUDDGGBCMPFHVWYKJXQZ";
        (0..size)
            .map(|_| match random.below(blank_in) {
                0 => BLANK,
                _ => letters[random.below(letters.len())] - b'A' + 1,
            })
            .collect()
    }
}

#[test]
fn agrees_with_a_plain_search_on_the_standard_board() {
    let plain = Plain::standard(WORDS);
    let engine = plain.engine();
    let leaves = some_leaves(26);
    let checked = check(&plain, &engine, Some(&leaves), 6, english_rack(7, 14));
    assert!(checked.positions >= 70 && checked.plays > 10_000, "{} {}", checked.positions, checked.plays);
}

#[test]
fn agrees_without_leaves_and_with_short_racks() {
    let plain = Plain::standard(WORDS);
    let engine = plain.engine();
    for size in [1, 2, 5] {
        check(&plain, &engine, None, 3, english_rack(size, 6));
    }
}

#[test]
fn agrees_on_a_board_that_is_neither_square_nor_symmetrical() {
    let rows = ["T.d.T...D", "..t....t.", "D...d.T..", ".d.....d.", "T..D....t", "...t.D...", "d.......T"];
    let mut plain = Plain::standard(WORDS);
    let board = Plain::new(&rows, (2, 5), BTreeSet::new(), Vec::new());
    (plain.letter, plain.word, plain.start) = (board.letter, board.word, board.start);
    let engine = plain.engine();
    let leaves = some_leaves(26);
    check(&plain, &engine, Some(&leaves), 6, english_rack(7, 10));
}

#[test]
fn agrees_when_long_words_are_forbidden() {
    let mut plain = Plain::standard(WORDS);
    plain.longest = 5;
    let engine = plain.engine();
    check(&plain, &engine, None, 3, english_rack(7, 10));
}

#[test]
fn agrees_with_eight_tiles_and_with_ten() {
    for (size, games) in [(8, 3), (10, 1)] {
        let mut plain = Plain::standard(WORDS);
        plain.rack_size = size;
        let engine = plain.engine();
        let leaves = some_leaves(26);
        check(&plain, &engine, Some(&leaves), games, english_rack(size, 20));
    }
}

#[test]
fn agrees_with_more_blanks_than_the_word_map_knows() {
    let plain = Plain::standard("AT TA TAT ATE EAT TEA SEAT EATS TEAS OX ZA");
    let engine = plain.engine();
    check(&plain, &engine, None, 6, english_rack(5, 2));
    let seven = Rack::of([BLANK; 7]);
    let mut searcher = Searcher::default();
    let board = engine.empty_board();
    let outlook = Outlook { bag: 80, others_points: 0, leaves: None };
    assert_eq!(
        engine.all_plays(&mut searcher, &board, &seven, outlook).len(),
        plain.plays(&plain.empty(), &[BLANK; 7]).len()
    );
}

#[test]
fn agrees_with_an_alphabet_of_sixty_three_letters() {
    let mut random = Random::new(3, 9);
    let mut words = BTreeSet::new();
    while words.len() < 700 {
        let length = random.below(5) + 2;
        // Few letters make most words, so that there is something to play.
        let letter =
            |random: &mut Random| if random.below(3) == 0 { random.below(63) } else { 55 + random.below(8) };
        words.insert((0..length).map(|_| letter(&mut random) as u8 + 1).collect::<Vec<u8>>());
    }
    let values = (0..63).map(|letter| letter % 11).collect();
    let rows = [
        "T...d...D",
        ".D.t...t.",
        "..D...d..",
        "d..D...d.",
        "....D....",
        ".t...t...",
        "..d...d..",
        "T..d...D.",
        "d...T...d",
    ];
    let plain = Plain::new(&rows, (4, 4), words, values);
    let engine = plain.engine();
    let leaves = some_leaves(63);
    check(&plain, &engine, Some(&leaves), 12, |random| {
        (0..7)
            .map(|_| match random.below(12) {
                0 => BLANK,
                n if n < 4 => random.below(63) as u8 + 1,
                _ => 56 + random.below(8) as u8,
            })
            .collect()
    });
}

#[test]
fn agrees_on_a_board_where_every_square_triples_the_word() {
    let mut plain = Plain::standard("AT TA TAT ATE EAT TEA SEAT EATS TEAS OX ZA");
    let board = Plain::new(&["TTTTTTTT"; 8], (3, 3), BTreeSet::new(), Vec::new());
    (plain.letter, plain.word, plain.start) = (board.letter, board.word, board.start);
    let engine = plain.engine();
    check(&plain, &engine, None, 6, |random| {
        (0..7).map(|_| [1, 5, 19, 20, 20, 1, BLANK][random.below(7)]).collect()
    });
}
