//! A puzzle: the tiles, the board, the good words and the bonuses from which the best board is to be built.

use std::collections::{BTreeMap, HashSet};

use crate::graph::WordGraph;
use crate::movegen::{Premium, Refusal};
use crate::node::Node;
use crate::word::Tile;

use super::draft::{Draft, Standing};
use super::grid::{Grid, MOST_CELLS};
use super::words::{Letters, MOST_LETTERS, Supply, Words};

/// An empty square of a draft.
pub(crate) const EMPTY: u8 = 255;
/// Bonus words that a puzzle may have: what fits one set of bits.
pub const MOST_BONUSES: usize = 32;
/// Words of each length that skeletons are made of.
const DEAR_ONES: usize = 4000;
/// A board this small or a word this short is no puzzle.
const SHORTEST_WORD: usize = 2;

/// A word that brings points when it stands on the board unaltered.
#[derive(Clone, Debug)]
pub struct BonusWord {
    /// Its tiles, by their numbers in the alphabet.
    pub word: Vec<Tile>,
    /// What it brings, once.
    pub points: i32,
    /// Whether it still counts with a blank in it.
    pub blanks_allowed: bool,
}

/// All that a puzzle is made from. Tiles are numbered as in the word graphs, from 1.
pub struct PuzzlePlan<'a> {
    /// The premiums of the board, row by row.
    pub rows: Vec<Vec<Premium>>,
    /// What each kind of tile is worth.
    pub values: Vec<u8>,
    /// How many of each kind are in play.
    pub counts: Vec<u8>,
    /// How many blanks are in play.
    pub blanks: usize,
    /// The longest word that is allowed, if there is a limit.
    pub longest_word: Option<usize>,
    /// Tiles that must lie where they are, as (row, column, tile).
    pub fixed: Vec<(usize, usize, Tile)>,
    /// Words that bring a bonus; one that is not a good word can never stand on the board.
    pub bonuses: Vec<BonusWord>,
    /// Whether the value of tiles left over is taken off.
    pub unplayed_count: bool,
    /// The lists whose words are good.
    pub lists: Vec<&'a WordGraph>,
    /// Words that are good beside those of the lists.
    pub extra_words: Vec<Vec<Tile>>,
}

/// A bonus as the search sees it.
pub(crate) struct Bonus {
    pub word: Vec<u8>,
    pub key: u64,
    pub points: i32,
    pub blanks_allowed: bool,
}

/// A puzzle, ready to be solved. Immutable; threads share it.
pub struct Puzzle {
    pub(crate) grid: Grid,
    pub(crate) words: Words,
    pub(crate) bonuses: Vec<Bonus>,
    pub(crate) alphabet: usize,
    pub(crate) all_letters: Letters,
    /// The letters of each value, highest first.
    pub(crate) by_value: Vec<(i32, Letters)>,
    pub(crate) longest: usize,
    pub(crate) values: [i32; MOST_LETTERS],
    pub(crate) supply: [u8; MOST_LETTERS],
    pub(crate) blanks: usize,
    /// 1 where tiles left over are taken off, else 0.
    pub(crate) unplayed_factor: i32,
    pub(crate) supply_value: i32,
    /// The letter that must lie on a cell, or none.
    pub(crate) fixed: [u8; MOST_CELLS],
}

impl Puzzle {
    /// The puzzle of a plan; a plan that contradicts itself is refused, and so is one without any board.
    pub fn new(plan: &PuzzlePlan<'_>) -> Result<Puzzle, Refusal> {
        let alphabet = plan.values.len();
        check_tiles(plan)?;
        let side = plan.rows.len().max(plan.rows.first().map_or(0, Vec::len));
        let longest = plan.longest_word.unwrap_or(side).min(side);
        let grid = Grid::new(&plan.rows, longest)?;
        let mut values = [0; MOST_LETTERS];
        let mut supply = [u8::MAX; MOST_LETTERS];
        for x in 0..alphabet {
            values[x] = i32::from(plan.values[x]);
            supply[x] = plan.counts[x];
        }
        let letters = |word: &[Tile]| -> Vec<u8> { word.iter().map(|tile| tile - 1).collect() };
        let mut good: HashSet<Box<[u8]>> = HashSet::new();
        for list in &plan.lists {
            gather(list, longest, &mut good)?;
        }
        for word in plan.extra_words.iter().filter(|word| (SHORTEST_WORD..=longest).contains(&word.len())) {
            good.insert(letters(word).into());
        }
        let bonus_words: Vec<(Vec<u8>, i32)> =
            plan.bonuses.iter().map(|bonus| (letters(&bonus.word), bonus.points)).collect();
        let worth: Vec<(&[u8], i32)> =
            bonus_words.iter().map(|(word, points)| (word.as_slice(), *points)).collect();
        let tiles = Supply { values: &values[..alphabet], counts: &plan.counts, blanks: plan.blanks };
        let words = Words::new(good, longest, &tiles, &worth, DEAR_ONES);
        let bonuses = plan.bonuses.iter().zip(bonus_words).map(|(bonus, (word, points))| Bonus {
            key: words.keys.of(&word),
            word,
            points,
            blanks_allowed: bonus.blanks_allowed,
        });
        let mut puzzle = Puzzle {
            bonuses: bonuses.collect(),
            fixed: [EMPTY; MOST_CELLS],
            alphabet,
            all_letters: (1 << alphabet) - 1,
            by_value: by_value(&values[..alphabet]),
            longest,
            supply_value: (0..alphabet).map(|x| values[x] * i32::from(supply[x])).sum(),
            values,
            supply,
            blanks: plan.blanks,
            unplayed_factor: i32::from(plan.unplayed_count),
            grid,
            words,
        };
        puzzle.fix(plan)?;
        Ok(puzzle)
    }

