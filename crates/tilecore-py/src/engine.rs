//! The move generator as Python classes.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tilecore::movegen::{
    self, Equipment, EquipmentPlan, GameRules, LeaveGraph, Match, Outlook, Play, Plays, Premium, Rack,
    Searcher, Tally, Unplayed, Wanted,
};

use crate::buffer::Bytes;
use crate::index::WordIndex;
use crate::refuse;

/// A play: row and column of its first tile, whether it goes down, tiles, score, equity, tiles kept, their leave value.
type PlayParts<'py> = (u8, u8, bool, Bound<'py, PyBytes>, i32, i32, Bound<'py, PyBytes>, i32);

/// What many games came to, in the order of `Tally`'s fields in `_core.pyi`.
type TallyParts = (u64, u64, u64, u64, u64, (u64, u64), (i64, i64), (i64, i64), i64, i64);

/// Leave values of one tile set. Immutable.
#[pyclass(frozen, module = "wordwaiter._core")]
pub(crate) struct Leaves(Arc<movegen::Leaves>);

impl Leaves {
    pub(crate) fn inner(&self) -> Arc<movegen::Leaves> {
        Arc::clone(&self.0)
    }
}

#[pymethods]
impl Leaves {
    /// The leaves of a KLV2 file made by anybody, checked before it is believed.
    #[staticmethod]
    fn read(content: Bytes, letters: usize) -> PyResult<Self> {
        let leaves = movegen::Leaves::read(&content, letters).map_err(refuse)?;
        Ok(Leaves(Arc::new(leaves)))
    }

    /// The leaves of at most `most` tiles of a bag (counts by kind, blanks first). `steps` has two bytes for the value of
    /// each, the low one first: how many times `unit` thousandths of a point.
    #[staticmethod]
    fn of_bag(counts: &[u8], most: usize, steps: Bytes, unit: i16) -> PyResult<Self> {
        let shape = LeaveGraph::of_bag(counts, most).map_err(refuse)?;
        let steps = steps.chunks_exact(2);
        let values =
            steps.map(|two| i32::from(i16::from_le_bytes([two[0], two[1]])) * i32::from(unit)).collect();
        let leaves = movegen::Leaves::with_values(shape, values).map_err(refuse)?;
        Ok(Leaves(Arc::new(leaves)))
    }

    /// The bytes of the KLV2 file.
    fn write<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.write())
    }

    /// The values in thousandths of a point, in the order of the leaves.
    fn values(&self) -> Vec<i32> {
        self.0.values().to_vec()
    }

    fn __len__(&self) -> usize {
        self.0.values().len()
    }

    /// The value of a leave in thousandths of a point; nothing if it has none.
    fn value(&self, kinds: &[u8]) -> Option<i32> {
        let mut sorted = kinds.to_vec();
        sorted.sort_unstable();
        self.0.shape().rank(&sorted).map(|rank| self.0.values()[rank])
    }
}

/// A board with tiles on it, ready to be searched. Immutable.
#[pyclass(frozen, module = "wordwaiter._core")]
pub(crate) struct SearchBoard(movegen::Board);

impl SearchBoard {
    pub(crate) fn inner(&self) -> &movegen::Board {
        &self.0
    }
}

/// Plays found, best first, each turned into Python's values when it is asked for. Immutable.
#[pyclass(frozen, module = "wordwaiter._core")]
pub(crate) struct PlayList {
    equipment: Arc<Equipment>,
    list: movegen::PlayList,
}

#[pymethods]
impl PlayList {
    fn __len__(&self) -> usize {
        self.list.plays().len()
    }

    /// The plays of these indexes; those beyond the end are left out.
    fn parts<'py>(&self, py: Python<'py>, start: usize, stop: usize) -> Vec<PlayParts<'py>> {
        let plays = self.list.plays();
        let asked = (start..stop.min(plays.len())).filter_map(|index| plays.get(index));
        asked.map(|play| parts(py, &self.equipment, &plays, &play)).collect()
    }
}

/// One word list, one board and set of tiles, and what is derived from them. Immutable; safe to share between threads.
#[pyclass(frozen, module = "wordwaiter._core")]
pub(crate) struct Engine {
    engine: movegen::Engine,
    leaves: Option<Arc<movegen::Leaves>>,
    /// Working memory that no search uses just now.
    searchers: Mutex<Vec<Searcher>>,
}

impl Engine {
    pub(crate) fn inner(&self) -> &movegen::Engine {
        &self.engine
    }

