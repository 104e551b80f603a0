//! The best few plays seen so far.

use super::play::{Record, TileWord};
use super::walk::Sink;

/// The best `most` plays of equity `at_least` or more, best first.
pub(crate) struct Top<T> {
    plays: Vec<Record<T>>,
    most: usize,
    at_least: i32,
}

impl<T: TileWord> Top<T> {
    pub(crate) fn new() -> Top<T> {
        Top { plays: Vec::new(), most: 0, at_least: 0 }
    }

    /// Forgets all plays; from now on the best `most` of equity `at_least` or more are wanted.
    pub(crate) fn clear(&mut self, most: usize, at_least: i32) {
        self.plays.clear();
        self.most = most;
        self.at_least = at_least;
    }

    /// A play of less equity than this is not wanted.
    #[inline(always)]
    pub(crate) fn at_least(&self) -> i32 {
        self.at_least
    }

    /// Whether only the very best is wanted.
    pub(crate) fn wants_one(&self) -> bool {
        self.most == 1
    }

    pub(crate) fn plays(&self) -> &[Record<T>] {
        &self.plays
    }

    /// Keeps the play if it is among the best.
    #[inline]
    pub(crate) fn offer(&mut self, play: Record<T>) {
        if play.equity < self.at_least {
            return;
        }
        let place = self.plays.partition_point(|other| other.rank() < play.rank());
        if place == self.most {
            return;
        }
        if self.plays.len() == self.most {
            self.plays.pop();
        }
        self.plays.insert(place, play);
        if self.plays.len() == self.most {
            self.at_least = self.plays[self.most - 1].equity;
        }
    }
}

impl<T: TileWord> Sink<T> for Top<T> {
    #[inline(always)]
    fn take(&mut self, play: Record<T>) {
        self.offer(play);
    }
}
