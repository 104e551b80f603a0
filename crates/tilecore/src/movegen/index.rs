//! The words of a list, laid out for searches: what takes time to build, can be kept in a file, and is shared by the
//! engines of all boards.

use std::sync::OnceLock;

use super::bytes::{Room, Source};
use super::compact::CompactGraph;
use super::refusal::Refusal;
use super::wordmap::WordMap;
use crate::graph::WordGraph;
use crate::letters::MOST_LABELS;

/// Changes whenever the bytes of [`WordIndex::write`] do, or what they mean.
pub const INDEX_FORMAT: u32 = 1;

/// The compact graph of a list, and the map of its words from the time when it is first needed. Immutable.
pub struct WordIndex {
    letters: usize,
    graph: CompactGraph,
    map: OnceLock<Option<WordMap>>,
}

impl WordIndex {
    /// The index of a graph's words.
    pub fn new(graph: &WordGraph) -> Result<WordIndex, Refusal> {
        let letters = graph.alphabet().size();
        Ok(WordIndex { letters, graph: CompactGraph::new(graph)?, map: OnceLock::new() })
    }

    /// How many letters the alphabet has.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// Bytes held by the graph, and by the map if there is one yet.
    pub fn memory(&self) -> usize {
        self.graph.memory() + self.map.get().and_then(Option::as_ref).map_or(0, WordMap::memory)
    }

    pub(crate) fn graph(&self) -> &CompactGraph {
        &self.graph
    }

    /// The word map, built now if it was not; none if the list cannot be held by one.
    pub(crate) fn map(&self) -> Option<&WordMap> {
        self.map.get_or_init(|| WordMap::new(&self.graph)).as_ref()
    }

    /// How many bytes [`WordIndex::write`] needs; the word map is built now if it was not.
    pub fn written_size(&self) -> usize {
        let map = self.map().map_or(0, WordMap::written_size);
        3 * size_of::<u32>() + self.graph.written_size() + map
    }

    /// Writes the whole index, the word map included, into as many bytes as [`WordIndex::written_size`] says.
    pub fn write(&self, bytes: &mut [u8]) {
        let map = self.map();
        let mut room = Room::new(bytes);
        room.put_u32s([INDEX_FORMAT, self.letters as u32, u32::from(map.is_some())]);
        self.graph.write(&mut room);
        if let Some(map) = map {
            map.write(&mut room);
        }
    }

    /// The same as bytes of their own.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.written_size()];
        self.write(&mut bytes);
        bytes
    }

    /// The index in the bytes of [`WordIndex::write`].
    ///
    /// The caller vouches for the words in it. Bytes that were not written by it are refused, or answer wrongly, and
    /// never lead a search astray beyond that.
    pub fn read(bytes: &[u8]) -> Result<WordIndex, Refusal> {
        WordIndex::parse(&mut Source::new(bytes))
            .ok_or_else(|| Refusal::new("word-index", "this is no word index, or one of another version"))
    }

    fn parse(source: &mut Source<'_>) -> Option<WordIndex> {
        let (format, letters, has_map) = (source.u32()?, source.u32()? as usize, source.u32()?);
        if format != INDEX_FORMAT || !(1..=MOST_LABELS).contains(&letters) || has_map > 1 {
            return None;
        }
        let graph = CompactGraph::read(source, letters)?;
        let map = if has_map == 1 { Some(WordMap::read(source, letters)?) } else { None };
        source.is_at_end().then(|| WordIndex { letters, graph, map: OnceLock::from(map) })
    }
}
