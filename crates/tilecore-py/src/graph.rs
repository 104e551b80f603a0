//! `WordGraph` as a Python class.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PySequence, PyString};
use tilecore::{Alphabet, GraphBuilder};

use crate::buffer::Bytes;
use crate::raise;

/// The words of one list as DAWG and GADDAG in one KWG array. Immutable; safe to share between threads.
#[pyclass(frozen, module = "wordwaiter._core")]
pub(crate) struct WordGraph(tilecore::WordGraph);

impl WordGraph {
    pub(crate) fn inner(&self) -> &tilecore::WordGraph {
        &self.0
    }
}

#[pymethods]
impl WordGraph {
    /// The graph of `words` (any order, duplicates merged), whose tiles are `labels` in their order.
    #[staticmethod]
    fn build(words: &Bound<'_, PyAny>, labels: Vec<String>) -> PyResult<Self> {
        let mut builder = GraphBuilder::new(Alphabet::new(&labels).map_err(raise)?);
        for_each_text(words, |word| builder.add(word).map_err(raise))?;
        words.py().detach(|| builder.finish()).map(WordGraph).map_err(raise)
    }

    /// The graph in the bytes of a KWG file made by anybody, checked whole before it is believed.
    #[staticmethod]
    fn read(py: Python<'_>, nodes: Bytes, labels: Vec<String>) -> PyResult<Self> {
        let alphabet = Alphabet::new(&labels).map_err(raise)?;
        let nodes = tilecore::Nodes::from_bytes(&nodes).map_err(raise)?;
        py.detach(|| tilecore::WordGraph::read(nodes, alphabet)).map(WordGraph).map_err(raise)
    }

    /// The graph in bytes that `write` made, used where they lie (a memory map).
    ///
    /// The caller vouches for the bytes. Wrong ones give wrong answers or a GraphError, never a crash.
    #[staticmethod]
    fn open(nodes: Bytes, labels: Vec<String>) -> PyResult<Self> {
        let alphabet = Alphabet::new(&labels).map_err(raise)?;
        tilecore::WordGraph::open(nodes.into_nodes()?, alphabet).map(WordGraph).map_err(raise)
    }

    /// The bytes of the KWG file, as they were read or built.
    fn write<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.nodes().to_bytes())
    }

    /// How many nodes of four bytes it has.
    #[getter]
    fn node_count(&self) -> usize {
        self.0.nodes().as_slice().len()
    }

    /// How many kinds of tile its words are spelled with.
    #[getter]
    fn letter_count(&self) -> usize {
        self.0.alphabet().size()
    }

    /// How many words it has; counted once.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        py.detach(|| self.0.word_count()).map_err(raise)
    }

    fn __contains__(&self, word: &Bound<'_, PyString>) -> bool {
        self.0.contains(&word.to_string_lossy())
    }

    /// For each word whether it is in the graph; much faster than asking one by one.
    fn contains_each<'py>(&self, words: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let mut answers = Vec::new();
        for_each_text(words, |word| {
            answers.push(self.0.contains(word));
            Ok(())
        })?;
        PyList::new(words.py(), answers)
    }

    /// All words, in the order of the alphabet.
    fn words(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        py.detach(|| self.0.words()).map_err(raise)
    }

    /// The words that use all of `tiles`; `?` is a blank.
    fn anagrams(&self, tiles: &Bound<'_, PyString>) -> PyResult<Vec<String>> {
        answer(tiles, |tiles| self.0.anagrams(tiles))
    }

    /// The words that can be made of `tiles` or some of them; `?` is a blank.
    fn subanagrams(&self, tiles: &Bound<'_, PyString>) -> PyResult<Vec<String>> {
        answer(tiles, |tiles| self.0.subanagrams(tiles))
    }

    /// The words of a pattern, in the order of the alphabet.
    ///
    /// `?` or `.` is one tile, `*` any number, `[AEI]` one of these, `[^AEI]` one that is none of these.
    fn matching(&self, pattern: &Bound<'_, PyString>) -> PyResult<Vec<String>> {
        answer(pattern, |pattern| self.0.matching(pattern))
    }

    /// The words that have `part` somewhere in them.
    fn containing(&self, part: &Bound<'_, PyString>) -> PyResult<Vec<String>> {
        answer(part, |part| self.0.containing(part))
    }

    /// The tiles that make another word when put before `word`.
    fn front_hooks(&self, word: &Bound<'_, PyString>) -> PyResult<Vec<String>> {
        answer(word, |word| self.0.front_hooks(word))
    }

    /// The tiles that make another word when put after `word`.
    fn back_hooks(&self, word: &Bound<'_, PyString>) -> PyResult<Vec<String>> {
        answer(word, |word| self.0.back_hooks(word))
    }
}

/// The answer to a question about a text, which is looked for while other threads go on.
///
/// Half a surrogate pair becomes a sign that no alphabet has, so it is refused as a letter without a tile.
fn answer(
    text: &Bound<'_, PyString>,
    question: impl FnOnce(&str) -> Result<Vec<String>, tilecore::GraphError> + Send,
) -> PyResult<Vec<String>> {
    let chars = text.to_string_lossy();
    text.py().detach(|| question(&chars)).map_err(raise)
}

/// Hands each text of a sequence to `take`, where it lies.
fn for_each_text(texts: &Bound<'_, PyAny>, mut take: impl FnMut(&str) -> PyResult<()>) -> PyResult<()> {
    if texts.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("a sequence of words is needed, not one text"));
    }
    let mut take = |text: Bound<'_, PyAny>| take(&text.cast::<PyString>()?.to_string_lossy());
    match texts.cast::<PyList>() {
        Ok(list) => list.iter().try_for_each(take),
        Err(_) => texts.cast::<PySequence>()?.try_iter()?.try_for_each(|text| take(text?)),
    }
}
