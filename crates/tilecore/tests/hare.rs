//! The Hare solver without Python: premiums, blanks, bonuses, threads, and plans that are refused.

use tilecore::hare::{BonusWord, Budget, Control, Effort, Puzzle, PuzzlePlan, Solution, solve};
use tilecore::movegen::Premium;
use tilecore::{Alphabet, WordGraph};

const PLAIN: Premium = Premium { letter: 1, word: 1 };

fn tiles(word: &str) -> Vec<u8> {
    word.bytes().map(|letter| letter - b'A' + 1).collect()
}

fn graph(words: &[&str]) -> WordGraph {
    let labels: Vec<String> = ('A'..='Z').map(String::from).collect();
    WordGraph::build(words, Alphabet::new(&labels).expect("26 letters")).expect("a graph")
}

/// A plain board of five by five on which AT lies in the middle row; one of each letter but two of A and T.
fn plan(list: &WordGraph) -> PuzzlePlan<'_> {
    let mut counts = vec![1; 26];
    counts[0] = 2;
    counts[19] = 2;
    PuzzlePlan {
        rows: vec![vec![PLAIN; 5]; 5],
        values: vec![1; 26],
        counts,
        blanks: 0,
        longest_word: Some(4),
        fixed: vec![(2, 1, 1), (2, 2, 20)],
        bonuses: Vec::new(),
        unplayed_count: false,
        lists: vec![list],
        extra_words: Vec::new(),
    }
}

fn best(plan: &PuzzlePlan<'_>, threads: usize) -> Solution {
    best_in(3000, plan, threads)
}

fn best_in(steps: u64, plan: &PuzzlePlan<'_>, threads: usize) -> Solution {
    let puzzle = Puzzle::new(plan).expect("a puzzle");
    let effort = Effort { budget: Budget::Steps(steps), threads, seed: 1 };
    solve(&puzzle, &effort, &Control::default()).expect("a board")
}

fn refusal(plan: &PuzzlePlan<'_>) -> &'static str {
    Puzzle::new(plan).err().expect("a refusal").code
}

#[test]
fn a_premium_counts_in_both_words_that_cross_on_it() {
    let list = graph(&["AT", "TAB"]);
    let mut plan = plan(&list);
    plan.rows[2][2] = Premium { letter: 1, word: 3 };
    plan.counts[19] = 1;
    let found = best(&plan, 1);
    // AT and TAB share the T on the square that triples words.
    assert_eq!(found.standing.score, 3 * 2 + 3 * 3);
}

#[test]
fn a_blank_spoils_a_bonus_word_only_where_it_may_not_be_in_it() {
    let list = graph(&["AT", "TAT"]);
    for (blanks_allowed, bonus) in [(false, 0), (true, 50)] {
        let mut plan = plan(&list);
        (plan.counts[19], plan.blanks) = (1, 1);
        plan.bonuses = vec![BonusWord { word: tiles("TAT"), points: 50, blanks_allowed }];
        assert_eq!(best(&plan, 1).standing.bonus, bonus);
    }
}

#[test]
fn a_blank_lies_in_the_starting_word_only_where_its_own_tiles_lack() {
    let list = graph(&["AT", "TAT", "TA"]);
    let blanks_of = |plan: &PuzzlePlan<'_>| -> Vec<bool> {
        let is_blank = |&(row, col, _): &(usize, usize, u8)| best(plan, 1).squares[row * 5 + col] > 128;
        plan.fixed.iter().map(is_blank).collect()
    };
    let mut plan = plan(&list);
    (plan.counts[0], plan.counts[19], plan.blanks, plan.unplayed_count) = (2, 1, 1, true);
    // A second T brings twice as much elsewhere.
    plan.rows.iter_mut().flatten().for_each(|square| square.letter = 2);
    (plan.rows[2][1].letter, plan.rows[2][2].letter) = (1, 1);
    assert_eq!(best(&plan, 1).squares.iter().filter(|&&square| square > 128).count(), 1);
    assert_eq!(blanks_of(&plan), [false, false]);
    plan.counts[19] = 0;
    assert_eq!(blanks_of(&plan), [false, true]);
}

#[test]
fn threads_do_not_change_the_board() {
    let list = graph(&["AT", "TAB", "BAT", "CAB", "ACT", "TACT", "TAX"]);
    let alone = best(&plan(&list), 1);
    assert_eq!(best(&plan(&list), 3).squares, alone.squares);
    assert!(alone.standing.is_complete());
}

#[test]
fn threads_do_not_change_the_board_of_several_islands() {
    let list = graph(&["AT", "TAB", "BAT", "CAB", "ACT", "TACT", "TAX"]);
    // A prelude, and two islands of which one is left.
    let steps = 2_300_000;
    let alone = best_in(steps, &plan(&list), 1);
    assert_eq!(best_in(steps, &plan(&list), 3).squares, alone.squares);
    assert!(alone.standing.is_complete());
}

#[test]
fn a_search_that_was_stopped_before_it_began_has_the_starting_word() {
    let list = graph(&["AT", "TAB"]);
    let puzzle = Puzzle::new(&plan(&list)).expect("a puzzle");
    let control = Control::default();
    control.stop();
    let effort = Effort { budget: Budget::Seconds(1e6), threads: 2, seed: 1 };
    let found = solve(&puzzle, &effort, &control).expect("a board");
    assert_eq!(found.squares.iter().filter(|&&square| square != 0).count(), 2);
    assert_eq!(control.best(&puzzle).expect("the same").squares, found.squares);
}

#[test]
fn plans_that_make_no_board_are_refused() {
    let list = graph(&["AT", "TAB"]);
    let fine = || plan(&list);
    assert_eq!(refusal(&PuzzlePlan { rows: vec![vec![PLAIN; 30]; 5], ..fine() }), "board-size");
    assert_eq!(refusal(&PuzzlePlan { values: vec![1; 3], counts: vec![1; 3], ..fine() }), "other-tiles");
    assert_eq!(refusal(&PuzzlePlan { counts: vec![0; 26], ..fine() }), "no-board");
    assert_eq!(refusal(&PuzzlePlan { fixed: vec![(2, 1, 1), (2, 2, 2)], ..fine() }), "bad-start");
    assert_eq!(refusal(&PuzzlePlan { fixed: vec![(9, 9, 1)], ..fine() }), "fixed-tile");
    assert_eq!(refusal(&PuzzlePlan { longest_word: Some(1), ..fine() }), "longest-word");
    assert_eq!(refusal(&PuzzlePlan { extra_words: vec![vec![0, 90]], ..fine() }), "bad-word");
    let tripled = vec![vec![Premium { letter: 1, word: 9 }; 21]; 21];
    assert_eq!(refusal(&PuzzlePlan { rows: tripled, longest_word: None, ..fine() }), "premiums");
}
