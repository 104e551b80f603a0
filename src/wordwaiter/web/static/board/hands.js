/**
 * Keys, taps and drags on the board, and tiles coming from a rack: each becomes a call on the board element.
 * Dragging and long presses use pointer events, for mouse, pen and finger alike.
 *
 * @import {WwBoard} from './ww-board.js'
 */
import { isOrder, make } from './dom.js';
import { BLANK } from './entry.js';
import { squareName } from './notation.js';
import { Paint } from './paint.js';
import { say } from '../words.js';

const SLOP = 6;
const HOLD_MS = 450;
/** How far above a finger the tile aims, so that the square stays in sight. */
const LIFT = 44;

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
 * A tap chooses the square; a second one turns the arrow, or takes a tentative tile back. Whoever enters a whole board
 * row by row taps to go on somewhere, and never to turn.
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
  else if (again && !(model instanceof Paint)) board.turn();
  else {
    model.goTo(at); // also where the cursor stands at the end of a line that is full
    board.goTo(at);
  }
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
 * Says that a blank stays, where a tile is dropped on one.
 * @param {WwBoard} board
 * @param {string} letter
 * @param {number} x
 * @param {number} y
 * @returns {boolean}
 */
export function refuseOnBlank(board, letter, x, y) {
  const at = board.view.squareAt(x, y);
  if (board.model instanceof Paint || at === null || !board.model.fixed[at]?.blank) return false;
  return board.refuse('blank-stays', `${squareName(at, board.model.size)} ${letter}`);
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
  if (refuseOnBlank(board, board.model.tileAt(from)?.letter ?? '', x, y)) return;
  if (document.elementFromPoint(x, y)?.closest('ww-rack')) board.clear(from);
  else if (to !== null && board.model.shift(from, to)) {
    board.model.goTo(to);
    board.model.align();
    board.changed();
  }
}

/**
 * Asks which letter a blank stands for.
 * @param {string[]} alphabet
 * @param {string} [lang]
 * @returns {Promise<string | null>} null when the player changed their mind.
 */
function chooseLetter(alphabet, lang) {
  const keys = make('div', { class: 'ww-keys' });
  for (const letter of alphabet)
    keys.append(make('button', { class: 'ww-key', type: 'submit', value: letter }, letter));
  const cancel = make('button', { type: 'submit', value: '', class: 'ww-button' }, say('board.cancel'));
  const form = make(
    'form',
    { method: 'dialog' },
    make('h2', { id: 'ww-choose' }, say('board.choose')),
    keys,
    cancel,
  );
  const dialog = make('dialog', { class: 'ww-choose', 'aria-labelledby': 'ww-choose' }, form);
  document.body.append(dialog);
  dialog.addEventListener('keydown', (event) => {
    const letter = event.key.toLocaleUpperCase(lang);
    if (isOrder(event) || !alphabet.includes(letter)) return;
    event.preventDefault();
    dialog.close(letter);
  });
  const back = document.activeElement;
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (back instanceof HTMLElement) back.focus();
      resolve(alphabet.includes(dialog.returnValue) ? dialog.returnValue : null);
    });
    dialog.showModal();
  });
}

// ---- The keyboard.

/**
 * @param {WwBoard} board
 * @param {KeyboardEvent} event
 * @returns {boolean} True when the key was used.
 */
function handleKey(board, event) {
  if (event.isComposing) return false;
  if (isOrder(event)) return !event.altKey && withControl(board, event);
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
  if (board.model instanceof Paint) return board.nextLine();
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

/**
 * @typedef {object} Handlers
 * @property {(target: Element) => HTMLElement | null} pick What may be pressed here, if anything.
 * @property {(x: number, y: number) => void} [over] The tile is above this point.
 * @property {(picked: HTMLElement, x: number, y: number) => void} [drop]
 * @property {(picked: HTMLElement) => void} [hold] A long press that did not move.
 * @property {() => void} [end] The drag is over, dropped or not.
 * @property {() => number} [size] How large a square is, in px: the tile in the hand is about that.
 */

/**
 * @param {HTMLElement} root
 * @param {Handlers} handlers Without `drop` there are long presses only.
 */
export function watchPresses(root, handlers) {
  let swallowClick = false;
  root.addEventListener('pointerdown', (event) => {
    if (!event.isPrimary || event.button !== 0 || !(event.target instanceof Element)) return;
    const picked = handlers.pick(event.target);
    swallowClick = false;
    if (picked) follow(picked, event, handlers, () => (swallowClick = true));
  });
  root.addEventListener(
    'click',
    (event) => {
      if (!swallowClick || event.detail === 0) return;
      swallowClick = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  root.addEventListener('contextmenu', (event) => {
    if (event.target instanceof Element && handlers.pick(event.target)) event.preventDefault();
  });
}

/**
 * @param {HTMLElement} picked
 * @param {PointerEvent} down
 * @param {Handlers} handlers
 * @param {() => void} used Called when the press was more than a tap.
 */
function follow(picked, down, handlers, used) {
  const lift = down.pointerType === 'touch' ? LIFT : 0;
  /** @type {HTMLElement | null} */
  let ghost = null;
  let size = 0;
  const stop = new AbortController();
  const options = { signal: stop.signal };
  const timer = setTimeout(() => {
    if (ghost || !handlers.hold) return;
    used();
    finish();
    navigator.vibrate?.(12);
    handlers.hold(picked);
  }, HOLD_MS);

  function finish() {
    clearTimeout(timer);
    stop.abort();
    if (ghost) handlers.end?.();
    ghost?.remove();
    picked.removeAttribute('data-dragging');
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (event.pointerId !== down.pointerId) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < SLOP) return;
      clearTimeout(timer);
      if (!handlers.drop) return finish();
      size = Math.min(64, Math.max(lift ? 40 : 28, handlers.size?.() ?? 48));
      ghost = lifted(picked, size);
      used();
    }
    event.preventDefault();
    const y = event.clientY - lift;
    const above = lift ? size / 2 + 12 : 0;
    ghost.style.translate = `${event.clientX - size / 2}px ${y - above - size / 2}px`;
    handlers.over?.(event.clientX, y);
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (event.pointerId !== down.pointerId) return;
    const dropped = ghost !== null;
    finish();
    if (dropped) handlers.drop?.(picked, event.clientX, event.clientY - lift);
  }

  addEventListener('pointermove', move, options);
  addEventListener('pointerup', up, options);
  addEventListener('pointercancel', finish, options);
  addEventListener('keydown', (event) => event.key === 'Escape' && finish(), options);
}

/**
 * @param {HTMLElement} picked
 * @param {number} size
 * @returns {HTMLElement} A copy of its tile that follows the pointer.
 */
function lifted(picked, size) {
  const tile = picked.matches('.ww-tile') ? picked : (picked.querySelector('.ww-tile') ?? picked);
  const ghost = document.createElement('div');
  ghost.className = 'ww-ghost';
  ghost.style.setProperty('--ww-unit', `${size}px`);
  ghost.setAttribute('aria-hidden', 'true');
  const copy = /** @type {HTMLElement} */ (tile.cloneNode(true));
  ghost.append(copy);
  picked.setAttribute('data-dragging', '');
  document.body.append(ghost);
  return ghost;
}
