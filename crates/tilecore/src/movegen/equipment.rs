//! What lies on a table: the board's premium squares, the tiles' values, and the few rules that scoring needs.

use super::play::Play;
use super::refusal::Refusal;
use crate::letters::MOST_LABELS;

/// Rows or columns that a board may have.
pub const MOST_SIDE: usize = 21;

/// Tiles that a rack may hold.
pub const MOST_RACK: usize = 15;

/// Lanes of the largest board: its rows and its columns.
pub(crate) const MOST_LANES: usize = 2 * MOST_SIDE;

/// Room for the squares of a lane: a power of two, so that a masked index needs no check.
pub(crate) const STRIDE: usize = 32;

/// Tile kinds by number: 0 is the blank, then the letters of the alphabet.
pub(crate) const KINDS: usize = MOST_LABELS + 1;

/// A score above this would not fit an equity in thousandths of a point.
const MOST_POINTS: i64 = 2_000_000;

/// The multipliers of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Premium {
    /// What the value of the tile first laid here is multiplied by.
    pub letter: u8,
    /// What its words are multiplied by.
    pub word: u8,
}

/// What somebody who wants an engine has to say about board, tiles and scoring.
#[derive(Clone, Debug)]
pub struct EquipmentPlan {
    /// The premium squares, row by row.
    pub rows: Vec<Vec<Premium>>,
    /// Row and column of the square that the first play covers.
    pub start: (usize, usize),
    /// The points of each letter in the order of the alphabet.
    pub values: Vec<u8>,
    /// For each letter whether it is a vowel; an opening should not put one beside a premium square.
    pub vowels: Vec<bool>,
    /// Tiles of a full rack.
    pub rack_size: usize,
    /// Points for playing a full rack in one turn.
    pub full_rack_bonus: u32,
    /// Letters that a word may have at most.
    pub longest_word: Option<usize>,
    /// What becomes of tiles that nobody plays.
    pub unplayed: Unplayed,
}

/// How often unplayed tiles count at the end of a game: factors of their points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unplayed {
    /// Those of the others for a player who is out.
    pub to_out: i8,
    /// Their own for those who are not, when somebody is.
    pub to_holder: i8,
    /// Their own for both when nobody is out.
    pub when_nobody_is_out: i8,
}

impl Unplayed {
    /// Whoever is out gains the others' tiles twice; when nobody is, each loses their own.
    pub const TWICE_TO_OUT: Unplayed = Unplayed { to_out: 2, to_holder: 0, when_nobody_is_out: -1 };

    /// By how much each point on an unplayed tile parts the player who is out from its holder.
    pub(crate) fn swing(self) -> i32 {
        i32::from(self.to_out) - i32::from(self.to_holder)
    }
}

/// Board, tiles and scoring, checked and laid out lane by lane.
///
/// The rows and columns are *lanes*: lane `r` is row `r` (plays going across), lane `height + c` is column `c` (plays
/// going down). Square (r, c) is position `c` of lane `r` and position `r` of lane `height + c`.
#[derive(Clone, Debug)]
pub struct Equipment {
    pub(crate) height: usize,
    pub(crate) width: usize,
    pub(crate) start: (usize, usize),
    premiums: [[Premium; STRIDE]; MOST_LANES],
    /// Points by kind.
    pub(crate) values: [i32; KINDS],
    /// Every letter of the alphabet, as bits.
    pub(crate) letters: u64,
    pub(crate) vowels: u64,
    /// By lane: squares where a vowel of the opening play lies beside a letter premium.
    pub(crate) exposed: [u32; MOST_LANES],
    pub(crate) rack_size: usize,
    pub(crate) full_rack_bonus: i32,
    pub(crate) longest_word: usize,
    pub(crate) unplayed: Unplayed,
    /// Whether rows and columns have the same premiums, so that an opening down mirrors one across.
    pub(crate) mirrors: bool,
    /// Whether every weight and value is small enough for the search by slots.
    pub(crate) suits_slots: bool,
}

