//! Times the move generator on one thread: `movegen_bench WORDS LEAVES.klv2 [GAMES] [SEED] [ROUNDS | selfplay]`.
//!
//! `WORDS` is a text file of English words, one a line, or a KWG file. Prints the fastest of several rounds.

mod support;

use std::sync::Arc;
use std::time::Instant;

use tilecore::movegen::{Engine, Game, GameRules, Leaves, Match, Outlook, Rack, Random, Searcher};

use support::{BAG, equipment, graph};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number =
        |at: usize, usual: u64| arguments.get(at).map_or(usual, |text| text.parse().expect("a number"));
    let (games, seed) = (number(3, 200), number(4, 1));
    let only_games = arguments.get(5).is_some_and(|word| word == "selfplay");
    let rounds = if only_games { 1 } else { number(5, 5) };
    let graph = graph(arguments.get(1).expect("which words?"));
    let leaves = Leaves::read(&std::fs::read(arguments.get(2).expect("which leaves?")).expect("leaves"), 26)
        .expect("leaves");
    let begin = Instant::now();
    let engine = Engine::new(&graph, Arc::new(equipment())).expect("an engine");
    let compacted = begin.elapsed();
    engine.prepare();
    println!(
        "built: {compacted:.1?} graph, {:.1?} with the word map; {} bytes",
        begin.elapsed(),
        engine.memory()
    );
    let rules = GameRules { bag: BAG.to_vec(), least_bag_to_exchange: 7, scoreless_turns: 6 };
    let play = Match { engine: &engine, rules: &rules, leaves: [Some(&leaves); 2], seed, mirrored: false };

    let mut fastest = f64::MAX;
    for _ in 0..rounds {
        let begin = Instant::now();
        let tally = play.play(0..games, 1).expect("games");
        let seconds = begin.elapsed().as_secs_f64();
        if fastest == f64::MAX {
            println!("{tally:?}");
        }
        fastest = fastest.min(seconds);
    }
    println!("self-play: {:.0} games/s", games as f64 / fastest);

    if only_games {
        return;
    }

    // Positions of real games, for each part by itself.
    let mut positions: Vec<(tilecore::movegen::Board, Rack, Outlook<'_>)> = Vec::new();
    let mut searcher = Searcher::default();
    for number in 0..games.min(60) {
        let mut game = Game::new(&engine, &rules, Random::new(seed, number));
        while !game.is_over {
            positions.push((
                game.board.clone(),
                game.racks[game.to_move],
                game.outlook(&engine, Some(&leaves)),
            ));
            let turn = game.choose(&engine, &rules, Some(&leaves), &mut searcher);
            game.make(&engine, &rules, &turn, searcher.holding());
        }
    }
    let (mut best, mut all, mut any) = (f64::MAX, f64::MAX, f64::MAX);
    let mut plays = 0;
    for _ in 0..rounds {
        let begin = Instant::now();
        for (board, rack, outlook) in &positions {
            let wanted = tilecore::movegen::Wanted::best(1);
            std::hint::black_box(engine.best_plays(&mut searcher, board, rack, *outlook, wanted).len());
        }
        best = best.min(begin.elapsed().as_secs_f64());
        let begin = Instant::now();
        plays = 0;
        for (board, rack, outlook) in &positions {
            plays += engine.all_plays(&mut searcher, board, rack, *outlook).len();
        }
        all = all.min(begin.elapsed().as_secs_f64());
        let begin = Instant::now();
        for (board, rack, _) in &positions {
            std::hint::black_box(engine.exists_play(board, rack));
        }
        any = any.min(begin.elapsed().as_secs_f64());
    }
    let count = positions.len() as f64;
    println!("{count} positions, {:.0} plays each", plays as f64 / count);
    println!("best play on a new board: {:.1} us", 1e6 * best / count);
    println!("all plays, sorted: {:.1} us, {:.2} million/s", 1e6 * all / count, plays as f64 / all / 1e6);
    println!("whether a play exists: {:.2} us", 1e6 * any / count);
}
