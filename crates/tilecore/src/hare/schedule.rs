//! How a solve divides its time: preludes, parts of the cooling, islands, and boards on each of them.

use super::search::Leg;

/// Each prelude has this share of the next one's time, if that is so many minutes at least.
const PRELUDE: f64 = 0.1;
const PRELUDE_MINUTES: f64 = 2.0 / 60.0;
/// Minutes that make it worth to have one more island. What a population will come to is decided while it is hot, by
/// chance as much as by anything that can be seen there: so many begin, and only the best end.
const ISLAND_MINUTES: f64 = 0.3125;
/// As many as half an hour has use for; a longer solve has larger ones.
const MOST_ISLANDS: f64 = 100.0;
/// Of the islands so many are left in the end, and the legs between which the others are given up.
const LAST_ISLANDS: f64 = 0.1875;
const RACE: (usize, usize) = (8, 13);
/// Boards of an island that has a minute, at first and at last; one that has longer has more, by this power of the time.
///
/// Where it is hot a short time is enough, and the skeletons of many boards can be compared; where it is cold the few
/// that are left need a long one.
const BOARDS_A_MINUTE: (f64, f64) = (64.0, 12.0);
const BOARDS_POWER: f64 = 0.5;
/// More would take more memory than they are worth.
const MOST_BOARDS: usize = 200;
/// Parts of the cooling, after each of which the population is drawn anew.
pub(super) const LEGS: usize = 16;
/// The first legs, in which a board needs no more steps than it has in a solve of so many minutes: where it is that
/// hot a longer one made no board better. What they leave is time for the colder legs.
const HOT_LEGS: usize = 7;
const HOT_MINUTES: f64 = 0.05;
/// The temperatures at the beginning, where a draft changes without end, before the last leg, below which little is
/// gained, and at the end, where a draft is frozen.
const HOT: f64 = 12.0;
const COLD: f64 = 3.0;
const FROZEN: f64 = 2.0;
/// The share of a solve in which its best board is polished, and tiles tried there in the time of one step.
pub(super) const POLISHING: f64 = 0.04;
pub(super) const TRIES_A_STEP: f64 = 100.0;

/// Shares of a solve that go to coolings of their own before the main one, the shortest first.
///
/// A cooling has no good board before it is well on its way. Whoever stops a long one early has the board of the last
/// prelude, which had at least an eleventh of the time until then.
pub(super) fn preludes(minutes: f64) -> Vec<f64> {
    let shares = std::iter::successors(Some(PRELUDE), |share| Some(share * PRELUDE));
    let mut shares: Vec<f64> = shares.take_while(|share| share * minutes >= PRELUDE_MINUTES).collect();
    shares.reverse();
    shares
}

/// How many islands there are in a leg of a cooling for which one thread would take so many minutes.
pub(super) fn islands(minutes: f64, leg: usize) -> usize {
    let first = (minutes / ISLAND_MINUTES).round().clamp(1.0, MOST_ISLANDS);
    let last = (first * LAST_ISLANDS).round().max(1.0);
    let raced = leg.saturating_sub(RACE.0) as f64 / (RACE.1 - RACE.0) as f64;
    (first * (last / first).powf(raced.min(1.0))).round() as usize
}

/// How many boards each island has in a leg if one thread would take so many minutes for it; on all of them together
/// there is work for all threads.
pub(super) fn population_size(minutes: f64, (islands, threads): (usize, usize), leg: usize) -> usize {
    let (first, last) = BOARDS_A_MINUTE;
    let a_minute = first * (last / first).powf(leg as f64 / (LEGS - 1) as f64);
    let boards = (a_minute * minutes.powf(BOARDS_POWER)).round() as usize;
    (islands * boards.clamp(1, MOST_BOARDS)).next_multiple_of(threads).div_ceil(islands)
}

pub(super) fn leg(number: usize) -> Leg {
    let share = |number: usize| number as f64 / LEGS as f64;
    let temperature = |number: usize| {
        if number == LEGS { FROZEN } else { HOT * (COLD / HOT).powf(number as f64 / (LEGS - 1) as f64) }
    };
    Leg {
        temperature: (temperature(number), temperature(number + 1)),
        before: share(number),
        after: share(number + 1),
    }
}

/// The share of a cooling that is over when so many legs are.
pub(super) fn time_share(legs: usize, minutes: f64) -> f64 {
    // A hot leg takes longer only as there are more boards in a longer solve.
    let hot = (HOT_MINUTES / minutes).powf(1.0 - BOARDS_POWER).min(1.0);
    let time = |legs: usize| hot * legs.min(HOT_LEGS) as f64 + legs.saturating_sub(HOT_LEGS) as f64;
    time(legs) / time(LEGS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_solve_has_one_island_and_a_long_one_many_of_which_few_are_left() {
        assert!((0..LEGS).all(|leg| islands(0.0, leg) == 1 && islands(0.3, leg) == 1));
        let of_five_minutes: Vec<usize> = (0..LEGS).map(|leg| islands(5.0, leg)).collect();
        assert_eq!(of_five_minutes, [16, 16, 16, 16, 16, 16, 16, 16, 16, 11, 8, 6, 4, 3, 3, 3]);
        assert_eq!((islands(1e12, 0), islands(1e12, LEGS - 1)), (100, 19));
    }

    #[test]
    fn all_islands_together_have_work_for_all_threads() {
        assert_eq!(population_size(1.0, (1, 1), 0), 64);
        assert_eq!(population_size(1.0, (1, 5), 0), 65);
        assert_eq!(population_size(1.0, (1, 1), LEGS - 1), 12);
        // Three islands of 12 have no board for the last four of 40 threads.
        assert_eq!(population_size(1.0, (3, 40), LEGS - 1), 14);
        assert_eq!(population_size(1e12, (100, 2), 0), 200);
    }

    #[test]
    fn preludes_take_a_tenth_a_hundredth_and_so_on_down_to_two_seconds() {
        let seconds_of = |minutes: f64| -> Vec<f64> {
            preludes(minutes).iter().map(|share| (share * minutes * 60.0).round()).collect()
        };
        assert_eq!(seconds_of(0.0), []);
        assert_eq!(seconds_of(19.0 / 60.0), []);
        assert_eq!(seconds_of(1.0), [6.0]);
        assert_eq!(seconds_of(5.0), [3.0, 30.0]);
        assert_eq!(seconds_of(600.0), [4.0, 36.0, 360.0, 3600.0]);
    }

    #[test]
    fn all_legs_together_take_the_whole_time() {
        for minutes in [0.01, 0.3125, 60.0] {
            let shares: Vec<f64> = (0..=LEGS).map(|legs| time_share(legs, minutes)).collect();
            assert!(shares.is_sorted() && shares[0] == 0.0);
            assert_eq!(shares[LEGS], 1.0);
        }
    }
}
