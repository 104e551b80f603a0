//! A plain search that shares no code with the generator: it knows no graphs, lanes, slots or cross-sets, and tries every
//! word in every place.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use tilecore::movegen::{
    BLANK, BLANK_FLAG, Engine, Equipment, EquipmentPlan, LeaveGraph, Leaves, Play, Premium, Random, Unplayed,
};
use tilecore::{Alphabet, GraphBuilder, WordGraph};

/// What a game is played with, in the words of the plain search.
#[derive(Clone, Debug)]
pub struct Plain {
    pub words: Vec<Vec<u8>>,
    pub known: HashSet<Vec<u8>>,
    pub letter: Vec<Vec<i32>>,
    pub word: Vec<Vec<i32>>,
    pub start: (usize, usize),
    pub values: Vec<i32>,
    pub rack_size: usize,
    pub bonus: i32,
    pub longest: usize,
}

/// Squares by row and column; 0 is empty.
pub type Grid = Vec<Vec<u8>>;

/// Row, column, whether it goes down, the tiles put down, and the score.
pub type Found = BTreeSet<(usize, usize, bool, Vec<u8>, i32)>;

impl Plain {
    pub fn standard(words: &str) -> Plain {
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

    pub fn new(rows: &[&str], start: (usize, usize), words: BTreeSet<Vec<u8>>, values: Vec<i32>) -> Plain {
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

    /// The engine for the same words, board and tiles.
    pub fn engine(&self) -> Engine {
        let equipment = Equipment::new(&self.plan()).unwrap();
        Engine::new(&self.graph(), Arc::new(equipment)).unwrap()
    }

    pub fn graph(&self) -> WordGraph {
        let labels: Vec<String> = (0..self.values.len())
            .map(|n| format!("{}", char::from_u32(0x4e00 + n as u32).unwrap()))
            .collect();
        let alphabet = Alphabet::new(&labels).unwrap();
        let mut builder = GraphBuilder::new(alphabet.clone());
        for word in &self.words {
            builder.add(&alphabet.text(word)).unwrap();
        }
        builder.finish().unwrap()
    }

    pub fn plan(&self) -> EquipmentPlan {
        let premium = |(&letter, &word): (&i32, &i32)| Premium { letter: letter as u8, word: word as u8 };
        EquipmentPlan {
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
            full_rack_bonus: self.bonus as u32,
            longest_word: (self.longest != usize::MAX).then_some(self.longest),
            unplayed: Unplayed::TWICE_TO_OUT,
        }
    }

    pub fn empty(&self) -> Grid {
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
    pub fn plays(&self, grid: &Grid, rack: &[u8]) -> Found {
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

pub fn found(play: &Play, height: usize) -> (usize, usize, bool, Vec<u8>, i32) {
    let (lane, first) = (usize::from(play.lane), usize::from(play.first));
    let (row, col, down) = if lane < height { (lane, first, false) } else { (first, lane - height, true) };
    (row, col, down, play.tiles().to_vec(), play.score)
}

pub fn lay(grid: &mut Grid, (row, col, down, tiles, _): &(usize, usize, bool, Vec<u8>, i32)) {
    let (mut row, mut col) = (*row, *col);
    for &tile in tiles {
        while grid[row][col] != 0 {
            if *down { row += 1 } else { col += 1 }
        }
        grid[row][col] = tile;
    }
}

/// Leaves with values that look random but depend on nothing.
pub fn some_leaves(letters: usize) -> Leaves {
    let mut counts = vec![3; letters + 1];
    counts[0] = 2;
    let shape = LeaveGraph::of_bag(&counts, 4).unwrap();
    let mut random = Random::new(5, 5);
    let values = (0..shape.count()).map(|_| random.below(30_000) as i32 - 12_000).collect();
    Leaves::with_values(shape, values).unwrap()
}
