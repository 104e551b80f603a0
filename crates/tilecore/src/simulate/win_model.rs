//! The win model: how often the side to move wins, by its lead and the number of tiles that it does not see.

use crate::movegen::Refusal;

/// The chance of a side that always wins. All chances are counted in these.
pub const SURE: i32 = u16::MAX as i32;

/// Leads in a row of the table, the middle one being 0.
pub const LEADS: usize = 121;

/// From one lead of a row to the next, in thousandths of a point.
pub const LEAD_STEP: i32 = 5_000;

/// A table of chances, with a row for each number of unseen tiles from 1 on. Between its leads they are interpolated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinModel {
    chances: Vec<u16>,
    rows: usize,
}

impl WinModel {
    /// The model of these chances, row by row.
    pub fn new(chances: Vec<u16>) -> Result<WinModel, Refusal> {
        let rows = chances.len() / LEADS;
        let falls = |row: &[u16]| row.windows(2).any(|two| two[0] > two[1]);
        if rows == 0 || chances.len() != rows * LEADS || chances.chunks_exact(LEADS).any(falls) {
            return Err(Refusal::new(
                "win-model",
                "the win model is damaged: it needs rows of chances that rise with the lead",
            ));
        }
        Ok(WinModel { chances, rows })
    }

    /// The chances, row by row.
    pub fn chances(&self) -> &[u16] {
        &self.chances
    }

    /// The chance that the side to move wins with a lead in thousandths of a point, tiles kept counted in; a draw is half
    /// a win.
    pub fn chance(&self, lead: i32, unseen: usize) -> i32 {
        let row = &self.chances[(unseen.clamp(1, self.rows) - 1) * LEADS..][..LEADS];
        let most = LEAD_STEP * (LEADS as i32 - 1);
        let from_left = lead.saturating_add(most / 2).clamp(0, most);
        let (at, beyond) = ((from_left / LEAD_STEP) as usize, from_left % LEAD_STEP);
        let here = i32::from(row[at]);
        let next = i32::from(row[(at + 1).min(LEADS - 1)]);
        here + ((next - here) * beyond + LEAD_STEP / 2) / LEAD_STEP
    }
}
