/**
 * The keyboard on the board. Each key becomes one call on the board element.
 *
 * @import {WwBoard} from './ww-board.js'
 */
import { Paint } from './paint.js';

/**
 * @param {WwBoard} board
 * @param {KeyboardEvent} event
 * @returns {boolean} True when the key was used.
 */
export function handleKey(board, event) {
  if (event.isComposing || event.altKey) return false;
  if (event.ctrlKey || event.metaKey) return withControl(board, event);
  const flip = getComputedStyle(board.view.grid).direction === 'rtl' ? -1 : 1;
  const { rows, cols } = board.view.size;
  const at = board.model.cursor;
  switch (event.key) {
    case 'ArrowLeft':
      return board.nudge(0, -flip);
    case 'ArrowRight':
      return board.nudge(0, flip);
    case 'ArrowUp':
      return board.nudge(-1, 0);
    case 'ArrowDown':
      return board.nudge(1, 0);
    case 'Home':
      return board.goTo(at - (at % cols));
    case 'End':
      return board.goTo(at - (at % cols) + cols - 1);
    case 'PageUp':
      return board.goTo(at % cols);
    case 'PageDown':
      return board.goTo((rows - 1) * cols + (at % cols));
    case ' ':
      return board.turn();
    case 'Enter':
      return enter(board);
    case 'Backspace':
      return board.back();
    case 'Delete':
      return board.clear(at);
    case 'Escape':
      return board.model.tentative.size > 0 && board.recall();
    case '.':
      return board.skip();
    default:
      return letter(board, event);
  }
}

/**
 * Enter sends the play once there is one; before that it turns the arrow. Painting goes to the next line.
 * @param {WwBoard} board
 * @returns {boolean}
 */
function enter(board) {
  if (board.model instanceof Paint) {
    board.model.nextLine();
    return board.goTo(board.model.cursor);
  }
  return board.model.tentative.size ? board.play() : board.turn();
}

/**
 * @param {WwBoard} board
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
function withControl(board, event) {
  const { cells } = board.view;
  if (event.key === 'Home') return board.goTo(0);
  if (event.key === 'End') return board.goTo(cells.length - 1);
  if (event.key.toLowerCase() === 'z' && !event.shiftKey) return board.undo();
  return false;
}

/**
 * @param {WwBoard} board
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
function letter(board, event) {
  if (!/^\p{L}$/u.test(event.key)) return false;
  const face = event.key.toLocaleUpperCase(board.language);
  if (!board.alphabet.includes(face)) return false;
  return board.type(face, event.shiftKey);
}
