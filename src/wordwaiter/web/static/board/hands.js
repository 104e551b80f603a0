/**
 * Keys, taps and drags on the board, and tiles coming from a rack.
 *
 * @import {WwBoard} from './ww-board.js'
 */
import { chooseLetter } from './choose.js';
import { watchPresses } from './drag.js';
import { handleKey } from './keys.js';
import { BLANK } from './tray.js';

/** @param {WwBoard} board */
export function listen(board) {
  const { grid, cells } = board.view;
  const indexOf = (/** @type {EventTarget | null} */ target) => {
    const cell = target instanceof Element ? target.closest('[data-sq]') : null;
    return cell instanceof HTMLElement ? cells.indexOf(cell) : -1;
  };
  grid.addEventListener('keydown', (event) => {
    if (!handleKey(board, event)) return;
    event.preventDefault();
    cells[board.model.cursor]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  grid.addEventListener('focusin', (event) => {
    const at = indexOf(event.target);
    if (at >= 0 && (at !== board.model.cursor || !board.active)) board.goTo(at);
  });
  // The focus must not come before the click: the click has to see where the cursor was.
  grid.addEventListener('mousedown', (event) => event.preventDefault());
  grid.addEventListener('click', (event) => {
    const at = indexOf(event.target);
    if (at >= 0) tap(board, at);
  });
  watchPresses(grid, {
    pick: (target) =>
      board.model.locked ? null : target.closest('.ww-tile[data-new], [mode=paint] .ww-tile'),
    over: (x, y) => hover(board, x, y),
    drop: (tile, x, y) => dropFromBoard(board, indexOf(tile), x, y),
    hold: (tile) => board.model.toggleBlank(indexOf(tile)) && board.changed(),
    end: () => board.view.markTarget(null),
    size: () => board.view.cells[0]?.offsetWidth ?? 0,
  });
}

/**
 * A tap chooses the square; a second one turns the arrow, or takes a tentative tile back.
 * @param {WwBoard} board
 * @param {number} at
 */
function tap(board, at) {
  const { model, armed } = board;
  const again = board.active && at === model.cursor;
  if (armed !== null && !model.tileAt(at)) {
    board.armed = null;
    void placeSlot(board, armed, at);
  } else if (again && model.tentative.has(at)) board.clear(at);
  else if (again) board.turn();
  else board.goTo(at);
  board.view.cells[at]?.focus({ preventScroll: true });
}

/**
 * A rack tile was tapped: it goes to the cursor, or waits for a square when there is no cursor yet.
 * @param {WwBoard} board
 * @param {number} slot
 */
export function tapSlot(board, slot) {
  if (board.model.locked) board.refuse('locked');
  else if (board.active) void placeSlot(board, slot);
  else {
    board.armed = board.armed === slot ? null : slot;
    board.draw();
  }
}

/**
 * Puts a rack tile on a square; a blank asks for its letter first.
 * @param {WwBoard} board
 * @param {number} id
 * @param {number} [at] Without it, the cursor's square.
 */
export async function placeSlot(board, id, at) {
  const slot = board.model.tray?.slot(id);
  if (!slot || slot.used) return;
  const blank = slot.letter === BLANK;
  const letter = blank ? await chooseLetter(board.alphabet, board.language) : slot.letter;
  if (!letter) return;
  board.type(letter, blank, at === undefined ? { slot: id } : { slot: id, at });
  if (at === undefined) return;
  board.model.align();
  board.draw();
}

/**
 * @param {WwBoard} board
 * @param {number} x
 * @param {number} y
 * @returns {number | null} The square under a point, when a tile may lie there.
 */
export function open(board, x, y) {
  const at = board.view.squareAt(x, y);
  return at === null || board.model.fixed[at] ? null : at;
}

/**
 * Shows where a dragged tile would drop.
 * @param {WwBoard} board
 * @param {number} x
 * @param {number} y
 */
export function hover(board, x, y) {
  board.view.pushRim(x, y);
  board.view.markTarget(open(board, x, y));
}

/**
 * @param {WwBoard} board
 * @param {number} from
 * @param {number} x
 * @param {number} y
 */
function dropFromBoard(board, from, x, y) {
  const to = open(board, x, y);
  if (document.elementFromPoint(x, y)?.closest('ww-rack')) board.clear(from);
  else if (to !== null && board.model.shift(from, to)) {
    board.model.goTo(to);
    board.model.align();
    board.changed();
  }
}
