//! Leave values learned from games: what racks that contain a leave bring, beyond what racks bring on average.

use std::ops::Range;

use super::engine::Searcher;
use super::game::Turn;
use super::leaves::{LeaveGraph, Leaves};
use super::refusal::Refusal;
use super::selfplay::Match;

/// What has been seen of each leave. Only sums, so that neither the order of games nor the number of threads matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observations {
    /// By rank: the equities of turns from racks with this leave, added up, in thousandths of a point.
    sums: Vec<i64>,
    /// By rank: how many those were.
    counts: Vec<u32>,
    total: i64,
    turns: u64,
}

/// A leave seen this often is believed as much as what its parts say of it. The equity of a turn varies by about 25
/// points, and the parts are off by about 1.5: (25 / 1.5)² is about 280.
const HALF_BELIEF: i64 = 280;

const HEAD: usize = 16;
const ENTRY: usize = 12;

impl Observations {
    /// Nothing seen yet.
    pub fn new(shape: &LeaveGraph) -> Observations {
        Observations { sums: vec![0; shape.count()], counts: vec![0; shape.count()], total: 0, turns: 0 }
    }

    /// How many turns were seen.
    pub fn turns(&self) -> u64 {
        self.turns
    }

    /// Plays the games of these numbers and adds what was seen in them.
    pub fn watch(
        &mut self,
        play: &Match<'_>,
        shape: &LeaveGraph,
        games: Range<u64>,
        threads: usize,
    ) -> Result<(), Refusal> {
        self.expect_shape(shape)?;
        let fresh = || (Observations::new(shape), Vec::new());
        let gathered = play.on_threads(games, threads, fresh, |(seen, reached), number, searcher| {
            play.game(number, searcher, |game, turn, searcher| {
                // The last turns are about going out, not about leaves.
                if game.bag_size() >= game.racks[game.to_move].size() {
                    seen.note(shape, turn, searcher, reached);
                }
            });
        })?;
        for (seen, _) in gathered {
            self.add(&seen);
        }
        Ok(())
    }

    fn note(&mut self, shape: &LeaveGraph, turn: &Turn, searcher: &Searcher, reached: &mut Vec<(u32, u32)>) {
        let holding = searcher.holding();
        let equity = match turn {
            Turn::Place(play) => play.equity,
            Turn::Exchange(kept) => holding.leave_value(*kept),
            Turn::Pass => 0,
        };
        let equity = i64::from(equity);
        self.total += equity;
        self.turns += 1;
        shape.for_each_set(holding.kinds(), reached, |_, rank| {
            self.sums[rank] += equity;
            self.counts[rank] += 1;
        });
    }

    fn add(&mut self, other: &Observations) {
        self.total += other.total;
        self.turns += other.turns;
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum += more;
        }
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count = count.saturating_add(*more);
        }
    }

    /// The leave values: for each leave what was seen of it, drawn towards what its parts say the less often it was seen.
    ///
    /// Two tiles are expected to add up; of a larger leave L each pair of tiles a, b says L-a + L-b - L-a-b.
    pub fn leaves(&self, shape: &LeaveGraph) -> Result<Leaves, Refusal> {
        self.expect_shape(shape)?;
        let mean = self.total / i64::try_from(self.turns.max(1)).unwrap_or(i64::MAX);
        let mut values = vec![0i32; shape.count()];
        let mut by_size: Vec<Vec<(usize, Vec<u8>)>> = Vec::new();
        let mut rank = 0;
        shape.for_each(&mut |leave| {
            if by_size.len() < leave.len() {
                by_size.resize(leave.len(), Vec::new());
            }
            by_size[leave.len() - 1].push((rank, leave.to_vec()));
            rank += 1;
        });
        for leaves in &by_size {
            for (rank, leave) in leaves {
                let expected = expected_value(leave, shape, &values);
                let count = i64::from(self.counts[*rank]);
                let seen = self.sums[*rank] - mean * count;
                values[*rank] = ((seen + expected * HALF_BELIEF) / (count + HALF_BELIEF)) as i32;
            }
        }
        Leaves::with_values(shape.clone(), values)
    }

    /// The observations as bytes, to go on with later.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD + ENTRY * self.sums.len());
        bytes.extend(self.total.to_le_bytes());
        bytes.extend(self.turns.to_le_bytes());
        for (sum, count) in self.sums.iter().zip(&self.counts) {
            bytes.extend(sum.to_le_bytes());
            bytes.extend(count.to_le_bytes());
        }
        bytes
    }

    /// The observations that [`Observations::write`] gave.
    pub fn read(bytes: &[u8], shape: &LeaveGraph) -> Result<Observations, Refusal> {
        if bytes.len() != HEAD + ENTRY * shape.count() {
            return Err(Refusal::new(
                "observations",
                "what was kept of an earlier training is damaged or of another tile set",
            ));
        }
        let number = |at: usize| bytes[at..].first_chunk().map_or(0, |chunk| i64::from_le_bytes(*chunk));
        let entries = (0..shape.count()).map(|rank| HEAD + ENTRY * rank);
        Ok(Observations {
            total: number(0),
            turns: number(8) as u64,
            sums: entries.clone().map(number).collect(),
            counts: entries
                .map(|at| bytes[at + 8..].first_chunk().map_or(0, |chunk| u32::from_le_bytes(*chunk)))
                .collect(),
        })
    }

    fn expect_shape(&self, shape: &LeaveGraph) -> Result<(), Refusal> {
        if self.sums.len() == shape.count() {
            return Ok(());
        }
        Err(Refusal::new("observations", "the observations are of another tile set"))
    }
}

/// What smaller leaves, whose values are known, say of a leave.
fn expected_value(leave: &[u8], shape: &LeaveGraph, values: &[i32]) -> i64 {
    let value = |left_out: &[usize]| {
        let mut part = [0; super::equipment::MOST_RACK];
        let mut size = 0;
        for (index, &kind) in leave.iter().enumerate() {
            if !left_out.contains(&index) {
                part[size] = kind;
                size += 1;
            }
        }
        shape.rank(&part[..size]).map_or(0, |rank| i64::from(values[rank]))
    };
    match leave.len() {
        0 | 1 => 0,
        2 => value(&[0]) + value(&[1]),
        size => {
            let without: Vec<i64> = (0..size).map(|index| value(&[index])).collect();
            let (mut sum, mut pairs) = (0, 0);
            for first in 0..size {
                for second in first + 1..size {
                    sum += without[first] + without[second] - value(&[first, second]);
                    pairs += 1;
                }
            }
            sum / pairs
        }
    }
}