impl Equipment {
    /// The equipment of a plan, or what is wrong with it.
    pub fn new(plan: &EquipmentPlan) -> Result<Equipment, Refusal> {
        let (height, width) = (plan.rows.len(), plan.rows.first().map_or(0, Vec::len));
        expect_plan(plan, height, width)?;
        let plain = Premium { letter: 1, word: 1 };
        let mut premiums = [[plain; STRIDE]; MOST_LANES];
        for (row, squares) in plan.rows.iter().enumerate() {
            for (col, &premium) in squares.iter().enumerate() {
                premiums[row][col] = premium;
                premiums[height + col][row] = premium;
            }
        }
        let mut values = [0; KINDS];
        let (mut letters, mut vowels) = (0, 0);
        for (letter, (&value, &vowel)) in (1..).zip(plan.values.iter().zip(&plan.vowels)) {
            values[letter] = i32::from(value);
            letters |= 1 << letter;
            vowels |= u64::from(vowel) << letter;
        }
        let mut equipment = Equipment {
            height,
            width,
            start: plan.start,
            mirrors: height == width && plan.start.0 == plan.start.1 && {
                (0..height).all(|lane| premiums[lane][..width] == premiums[height + lane][..width])
            },
            premiums,
            values,
            letters,
            vowels,
            exposed: [0; MOST_LANES],
            rack_size: plan.rack_size,
            full_rack_bonus: i32::try_from(plan.full_rack_bonus).unwrap_or(i32::MAX),
            longest_word: plan.longest_word.unwrap_or(MOST_SIDE),
            unplayed: plan.unplayed,
            suits_slots: false,
        };
        equipment.exposed = std::array::from_fn(|lane| equipment.exposed_squares(lane));
        equipment.suits_slots = equipment.most_weight() < 128 && plan.values.iter().all(|&v| v < 100);
        let most = equipment.most_points();
        if most > MOST_POINTS {
            return Err(Refusal::new(
                "points-too-large",
                format!(
                    "a play could score {most} points on this board; lower its word premiums or the tiles' values"
                ),
            ));
        }
        Ok(equipment)
    }

    /// Row and column of the first tile of a play, and whether it goes down.
    pub fn square(&self, play: &Play) -> (u8, u8, bool) {
        match usize::from(play.lane) {
            lane if lane < self.height => (play.lane, play.first, false),
            lane => (play.first, (lane - self.height) as u8, true),
        }
    }

    /// Rows and columns together.
    #[inline(always)]
    pub(crate) fn lanes(&self) -> usize {
        self.height + self.width
    }

    /// Squares of a lane.
    #[inline(always)]
    pub(crate) fn length(&self, lane: usize) -> usize {
        if lane < self.height { self.width } else { self.height }
    }

    /// The same square seen along the other direction.
    #[inline(always)]
    pub(crate) fn turn(&self, lane: usize, pos: usize) -> (usize, usize) {
        if lane < self.height { (self.height + pos, lane) } else { (pos, lane - self.height) }
    }

    /// The lanes on both sides of a lane.
    #[inline(always)]
    pub(crate) fn beside(&self, lane: usize) -> [Option<usize>; 2] {
        let (first, end) = if lane < self.height { (0, self.height) } else { (self.height, self.lanes()) };
        [(lane > first).then(|| lane - 1), (lane + 1 < end).then_some(lane + 1)]
    }

    #[inline(always)]
    pub(crate) fn premium(&self, lane: usize, pos: usize) -> Premium {
        self.premiums[lane][pos & (STRIDE - 1)]
    }

    /// The position of the start square in a lane that goes through it.
    #[inline(always)]
    pub(crate) fn start_in(&self, lane: usize) -> Option<usize> {
        if lane == self.start.0 {
            Some(self.start.1)
        } else if lane == self.height + self.start.1 {
            Some(self.start.0)
        } else {
            None
        }
    }

