//! The generator and the search for the best plays against the plain search, on boards and racks of all kinds.

use std::collections::BTreeSet;

use tilecore::movegen::{
    BLANK, BLANK_FLAG, Board, Engine, LeaveGraph, Leaves, Outlook, Play, Rack, Random, Searcher, Wanted,
};

use super::support::plain::{Found, Grid, Plain, found, lay, some_leaves};

const WORDS: &str = "AA AB AD AE AG AH AI AL AM AN AR AS AT AW AX AY BA BE BI BO BY DE DO ED EF EH EL EM EN ER ES EX FA \
    GO HA HE HI HO ID IF IN IS IT JO KA LA LI LO MA ME MI MO MU MY NA NE NO NU OD OE OF OH OM ON OP OR OS OW OX OY PA \
    PE PI QI RE SH SI SO TA TI TO UH UM UN UP US UT WE WO XI XU YA YE YO ZA CAT CATS CARE CARES CARED RACE RACES ACRE \
    ACRES SCARE QUIT QUITS QUIET QUIETS ZOO ZOOS JOB JOBS FIX FOX VEX VEXED WAVE WAVES RETAIN RETAINS RETINA NASTIER \
    STAINER RETINAS EAT EATS TEA TEAS ATE ETA SEAT TEASE LEAD DEAL DEALT LEADING DEALING ALIGNED INK INKS KIN SKIN PIN \
    PINS SPIN NIP GUN GUNS SUNG SNUG HOUSE HOUSES RHYME RHYMES MYTH FLY FLYING BOX BOXES DOG DOGS GOD TOAD TOADS ROAD \
    ROADS ORE ORES ROSE SORE ZONE ZONES JINX LYNX RELATION ORIENTAL RATIONALE";

struct Checked {
    positions: usize,
    plays: usize,
}

/// Plays random games on one board with plays taken back now and then, and compares everything on the way.
fn check(
    plain: &Plain,
    engine: &Engine,
    leaves: Option<&Leaves>,
    games: u64,
    rack_of: impl Fn(&mut Random) -> Vec<u8>,
) -> Checked {
    let height = plain.letter.len();
    let mut searcher = Searcher::default();
    let mut checked = Checked { positions: 0, plays: 0 };
    for seed in 0..games {
        let mut random = Random::new(seed, 77);
        let mut grid = plain.empty();
        // Every third game begins with tiles that are no words.
        if seed % 3 == 2 {
            for _ in 0..random.below(12) + 2 {
                let (row, col) = (random.below(height), random.below(grid[0].len()));
                let letter = random.below(plain.values.len()) as u8 + 1;
                grid[row][col] = if random.below(5) == 0 { letter | BLANK_FLAG } else { letter };
            }
            // A blank that stands for nothing yet.
            grid[random.below(height)][0] = BLANK_FLAG;
        }
        let mut board = engine.board(&grid.concat()).unwrap();
        let mut grids = Vec::new();
        for turn in 0..12 {
            let rack = rack_of(&mut random);
            let outlook = Outlook {
                bag: if turn > 8 { 0 } else { random.below(20) },
                others_points: random.below(30) as i32,
                leaves,
            };
            let want = plain.plays(&grid, &rack);
            let dealt = Rack::of(rack.iter().copied());
            let all: Vec<Play> = engine.all_plays(&mut searcher, &board, &dealt, outlook).iter().collect();
            let listed: Found = all.iter().map(|play| found(play, height)).collect();
            assert_eq!(listed.len(), all.len(), "a play is listed twice");
            let show =
                |set: &Found, other: &Found| set.difference(other).take(3).cloned().collect::<Vec<_>>();
            assert_eq!(
                listed,
                want,
                "missing {:?}, wrong {:?}, rack {rack:?}, grid {grid:?}",
                show(&want, &listed),
                show(&listed, &want)
            );
            for count in [1, 4] {
                let best: Vec<Play> = engine
                    .best_plays(&mut searcher, &board, &dealt, outlook, Wanted::best(count))
                    .iter()
                    .collect();
                let first: Vec<Play> = all.iter().take(count).copied().collect();
                assert_eq!(best, first, "rack {rack:?}, grid {grid:?}");
            }
            assert_eq!(engine.exists_play(&board, &dealt), !want.is_empty());
            checked.positions += 1;
            checked.plays += all.len();
            if turn % 4 == 3 && board.unmake() {
                grid = grids.pop().unwrap();
            } else if !all.is_empty() {
                let play = all[random.below(all.len())];
                grids.push(grid.clone());
                engine.make(&mut board, &play);
                lay(&mut grid, &found(&play, height));
            }
            expect_same(&board, &grid);
        }
    }
    checked
}

fn expect_same(board: &Board, grid: &Grid) {
    for (row, line) in grid.iter().enumerate() {
        for (col, &tile) in line.iter().enumerate() {
            assert_eq!(board.tile(row, col), tile);
        }
    }
}

fn english_rack(size: usize, blank_in: usize) -> impl Fn(&mut Random) -> Vec<u8> {
    move |random| {
        let letters = b"EEEEAAAIIIOOONNNRRRTTTLLSSUUDDGGBCMPFHVWYKJXQZ";
        (0..size)
            .map(|_| match random.below(blank_in) {
                0 => BLANK,
                _ => letters[random.below(letters.len())] - b'A' + 1,
            })
            .collect()
    }
}

