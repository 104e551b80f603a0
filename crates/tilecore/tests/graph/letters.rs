//! Text to tiles and back.

use super::support::{alphabet_of, english};
use tilecore::{Alphabet, Fault, LONGEST_WORD, Misspelling};

fn fault_of<Label: AsRef<str>>(labels: &[Label]) -> Fault {
    Alphabet::new(labels).expect_err("labels that are no alphabet").fault
}

#[test]
fn tiles_are_numbered_from_one_in_the_order_of_the_labels() {
    let alphabet = english();
    assert_eq!(alphabet.tiles("CAB"), Ok(vec![3, 1, 2]));
    assert_eq!(alphabet.text(&[3, 1, 2]), "CAB");
    assert_eq!(alphabet.label(26), "Z");
}

#[test]
fn numbers_that_are_no_tile_have_no_label() {
    let alphabet = english();
    assert!(!alphabet.has(0) && !alphabet.has(27));
    assert_eq!((alphabet.label(0), alphabet.label(27), alphabet.label(255)), ("", "", ""));
}

#[test]
fn text_is_read_in_any_case() {
    let alphabet = alphabet_of(&["A", "CH", "Ñ", "ß"]);
    assert_eq!(alphabet.tiles("aÑñ"), Ok(vec![1, 3, 3]));
    assert_eq!(alphabet.tiles("chChcHCH"), Ok(vec![2, 2, 2, 2]));
    assert_eq!(alphabet.tiles("ßSSss"), Ok(vec![4, 4, 4]));
}

#[test]
fn labels_are_written_as_they_were_given() {
    assert_eq!(alphabet_of(&["a", "Ch"]).text(&[2, 1]), "Cha");
}

#[test]
fn the_longest_label_that_fits_is_taken() {
    let alphabet = alphabet_of(&["C", "CH", "H", "L", "LL", "L·L"]);
    assert_eq!(alphabet.tiles("CHC"), Ok(vec![2, 1]));
    assert_eq!(alphabet.tiles("CCH"), Ok(vec![1, 2]));
    assert_eq!(alphabet.tiles("LLL"), Ok(vec![5, 4]));
    assert_eq!(alphabet.tiles("HL·LL"), Ok(vec![3, 6, 4]));
}

#[test]
fn text_without_a_tile_for_it_names_the_letter() {
    let alphabet = alphabet_of(&["A", "CH", "Ñ"]);
    assert_eq!(alphabet.tiles("A1").err(), Some(Misspelling::NoTile('1')));
    assert_eq!(alphabet.tiles("AC").err(), Some(Misspelling::NoTile('C')));
    assert_eq!(alphabet.tiles("n\u{303}").err(), Some(Misspelling::NoTile('N')));
    assert_eq!(alphabet.tiles("A\0").err(), Some(Misspelling::NoTile('\0')));
}

#[test]
fn a_word_ends_at_the_longest_and_a_text_does_not() {
    let alphabet = english();
    let longest = "Q".repeat(LONGEST_WORD);
    assert_eq!(alphabet.word(&longest).map(|word| word.len()), Ok(LONGEST_WORD));
    assert_eq!(alphabet.word(&format!("{longest}Q")).err(), Some(Misspelling::TooLong));
    assert_eq!(alphabet.tiles(&"Q".repeat(10_000)).map(|tiles| tiles.len()), Ok(10_000));
}

#[test]
fn an_alphabet_has_one_to_sixty_three_labels() {
    let labels: Vec<String> =
        ('A'..).take(64).map(|letter| format!("X{letter}").replace(['[', ']', '^'], "-")).collect();
    assert_eq!(fault_of(&labels[..0]), Fault::Labels);
    assert_eq!(fault_of(&labels), Fault::Labels);
    let letters: Vec<String> = ('\u{4e00}'..).take(63).map(String::from).collect();
    assert_eq!(alphabet_of(&letters).size(), 63);
}

#[test]
fn labels_that_could_not_be_told_apart_or_mean_something_else_are_refused() {
    for labels in [
        ["A", ""],
        ["A", "a"],
        ["SS", "ß"],
        ["A", "?"],
        ["A", "B*"],
        ["A", "B C"],
        ["A", "[CH]"],
        ["A", "\n"],
    ] {
        assert_eq!(fault_of(&labels), Fault::Labels, "{labels:?}");
    }
    assert_eq!(fault_of(&["ABCDEFGHI"]), Fault::Labels);
}
