//! Word indexes as bytes: what was written is read, and what was not is refused.

use std::sync::Arc;

use tilecore::movegen::{Engine, Equipment, WordIndex};

use super::support::plain::Plain;

fn few() -> Plain {
    Plain::standard("AT TA TAT ATE EAT TEA SEAT EATS TEAS OX ZA")
}

#[test]
fn what_was_written_is_read_again() {
    let bytes = WordIndex::new(&few().graph()).unwrap().to_bytes();
    let again = WordIndex::read(&bytes).unwrap();
    assert_eq!(again.to_bytes(), bytes);
    assert_eq!(again.letters(), 26);
}

#[test]
fn no_beginning_of_it_is_an_index_and_nothing_may_follow_it() {
    let mut bytes = WordIndex::new(&few().graph()).unwrap().to_bytes();
    for end in (0..bytes.len()).step_by(bytes.len() / 200) {
        assert_eq!(WordIndex::read(&bytes[..end]).err().unwrap().code, "word-index");
    }
    bytes.push(0);
    assert_eq!(WordIndex::read(&bytes).err().unwrap().code, "word-index");
}

#[test]
fn counts_that_cannot_be_ask_for_no_memory() {
    let bytes = WordIndex::new(&few().graph()).unwrap().to_bytes();
    for at in (0..24).step_by(4) {
        let mut bytes = bytes.clone();
        bytes[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(WordIndex::read(&bytes).err().unwrap().code, "word-index");
    }
}

#[test]
fn an_index_of_other_letters_is_refused() {
    let mut other = few();
    other.values.pop();
    let equipment = Arc::new(Equipment::new(&other.plan()).unwrap());
    let index = Arc::new(WordIndex::new(&few().graph()).unwrap());
    assert_eq!(Engine::with_words(index, equipment).err().unwrap().code, "tile-set");
}
