//! What the engine cannot work with.

use std::fmt;

/// Equipment, a position or a file that the engine refuses: a stable code for programs and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The code for programs; it never changes.
    pub code: &'static str,
    /// What is wrong and what to do, in one line.
    pub sentence: String,
}

impl Refusal {
    pub(crate) fn new(code: &'static str, sentence: impl Into<String>) -> Refusal {
        Refusal { code, sentence: sentence.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.sentence)
    }
}

impl std::error::Error for Refusal {}
