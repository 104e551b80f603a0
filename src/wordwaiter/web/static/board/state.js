/**
 * State in and out of a board, as JSON.
 *
 * @import {WwBoard} from './ww-board.js'
 * @import {BoardState} from './types.js'
 */
import { attr } from './dom.js';
import { formatBoard, parseBoard, parseSquare, squareName } from './notation.js';
import { say } from '../words.js';

/**
 * What is left out stays as it is; an answer to a preview that is no longer on the board is dropped.
 * @param {WwBoard} board
 * @param {BoardState} state
 */
export function applyState(board, state) {
  const { model, view } = board;
  if (state.seq !== undefined && state.seq < board.seq) return;
  const index = (/** @type {string} */ name) => parseSquare(name, view.size)?.index ?? -1;
  if (board.pending && answersPlay(state)) {
    attr(board, 'data-pending', null);
    attr(view.grid, 'aria-busy', null);
    model.locked = false;
  }
  if (state.clear) model.recall();
  if (state.legend) board.legend = state.legend;
  if (state.values) board.values = state.values;
  if (state.rack !== undefined) model.setRack(state.rack);
  if (state.premiums) {
    const pairs = Object.entries(state.premiums).map(([name, key]) => [index(name), key]);
    view.setPremiums(Object.fromEntries(pairs), board.legend);
  }
  if (state.board) {
    const tiles = parseBoard(state.board.join('\n'), view.size, board.language);
    const covered = tiles ? model.setFixed(tiles) : 0;
    if (covered) board.announce(say('board.covered', { n: covered }));
  }
  if (state.lastPlay) board.lastPlay = new Set(state.lastPlay.map(index));
  if (state.problems) board.problems = new Map(state.problems.map((p) => [index(p.square), p.text]));
  if (state.locked !== undefined && state.locked !== model.locked) {
    model.locked = state.locked;
    if (board.hasAttribute('data-ready')) board.announce(say(state.locked ? 'board.refused.locked' : 'board.unlocked'));
  }
  attr(board, 'locked', model.locked && !board.pending ? '' : null);
  attr(view.grid, 'aria-readonly', String(model.locked));
  if (state.say) board.announce(state.say);
}

/**
 * A late preview (it has a seq) or a mere sentence does not end the wait for the answer to a play.
 * @param {BoardState} state
 * @returns {boolean}
 */
function answersPlay(state) {
  return (
    state.seq === undefined &&
    Boolean(state.board || state.problems || state.clear || state.locked !== undefined)
  );
}

/**
 * @param {WwBoard} board
 * @returns {BoardState}
 */
export function readState(board) {
  const { model, view } = board;
  const name = (/** @type {number} */ at) => squareName(at, view.size);
  return {
    board: formatBoard(model.fixed, view.size, board.language).split('\n'),
    rack: model.tray?.slots.map((slot) => slot.letter) ?? null,
    locked: model.locked && !board.pending,
    lastPlay: [...board.lastPlay].map(name),
    problems: [...board.problems].map(([at, text]) => ({ square: name(at), text })),
  };
}
