//! Measures the word graph and prints one JSON object.
//!
//! `cargo run --release --package tilecore --example bench_graph -- WORDS.txt`
//!
//! The words are those of a text file, one a line, in the letters A to Z.

#[path = "../tests/graph/support/mod.rs"]
mod support;

use std::collections::HashSet;
use std::env;
use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::time::Instant;

use support::english;
use support::random::Random;
use tilecore::{Nodes, WordGraph};

const ROUNDS: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("give the file of words")?;
    let text = fs::read_to_string(path)?;
    let mut words: Vec<&str> = text.split_whitespace().collect();
    words.sort_unstable();
    words.dedup();
    let alphabet = english();

    let (build_seconds, graph) = best_of(ROUNDS, || WordGraph::build(&words, alphabet.clone()));
    let graph = graph?;
    let nodes: Nodes = graph.nodes().clone();
    let (open_seconds, opened) = best_of(ROUNDS, || WordGraph::open(nodes.clone(), alphabet.clone()));
    let opened = opened?;
    let (read_seconds, read) = best_of(ROUNDS, || WordGraph::read(nodes.clone(), alphabet.clone()));
    let word_count = read?.word_count()?;

    let questions = good_and_bad(&words);
    let (check_seconds, good) =
        best_of(ROUNDS, || questions.iter().filter(|question| black_box(&opened).contains(question)).count());
    if good != word_count {
        return Err(format!("{good} of the words were found, not {word_count}").into());
    }
    println!(
        concat!(
            "{{\"words\": {}, \"build_seconds\": {:.4}, \"node_count\": {}, \"bytes\": {}, ",
            "\"member_checks_per_second\": {:.0}, \"open_seconds\": {:.6}, \"read_seconds\": {:.4}}}"
        ),
        word_count,
        build_seconds,
        graph.nodes().as_slice().len(),
        size_of_val(graph.nodes().as_slice()),
        questions.len() as f64 / check_seconds,
        open_seconds,
        read_seconds,
    );
    Ok(())
}

/// The shortest time of several runs, and what the last one gave.
fn best_of<Answer>(rounds: usize, mut run: impl FnMut() -> Answer) -> (f64, Answer) {
    let mut time_one = || {
        let start = Instant::now();
        let answer = run();
        (start.elapsed().as_secs_f64(), answer)
    };
    let (mut best, mut answer) = time_one();
    for _ in 1..rounds {
        let seconds;
        (seconds, answer) = time_one();
        best = best.min(seconds);
    }
    (best, answer)
}

/// Each word and a near miss of it, well shuffled.
fn good_and_bad(words: &[&str]) -> Vec<String> {
    let known: HashSet<&str> = words.iter().copied().collect();
    let mut random = Random::new(2026);
    let mut questions = Vec::with_capacity(2 * words.len());
    for word in words {
        let mut letters = word.as_bytes().to_vec();
        let miss = loop {
            let at = random.below(letters.len());
            letters[at] = b'A' + random.below(26) as u8;
            let miss = String::from_utf8_lossy(&letters).into_owned();
            if !known.contains(miss.as_str()) {
                break miss;
            }
        };
        questions.push((*word).to_owned());
        questions.push(miss);
    }
    random.shuffle(&mut questions);
    questions
}
