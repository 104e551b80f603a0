//! No search, no play made and none taken back asks for memory, once a thread has warmed up.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

use tilecore::movegen::{
    Engine, Equipment, EquipmentPlan, LeaveGraph, Leaves, Outlook, Play, Premium, Rack, Random, Searcher,
    Unplayed, Wanted,
};
use tilecore::{Alphabet, WordGraph};

thread_local! {
    static REQUESTS: Cell<usize> = const { Cell::new(0) };
}

/// The system's memory, with a count of what a thread asks for.
struct Counting;

// SAFETY: everything is left to the system. Counting touches no memory that is handed out, asks for none and cannot panic:
// the counter is a constant at first and has no destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        REQUESTS.with(|requests| requests.set(requests.get() + 1));
        // SAFETY: the caller keeps the promises that the system asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the promises that the system asks for.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static MEMORY: Counting = Counting;

const WORDS: &str =
    "AT TA TAT ATE EAT TEA SEAT EATS TEAS ETA SAT TASTE STATE TASTES STATES TEST SET TEE SEE EASE TEASE";

fn engine() -> Engine {
    let plain = Premium { letter: 1, word: 1 };
    let plan = EquipmentPlan {
        rows: vec![vec![plain; 15]; 15],
        start: (7, 7),
        values: vec![1, 2, 3, 4],
        vowels: vec![true, true, false, false],
        rack_size: 7,
        full_rack_bonus: 50,
        longest_word: None,
        unplayed: Unplayed::TWICE_TO_OUT,
    };
    let words: Vec<&str> = WORDS.split(' ').collect();
    let alphabet = Alphabet::new(&["A", "E", "S", "T"]).unwrap();
    let graph = WordGraph::build(&words, alphabet).unwrap();
    Engine::new(&graph, Arc::new(Equipment::new(&plan).unwrap())).unwrap()
}

/// Plays a game of random plays and takes all of it back, with every question asked on the way.
fn game(engine: &Engine, leaves: &Leaves, searcher: &mut Searcher, seed: u64) -> usize {
    let mut random = Random::new(seed, 1);
    let mut board = engine.empty_board();
    let before = REQUESTS.with(Cell::get);
    let mut found = 0;
    for turn in 0..20 {
        let kinds = (0..7).map(|_| if random.below(12) == 0 { 0 } else { 1 + random.below(4) as u8 });
        let rack = Rack::of(kinds);
        let outlook = Outlook { bag: turn % 12, others_points: 5, leaves: Some(leaves) };
        engine.exists_play(&board, &rack);
        engine.best_plays(searcher, &board, &rack, outlook, Wanted::best(1));
        let plays = engine.all_plays(searcher, &board, &rack, outlook);
        found += plays.len();
        let play: Option<Play> = plays.get(random.below(plays.len().max(1)));
        if let Some(play) = play {
            engine.make(&mut board, &play);
        }
    }
    while board.unmake() {}
    assert!(found > 100);
    REQUESTS.with(Cell::get) - before
}

#[test]
fn searches_and_plays_ask_for_no_memory() {
    let engine = engine();
    engine.prepare();
    let shape = LeaveGraph::of_bag(&[2, 8, 8, 8, 8], 6).unwrap();
    let values = (0..shape.count() as i32).collect();
    let leaves = Leaves::with_values(shape, values).unwrap();
    let mut searcher = Searcher::default();
    // The first games find out how long lists become.
    let warm_up: usize = (0..10).map(|seed| game(&engine, &leaves, &mut searcher, seed)).sum();
    assert!(warm_up > 0);
    for seed in 0..10 {
        assert_eq!(game(&engine, &leaves, &mut searcher, seed), 0);
    }
}
