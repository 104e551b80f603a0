//! The engine: one word list, one set of equipment, and what is derived from them, to be shared by all threads.

use std::sync::Arc;

use super::best::{Question, SlotSearch};
use super::board::Board;
use super::compact::CompactGraph;
use super::equipment::Equipment;
use super::exists::exists_play;
use super::holding::{Holding, Outlook, opening_cost};
use super::index::WordIndex;
use super::play::{Play, Record, TileWord};
use super::refusal::Refusal;
use super::tiles::Rack;
use super::top::Top;
use super::walk::{Large, Scale, Usual, walk};
use crate::graph::WordGraph;

/// Finds plays. Immutable; each thread brings its own [`Searcher`].
pub struct Engine {
    equipment: Arc<Equipment>,
    words: Arc<WordIndex>,
}

/// Working memory of a thread, reused from search to search.
pub struct Searcher {
    holding: Holding,
    slots: SlotSearch,
    usual: Vec<Record<u64>>,
    large: Vec<Record<u128>>,
    top: Top<u64>,
    large_top: Top<u128>,
}

impl Default for Searcher {
    fn default() -> Searcher {
        Searcher {
            holding: Holding::new(),
            slots: SlotSearch::new(),
            usual: Vec::new(),
            large: Vec::new(),
            top: Top::new(),
            large_top: Top::new(),
        }
    }
}

impl Searcher {
    /// The rack of the last search and what its sets are worth.
    pub fn holding(&self) -> &Holding {
        &self.holding
    }
}

/// Plays found, still packed; turned into values one by one as they are asked for.
pub struct Plays<'a> {
    records: Packed<'a>,
    equipment: &'a Arc<Equipment>,
    is_opening: bool,
    holding: &'a Holding,
}

/// The same for those who keep them beyond the next search.
pub struct PlayList {
    usual: Vec<Record<u64>>,
    /// Those of large racks or alphabets, instead of the others.
    large: Vec<Record<u128>>,
    equipment: Arc<Equipment>,
    is_opening: bool,
    holding: Holding,
}

impl PlayList {
    /// The plays.
    pub fn plays(&self) -> Plays<'_> {
        let records = match self.large.is_empty() {
            true => Packed::Usual(&self.usual),
            false => Packed::Large(&self.large),
        };
        Plays { records, equipment: &self.equipment, is_opening: self.is_opening, holding: &self.holding }
    }
}