#[test]
fn agrees_with_a_plain_search_on_the_standard_board() {
    let plain = Plain::standard(WORDS);
    let engine = plain.engine();
    let leaves = some_leaves(26);
    let checked = check(&plain, &engine, Some(&leaves), 6, english_rack(7, 14));
    assert!(checked.positions >= 70 && checked.plays > 10_000, "{} {}", checked.positions, checked.plays);
}

#[test]
fn agrees_without_leaves_and_with_short_racks() {
    let plain = Plain::standard(WORDS);
    let engine = plain.engine();
    for size in [1, 2, 5] {
        check(&plain, &engine, None, 3, english_rack(size, 6));
    }
}

#[test]
fn agrees_on_a_board_that_is_neither_square_nor_symmetrical() {
    let rows = ["T.d.T...D", "..t....t.", "D...d.T..", ".d.....d.", "T..D....t", "...t.D...", "d.......T"];
    let mut plain = Plain::standard(WORDS);
    let board = Plain::new(&rows, (2, 5), BTreeSet::new(), Vec::new());
    (plain.letter, plain.word, plain.start) = (board.letter, board.word, board.start);
    let engine = plain.engine();
    let leaves = some_leaves(26);
    check(&plain, &engine, Some(&leaves), 6, english_rack(7, 10));
}

#[test]
fn agrees_when_long_words_are_forbidden() {
    let mut plain = Plain::standard(WORDS);
    plain.longest = 5;
    let engine = plain.engine();
    check(&plain, &engine, None, 3, english_rack(7, 10));
}

#[test]
fn agrees_with_eight_tiles_and_with_ten() {
    for (size, games) in [(8, 3), (10, 1)] {
        let mut plain = Plain::standard(WORDS);
        plain.rack_size = size;
        let engine = plain.engine();
        let leaves = some_leaves(26);
        check(&plain, &engine, Some(&leaves), games, english_rack(size, 20));
    }
}

#[test]
fn agrees_with_more_blanks_than_the_word_map_knows() {
    let plain = Plain::standard("AT TA TAT ATE EAT TEA SEAT EATS TEAS OX ZA");
    let engine = plain.engine();
    check(&plain, &engine, None, 6, english_rack(5, 2));
    let seven = Rack::of([BLANK; 7]);
    let mut searcher = Searcher::default();
    let board = engine.empty_board();
    let outlook = Outlook { bag: 80, others_points: 0, leaves: None };
    assert_eq!(
        engine.all_plays(&mut searcher, &board, &seven, outlook).len(),
        plain.plays(&plain.empty(), &[BLANK; 7]).len()
    );
}

#[test]
fn agrees_with_an_alphabet_of_sixty_three_letters() {
    let mut random = Random::new(3, 9);
    let mut words = BTreeSet::new();
    while words.len() < 700 {
        let length = random.below(5) + 2;
        // Few letters make most words, so that there is something to play.
        let letter =
            |random: &mut Random| if random.below(3) == 0 { random.below(63) } else { 55 + random.below(8) };
        words.insert((0..length).map(|_| letter(&mut random) as u8 + 1).collect::<Vec<u8>>());
    }
    let values = (0..63).map(|letter| letter % 11).collect();
    let rows = [
        "T...d...D",
        ".D.t...t.",
        "..D...d..",
        "d..D...d.",
        "....D....",
        ".t...t...",
        "..d...d..",
        "T..d...D.",
        "d...T...d",
    ];
    let plain = Plain::new(&rows, (4, 4), words, values);
    let engine = plain.engine();
    let leaves = some_leaves(63);
    check(&plain, &engine, Some(&leaves), 12, |random| {
        (0..7)
            .map(|_| match random.below(12) {
                0 => BLANK,
                n if n < 4 => random.below(63) as u8 + 1,
                _ => 56 + random.below(8) as u8,
            })
            .collect()
    });
}

#[test]
fn agrees_on_a_board_where_every_square_triples_the_word() {
    let mut plain = Plain::standard("AT TA TAT ATE EAT TEA SEAT EATS TEAS OX ZA");
    let board = Plain::new(&["TTTTTTTT"; 8], (3, 3), BTreeSet::new(), Vec::new());
    (plain.letter, plain.word, plain.start) = (board.letter, board.word, board.start);
    let engine = plain.engine();
    check(&plain, &engine, None, 6, |random| {
        (0..7).map(|_| [1, 5, 19, 20, 20, 1, BLANK][random.below(7)]).collect()
    });
}

/// Small enough for Miri, which takes a second for what otherwise takes a millisecond: `make miri`.
#[test]
fn agrees_in_a_small_game() {
    let mut plain = Plain::standard("AT TA EAT SEAT");
    let board =
        Plain::new(&["T...d", ".D.t.", "..D..", ".t.D.", "d...T"], (2, 2), BTreeSet::new(), Vec::new());
    (plain.letter, plain.word, plain.start) = (board.letter, board.word, board.start);
    let engine = plain.engine();
    let checked = check(&plain, &engine, Some(&small_leaves()), 1, |random| {
        (0..4).map(|_| [1, 5, 19, 20, 20, BLANK][random.below(6)]).collect()
    });
    assert!(checked.plays > 20, "{}", checked.plays);
}

/// The leaves of one tile or two.
fn small_leaves() -> Leaves {
    let shape = LeaveGraph::of_bag(&[1; 27], 2).unwrap();
    let values = (0..shape.count() as i32).map(|rank| 40 * rank - 5_000).collect();
    Leaves::with_values(shape, values).unwrap()
}