    pub(crate) fn leaves(&self) -> Option<&movegen::Leaves> {
        self.leaves.as_deref()
    }

    fn with_searcher<R>(&self, work: impl FnOnce(&mut Searcher) -> R) -> R {
        let idle = || self.searchers.lock().unwrap_or_else(PoisonError::into_inner);
        let mut searcher = idle().pop().unwrap_or_default();
        let answer = work(&mut searcher);
        idle().push(searcher);
        answer
    }

    pub(crate) fn rack(&self, kinds: &[u8]) -> PyResult<Rack> {
        self.engine.rack(kinds).map_err(refuse)
    }

    fn outlook(&self, (bag, others_points): (usize, i32)) -> Outlook<'_> {
        Outlook { bag, others_points, leaves: self.leaves.as_deref() }
    }
}

#[pymethods]
impl Engine {
    /// The engine for these words. `rows` has a byte for each square: 16 * word multiplier + letter multiplier.
    #[new]
    #[pyo3(signature = (
        words, *, rows, start, values, vowels, rack_size, full_rack_bonus, longest_word, unplayed, leaves
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        words: &WordIndex,
        rows: Vec<Vec<u8>>,
        start: (usize, usize),
        values: Vec<u8>,
        vowels: Vec<bool>,
        rack_size: usize,
        full_rack_bonus: u32,
        longest_word: Option<usize>,
        unplayed: (i8, i8, i8),
        leaves: Option<&Leaves>,
    ) -> PyResult<Self> {
        let premium = |square: u8| Premium { letter: square & 15, word: square >> 4 };
        let (to_out, to_holder, when_nobody_is_out) = unplayed;
        let plan = EquipmentPlan {
            rows: rows.into_iter().map(|row| row.into_iter().map(premium).collect()).collect(),
            start,
            values,
            vowels,
            rack_size,
            full_rack_bonus,
            longest_word,
            unplayed: Unplayed { to_out, to_holder, when_nobody_is_out },
        };
        let equipment = Arc::new(Equipment::new(&plan).map_err(refuse)?);
        let engine = movegen::Engine::with_words(Arc::clone(words.inner()), equipment).map_err(refuse)?;
        Ok(Engine {
            engine,
            leaves: leaves.map(|leaves| Arc::clone(&leaves.0)),
            searchers: Mutex::new(Vec::new()),
        })
    }

    /// Bytes held by graph and word map.
    #[getter]
    fn memory(&self) -> usize {
        self.engine.memory() + self.leaves.as_ref().map_or(0, |leaves| leaves.memory())
    }

    /// Builds the word map now instead of at the first search for the best play.
    fn prepare(&self, py: Python<'_>) {
        py.detach(|| self.engine.prepare());
    }

    /// The board with these tiles, a byte for each square, row by row: 0 empty, a letter's number, 128 more for a blank.
    fn board(&self, py: Python<'_>, squares: &[u8]) -> PyResult<SearchBoard> {
        py.detach(|| self.engine.board(squares)).map(SearchBoard).map_err(refuse)
    }

    /// Every legal play, best first.
    fn all_plays(
        &self,
        py: Python<'_>,
        board: &SearchBoard,
        rack: &[u8],
        outlook: (usize, i32),
    ) -> PyResult<PlayList> {
        let rack = self.rack(rack)?;
        self.with_searcher(|searcher| {
            let outlook = self.outlook(outlook);
            let list = py.detach(|| self.engine.all_plays(searcher, &board.0, &rack, outlook).to_list());
            Ok(PlayList { equipment: Arc::clone(self.engine.equipment()), list })
        })
    }

    /// The best `count` plays, best first.
    fn best_plays<'py>(
        &self,
        py: Python<'py>,
        board: &SearchBoard,
        rack: &[u8],
        outlook: (usize, i32),
        count: usize,
    ) -> PyResult<Vec<PlayParts<'py>>> {
        let rack = self.rack(rack)?;
        self.with_searcher(|searcher| {
            let (outlook, wanted) = (self.outlook(outlook), Wanted::best(count));
            let plays = py.detach(|| self.engine.best_plays(searcher, &board.0, &rack, outlook, wanted));
            Ok(plays.iter().map(|play| parts(py, self.engine.equipment(), &plays, &play)).collect())
        })
    }

    /// Whether any play can be made of some of these tiles, which may be many, and at least `least` of them.
    fn exists_play(&self, py: Python<'_>, board: &SearchBoard, tiles: &[u8], least: usize) -> PyResult<bool> {
        let tiles = self.engine.pool(tiles).map_err(refuse)?;
        Ok(py.detach(|| self.engine.exists_play_of(&board.0, &tiles, least)))
    }

    /// Plays games between two players who make the turn of best equity.
    #[pyo3(signature = (rules, *, games, threads, seed, leaves, mirrored))]
    #[allow(clippy::too_many_arguments)]
    fn self_play(
        &self,
        py: Python<'_>,
        rules: (Vec<u8>, usize, u32),
        games: (u64, u64),
        threads: usize,
        seed: u64,
        leaves: (Option<PyRef<'_, Leaves>>, Option<PyRef<'_, Leaves>>),
        mirrored: bool,
    ) -> PyResult<TallyParts> {
        let rules = game_rules(rules);
        let leaves = [leaves.0, leaves.1].map(|leaves| leaves.map(|leaves| Arc::clone(&leaves.0)));
        let tally = py.detach(|| {
            let play = Match {
                engine: &self.engine,
                rules: &rules,
                leaves: leaves.each_ref().map(Option::as_deref),
                seed,
                mirrored,
            };
            play.play(games.0..games.1, threads)
        });
        tally.map(tally_parts).map_err(refuse)
    }
}