    /// Lays the fixed tiles, which must be a board by themselves.
    fn fix(&mut self, plan: &PuzzlePlan<'_>) -> Result<(), Refusal> {
        for &(row, col, tile) in &plan.fixed {
            if row >= self.grid.height
                || col >= self.grid.width
                || usize::from(tile) > self.alphabet
                || tile == 0
            {
                return Err(Refusal::new(
                    "fixed-tile",
                    "a fixed tile must lie on the board and be of the set",
                ));
            }
            self.fixed[row * self.grid.width + col] = tile - 1;
        }
        let bare = Draft::new(self);
        let standing = bare.evaluate(self, &self.supply);
        if standing.over > 0 {
            let sentence = "the tiles that are left cannot make the starting word, not even with blanks";
            return Err(Refusal::new("no-board", sentence));
        }
        let is_board = standing.is_complete() && self.is_good(&bare);
        if !plan.fixed.is_empty() && !is_board {
            let sentence = "the starting word is not one good word within the longest that is allowed";
            return Err(Refusal::new("bad-start", sentence));
        }
        Ok(())
    }

    /// Whether all words of a draft are good; asked of every board before it is told, and not by keys.
    pub(crate) fn is_good(&self, draft: &Draft) -> bool {
        draft.words(self).all(|word| self.words.has(&word))
    }

    /// What the board without any more tiles comes to.
    pub(crate) fn bare(&self) -> (Draft, Standing) {
        let bare = Draft::new(self);
        let standing = bare.evaluate(self, &self.supply);
        (bare, standing)
    }

    /// The lowest and the highest value of some letters.
    #[inline(always)]
    pub(crate) fn value_range(&self, letters: Letters) -> Option<(i32, i32)> {
        if letters.is_power_of_two() {
            let value = self.values[letters.trailing_zeros() as usize];
            return Some((value, value));
        }
        let is_in = |(_, set): &&(i32, Letters)| letters & set != 0;
        Some((self.by_value.iter().rev().find(is_in)?.0, self.by_value.iter().find(is_in)?.0))
    }

    /// How often a letter is fixed.
    pub(crate) fn fixed_count(&self, letter: u8) -> u8 {
        self.fixed.iter().filter(|&&x| x == letter).count() as u8
    }

    /// Whether a bonus word is good and the tiles can make it, so that it is worth looking for a place.
    pub(crate) fn can_stand(&self, word: &[u8]) -> bool {
        self.words.makeable.get(word.len()).is_some_and(|bucket| bucket.has(word))
    }
}

fn by_value(values: &[i32]) -> Vec<(i32, Letters)> {
    let mut sets: BTreeMap<i32, Letters> = BTreeMap::new();
    for (x, &value) in values.iter().enumerate() {
        *sets.entry(value).or_default() |= 1 << x;
    }
    sets.into_iter().rev().collect()
}

fn check_tiles(plan: &PuzzlePlan<'_>) -> Result<(), Refusal> {
    let alphabet = plan.values.len();
    if alphabet == 0 || alphabet >= MOST_LETTERS || plan.counts.len() != alphabet {
        let sentence = format!("a set has 1 to {} kinds of tile, each with its count", MOST_LETTERS - 1);
        return Err(Refusal::new("tiles", sentence));
    }
    let tiles = plan.counts.iter().map(|&count| usize::from(count)).sum::<usize>() + plan.blanks;
    if plan.counts.contains(&u8::MAX) || tiles > usize::from(u8::MAX) * alphabet {
        return Err(Refusal::new("tiles", "there may be 254 tiles of a kind at most"));
    }
    if plan.lists.iter().any(|list| list.alphabet().size() != alphabet) {
        return Err(Refusal::new("other-tiles", "the word lists are spelled with other tiles than these"));
    }
    let words = plan.extra_words.iter().chain(plan.bonuses.iter().map(|bonus| &bonus.word));
    if words.flatten().any(|&tile| tile == 0 || usize::from(tile) > alphabet) {
        return Err(Refusal::new("bad-word", "a word has a tile that is not in the set"));
    }
    if plan.bonuses.len() > MOST_BONUSES {
        let sentence = format!("at most {MOST_BONUSES} bonus words can be looked for; leave some out");
        return Err(Refusal::new("too-many-bonuses", sentence));
    }
    if plan.longest_word.is_some_and(|longest| longest < SHORTEST_WORD) {
        return Err(Refusal::new("longest-word", "words must be allowed two letters at least"));
    }
    Ok(())
}

/// Adds the words of a list that are not too long.
fn gather(list: &WordGraph, longest: usize, good: &mut HashSet<Box<[u8]>>) -> Result<(), Refusal> {
    // Counting proves that every path ends.
    list.word_count().map_err(|error| Refusal::new("bad-list", error.sentence))?;
    let mut word = Vec::new();
    walk(list, list.root(), longest, &mut word, good);
    Ok(())
}

fn walk(list: &WordGraph, parent: Node, longest: usize, word: &mut Vec<u8>, good: &mut HashSet<Box<[u8]>>) {
    for node in list.children(parent) {
        word.push(node.tile() - 1);
        if node.accepts() && word.len() >= SHORTEST_WORD {
            good.insert(word.as_slice().into());
        }
        if word.len() < longest {
            walk(list, node, longest, word, good);
        }
        word.pop();
    }
}
