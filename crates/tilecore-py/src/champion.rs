//! The champion as a Python function.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tilecore::champion::{Before, Pace, Seen, Stand, Style, choose};
use tilecore::movegen::{Holding, Outlook, Turn};

use crate::engine::{Engine, SearchBoard, game_rules};
use crate::refuse;
use crate::simulate::WinModel;

/// Bag, tiles needed for an exchange, scoreless turns that end the game.
type Rules = (Vec<u8>, usize, u32);

/// The board before it, the kinds of the tiles put down, the points, how many were exchanged.
type BeforeParts<'py> = (PyRef<'py, SearchBoard>, Vec<u8>, i32, usize);

/// Row, column, whether it goes down, tiles and points of a play; what an exchange keeps; neither for a pass.
type TurnParts<'py> = (Option<(u8, u8, bool, Bound<'py, PyBytes>, i32)>, Option<Bound<'py, PyBytes>>);

/// The turn that the champion makes; `standing` is the lead and the scoreless turns, `pace` is draws, plies, positions,
/// seconds, threads and seed.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn champion_turn<'py>(
    py: Python<'py>,
    engine: &Engine,
    rules: Rules,
    model: &WinModel,
    board: &SearchBoard,
    racks: (Vec<u8>, Vec<u8>),
    standing: (i32, u32),
    before: Option<BeforeParts<'py>>,
    pace: (u64, u32, u64, Option<f64>, usize, u64),
) -> PyResult<TurnParts<'py>> {
    let (rules, model) = (game_rules(rules), model.inner());
    let rack = engine.rack(&racks.0)?;
    let before = before.as_ref().map(|(board, tiles, points, exchanged)| Before {
        board: board.inner(),
        seen: match exchanged {
            0 => Seen::Placed(tiles, *points),
            _ => Seen::Exchanged(*exchanged),
        },
    });
    let stand = Stand {
        engine: engine.inner(),
        rules: &rules,
        leaves: engine.leaves(),
        model: &model,
        board: board.inner(),
        rack,
        known: engine.rack(&racks.1)?,
        lead: standing.0,
        scoreless: standing.1,
        before,
    };
    let (draws, plies, positions, seconds, threads, seed) = pace;
    let pace = Pace { draws, plies, positions, seconds, threads, seed };
    let turn = py.detach(|| choose(&stand, &pace, &Style::default())).map_err(refuse)?;
    Ok(match turn {
        Turn::Place(play) => {
            let (row, col, down) = engine.inner().equipment().square(&play);
            (Some((row, col, down, PyBytes::new(py, play.tiles()), play.score)), None)
        }
        Turn::Exchange(kept) => {
            let mut holding = Holding::new();
            let outlook = Outlook { bag: 1, others_points: 0, leaves: None };
            holding.deal(&rack, engine.inner().equipment(), outlook);
            let kept: Vec<u8> = holding.kinds_in(kept).collect();
            (None, Some(PyBytes::new(py, &kept)))
        }
        Turn::Pass => (None, None),
    })
}