pub(crate) fn game_rules((bag, least_bag_to_exchange, scoreless_turns): (Vec<u8>, usize, u32)) -> GameRules {
    GameRules { bag, least_bag_to_exchange, scoreless_turns }
}

fn parts<'py>(py: Python<'py>, equipment: &Equipment, plays: &Plays<'_>, play: &Play) -> PlayParts<'py> {
    let (row, col, down) = equipment.square(play);
    let kept: Vec<u8> = plays.holding().kinds_in(play.kept).collect();
    (
        row,
        col,
        down,
        PyBytes::new(py, play.tiles()),
        play.score,
        play.equity,
        PyBytes::new(py, &kept),
        plays.holding().leave_value(play.kept),
    )
}

fn tally_parts(tally: Tally) -> TallyParts {
    (
        tally.games,
        tally.turns,
        tally.bingos,
        tally.exchanges,
        tally.passes,
        tally.wins.into(),
        tally.points.into(),
        tally.squares.into(),
        tally.spread_squares,
        tally.first_spread,
    )
}

/// What has been seen of each leave in games, to learn its value from.
#[pyclass(module = "wordwaiter._core")]
pub(crate) struct Observations {
    shape: LeaveGraph,
    seen: movegen::Observations,
}

#[pymethods]
impl Observations {
    /// Nothing seen yet of the leaves of at most `most` tiles of a bag, or what `write` kept.
    #[new]
    #[pyo3(signature = (counts, most, kept = None))]
    fn new(counts: &[u8], most: usize, kept: Option<Bytes>) -> PyResult<Self> {
        let shape = LeaveGraph::of_bag(counts, most).map_err(refuse)?;
        let seen = match kept {
            None => movegen::Observations::new(&shape),
            Some(kept) => movegen::Observations::read(&kept, &shape).map_err(refuse)?,
        };
        Ok(Observations { shape, seen })
    }

    /// How many turns were seen.
    #[getter]
    fn turns(&self) -> u64 {
        self.seen.turns()
    }

    /// Plays games by these leave values and adds what was seen in them.
    #[pyo3(signature = (engine, rules, *, games, threads, seed, leaves))]
    #[allow(clippy::too_many_arguments)]
    fn watch(
        &mut self,
        py: Python<'_>,
        engine: &Engine,
        rules: (Vec<u8>, usize, u32),
        games: (u64, u64),
        threads: usize,
        seed: u64,
        leaves: Option<&Leaves>,
    ) -> PyResult<()> {
        let rules = game_rules(rules);
        let leaves = leaves.map(|leaves| Arc::clone(&leaves.0));
        let Observations { shape, seen } = self;
        py.detach(|| {
            let play = Match {
                engine: &engine.engine,
                rules: &rules,
                leaves: [leaves.as_deref(); 2],
                seed,
                mirrored: false,
            };
            seen.watch(&play, shape, games.0..games.1, threads)
        })
        .map_err(refuse)
    }

    /// The leave values that follow from what was seen.
    fn leaves(&self, py: Python<'_>) -> PyResult<Leaves> {
        let leaves = py.detach(|| self.seen.leaves(&self.shape)).map_err(refuse)?;
        Ok(Leaves(Arc::new(leaves)))
    }

    /// What was seen, as bytes, to go on with later.
    fn write<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.seen.write())
    }
}