#[derive(Clone, Copy)]
enum Packed<'a> {
    Usual(&'a [Record<u64>]),
    Large(&'a [Record<u128>]),
}

impl<'a> Plays<'a> {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self.records {
            Packed::Usual(records) => records.len(),
            Packed::Large(records) => records.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The plays, in their order.
    pub fn iter(&self) -> impl Iterator<Item = Play> + '_ {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// The play of that index.
    pub fn get(&self, index: usize) -> Option<Play> {
        match self.records {
            Packed::Usual(records) => records.get(index).map(|record| self.unpack(record)),
            Packed::Large(records) => records.get(index).map(|record| self.unpack(record)),
        }
    }

    /// The rack that the plays are made from.
    pub fn holding(&self) -> &'a Holding {
        self.holding
    }

    /// A copy that lives on.
    pub fn to_list(&self) -> PlayList {
        let (usual, large) = match self.records {
            Packed::Usual(records) => (records.to_vec(), Vec::new()),
            Packed::Large(records) => (Vec::new(), records.to_vec()),
        };
        PlayList {
            usual,
            large,
            equipment: Arc::clone(self.equipment),
            is_opening: self.is_opening,
            holding: self.holding.clone(),
        }
    }

    fn new(records: Packed<'a>, board: &'a Board, holding: &'a Holding) -> Plays<'a> {
        Plays { records, equipment: board.equipment(), is_opening: board.is_empty(), holding }
    }

    fn unpack<T: TileWord>(&self, record: &Record<T>) -> Play {
        let mut extra = self.holding.worth[usize::from(record.kept)];
        if self.is_opening {
            let tile = |index: usize| record.tiles.get(index);
            extra += opening_cost(self.equipment, record.place, tile);
        }
        record.play(extra)
    }
}

impl Engine {
    /// The engine for a word list.
    pub fn new(graph: &WordGraph, equipment: Arc<Equipment>) -> Result<Engine, Refusal> {
        Engine::with_words(Arc::new(WordIndex::new(graph)?), equipment)
    }

    /// The engine for a word list that is laid out already; engines may share it.
    pub fn with_words(words: Arc<WordIndex>, equipment: Arc<Equipment>) -> Result<Engine, Refusal> {
        let letters = equipment.letters.count_ones() as usize;
        if words.letters() != letters {
            return Err(Refusal::new(
                "tile-set",
                format!(
                    "the word graph has {} letters and the tile set {letters}; take a list for this tile set",
                    words.letters()
                ),
            ));
        }
        Ok(Engine { equipment, words })
    }

    /// Board, tiles and scoring.
    pub fn equipment(&self) -> &Arc<Equipment> {
        &self.equipment
    }

    /// The words, laid out for walks.
    pub(crate) fn graph(&self) -> &CompactGraph {
        self.words.graph()
    }

    /// Bytes held by graph and word map, if that is built.
    pub fn memory(&self) -> usize {
        self.words.memory()
    }

    /// An empty board.
    pub fn empty_board(&self) -> Board {
        Board::new(Arc::clone(&self.equipment))
    }

    /// The board with these tiles, row by row, 0 for an empty square.
    pub fn board(&self, squares: &[u8]) -> Result<Board, Refusal> {
        Board::with_squares(Arc::clone(&self.equipment), squares, self.words.graph())
    }

    /// Puts the tiles of a play down.
    pub fn make(&self, board: &mut Board, play: &Play) {
        board.make(play, self.words.graph());
    }

    /// Builds the word map now instead of at the first search for the best play.
    pub fn prepare(&self) {
        self.words.map();
    }

    /// The rack of these kinds, if it can be searched.
    pub fn rack(&self, kinds: &[u8]) -> Result<Rack, Refusal> {
        let most = self.equipment.rack_size;
        if kinds.len() > most {
            return Err(Refusal::new(
                "rack-size",
                format!("a rack has at most {most} tiles, this one has {}", kinds.len()),
            ));
        }
        self.pool(kinds)
    }

    /// Any number of tiles, of which it can be asked whether a play exists.
    pub fn pool(&self, kinds: &[u8]) -> Result<Rack, Refusal> {
        if kinds.len() > usize::from(u8::MAX) {
            return Err(Refusal::new(
                "too-many-tiles",
                format!("{} tiles are too many to search", kinds.len()),
            ));
        }
        let is_known = |&kind: &u8| kind < 64 && (self.equipment.letters | 1) >> kind & 1 == 1;
        if !kinds.iter().all(is_known) {
            return Err(Refusal::new("no-such-tile", "the rack has a tile that is not in the tile set"));
        }
        Ok(Rack::of(kinds.iter().copied()))
    }

    /// Whether numbers of the usual size are enough for this rack.
    fn is_usual(&self, holding: &Holding) -> bool {
        self.words.graph().is_narrow() && holding.size <= u64::ROOM
    }

    /// Lays a rack out in the searcher, for a search that follows.
    pub(crate) fn deal(&self, searcher: &mut Searcher, rack: &Rack, outlook: Outlook<'_>) {
        searcher.holding.deal(rack, &self.equipment, outlook);
    }

    /// Whether any play can be made of some of these tiles, which may be many: all those that nobody has seen.
    pub fn exists_play(&self, board: &Board, tiles: &Rack) -> bool {
        self.exists_play_of(board, tiles, 1)
    }

    /// The same for plays of at least so many tiles, as an opening may have to be.
    pub fn exists_play_of(&self, board: &Board, tiles: &Rack, least: usize) -> bool {
        exists_play(self.words.graph(), board, tiles, least)
    }

    /// Every legal play (no exchanges, no pass), best first.
    pub fn all_plays<'a>(
        &self,
        searcher: &'a mut Searcher,
        board: &'a Board,
        rack: &Rack,
        outlook: Outlook<'_>,
    ) -> Plays<'a> {
        self.deal(searcher, rack, outlook);
        searcher.usual.clear();
        searcher.large.clear();
        let records = if self.is_usual(&searcher.holding) {
            Packed::Usual(self.list::<Usual>(board, &searcher.holding, &mut searcher.usual))
        } else {
            Packed::Large(self.list::<Large>(board, &searcher.holding, &mut searcher.large))
        };
        Plays::new(records, board, &searcher.holding)
    }

    fn list<'a, C: Scale>(
        &self,
        board: &Board,
        holding: &Holding,
        records: &'a mut Vec<Record<C::Tiles>>,
    ) -> &'a [Record<C::Tiles>] {
        walk::<C>(self.words.graph(), board, holding, records);
        records.sort_unstable_by_key(Record::rank);
        records
    }

    /// The best `count` plays of equity `at_least` (thousandths of a point) or more, best first: the head of
    /// [`Engine::all_plays`], found without the rest where board and rack allow.
    pub fn best_plays<'a>(
        &self,
        searcher: &'a mut Searcher,
        board: &'a Board,
        rack: &Rack,
        outlook: Outlook<'_>,
        wanted: Wanted,
    ) -> Plays<'a> {
        self.deal(searcher, rack, outlook);
        self.best_of_holding(searcher, board, wanted)
    }

    /// The same for the rack that was dealt to the searcher last.
    pub(crate) fn best_of_holding<'a>(
        &self,
        searcher: &'a mut Searcher,
        board: &'a Board,
        wanted: Wanted,
    ) -> Plays<'a> {
        let holding = &searcher.holding;
        searcher.top.clear(wanted.count, wanted.at_least);
        searcher.large_top.clear(wanted.count, wanted.at_least);
        let map = match Question::suits_slots(board, holding) && wanted.count <= MOST_WANTED {
            true => self.words.map(),
            false => None,
        };
        let found =
            map.is_some_and(|map| searcher.slots.search(Question { map, board, holding }, &mut searcher.top));
        let records = if found {
            Packed::Usual(searcher.top.plays())
        } else if self.is_usual(holding) {
            walk::<Usual>(self.words.graph(), board, holding, &mut searcher.top);
            Packed::Usual(searcher.top.plays())
        } else {
            walk::<Large>(self.words.graph(), board, holding, &mut searcher.large_top);
            Packed::Large(searcher.large_top.plays())
        };
        Plays::new(records, board, holding)
    }
}

/// Beyond this many the bounds no longer pay.
const MOST_WANTED: usize = 100;

/// How many plays are wanted, and of which equity at least, in thousandths of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// How many plays.
    pub count: usize,
    /// Their least equity.
    pub at_least: i32,
}

impl Wanted {
    /// The best few, whatever they are worth.
    pub fn best(count: usize) -> Wanted {
        Wanted { count, at_least: i32::MIN }
    }
}