    fn exposed_squares(&self, lane: usize) -> u32 {
        if lane >= self.lanes() || self.start_in(lane).is_none() {
            return 0;
        }
        let beside_premium = |pos: &usize| {
            self.beside(lane).into_iter().flatten().any(|other| self.premium(other, *pos).letter > 1)
        };
        (0..self.length(lane)).filter(beside_premium).fold(0, |bits, pos| bits | 1 << pos)
    }

    /// The largest product of word multipliers that one play along `lane` can have.
    fn most_word(&self, lane: usize) -> i64 {
        let mut words: Vec<i64> =
            (0..self.length(lane)).map(|pos| i64::from(self.premium(lane, pos).word)).collect();
        words.sort_unstable_by_key(|&word| std::cmp::Reverse(word));
        words.iter().take(self.rack_size).fold(1, |product, &word| product.saturating_mul(word))
    }

    /// The largest factor that one tile's value can have, in its word and its crossing word together.
    fn most_weight(&self) -> i64 {
        let weight = |lane: usize| {
            let most = self.most_word(lane);
            (0..self.length(lane))
                .map(|pos| {
                    let premium = self.premium(lane, pos);
                    i64::from(premium.letter).saturating_mul(most.saturating_add(i64::from(premium.word)))
                })
                .max()
        };
        (0..self.lanes()).filter_map(weight).max().unwrap_or(1)
    }

    /// No play scores more than this.
    fn most_points(&self) -> i64 {
        let value = i64::from(self.values.into_iter().max().unwrap_or(0));
        let (laid, squares) = (self.rack_size as i64, self.height.max(self.width) as i64);
        let most = |lane: usize, factor: fn(Premium) -> u8| {
            (0..self.length(lane)).map(|pos| i64::from(factor(self.premium(lane, pos)))).max().unwrap_or(1)
        };
        let in_lane = |lane: usize| {
            let (letter, word) = (most(lane, |square| square.letter), most(lane, |square| square.word));
            // Tiles laid count by their letter factors, those that lie there once; so in the word and in what crosses it.
            let own = self.most_word(lane).saturating_mul(laid * letter + squares);
            own.saturating_add(laid * word * (letter + squares)).saturating_mul(value)
        };
        let points = (0..self.lanes()).map(in_lane).max().unwrap_or(0);
        points.saturating_add(i64::from(self.full_rack_bonus))
    }
}

fn expect_plan(plan: &EquipmentPlan, height: usize, width: usize) -> Result<(), Refusal> {
    let refuse = |code, sentence: String| Err(Refusal::new(code, sentence));
    let sides = 2..=MOST_SIDE;
    if !sides.contains(&height) || !sides.contains(&width) {
        return refuse(
            "board-size",
            format!("a board has 2 to {MOST_SIDE} rows and columns, not {height} by {width}"),
        );
    }
    if plan.rows.iter().any(|row| row.len() != width) {
        return refuse("board-size", "all rows of a board have the same number of squares".to_owned());
    }
    if plan.rows.iter().flatten().any(|square| square.letter == 0 || square.word == 0) {
        return refuse("premium", "a square multiplies by 1 or more".to_owned());
    }
    if plan.start.0 >= height || plan.start.1 >= width {
        return refuse("start-square", "the start square is not on the board".to_owned());
    }
    if plan.values.is_empty() || plan.values.len() > MOST_LABELS || plan.vowels.len() != plan.values.len() {
        return refuse("tile-set", format!("a tile set has 1 to {MOST_LABELS} letters, each with its value"));
    }
    if !(1..=MOST_RACK).contains(&plan.rack_size) {
        return refuse("rack-size", format!("a rack holds 1 to {MOST_RACK} tiles, not {}", plan.rack_size));
    }
    if plan.longest_word.is_some_and(|longest| longest < 2) {
        return refuse("longest-word", "words of two letters must be allowed".to_owned());
    }
    if !(0..=2).contains(&plan.unplayed.swing()) {
        return refuse(
            "unplayed",
            "a point on an unplayed tile counts at most twice, and against its holder".to_owned(),
        );
    }
    Ok(())
}
