/**
 * Text in and out: a notation field and a text area that mirror the board both ways, copy and paste.
 * The page ties them with data-ww-notation="board-id" and data-ww-text="board-id".
 *
 * @import {WwBoard} from './ww-board.js'
 * @import {Refusal} from './types.js'
 */
import { attr } from './dom.js';
import { Entry } from './entry.js';
import { Paint } from './paint.js';
import { say } from '../words.js';

/**
 * @param {WwBoard} board
 * @param {AbortSignal} signal
 */
export function bindFields(board, signal) {
  if (board.id) {
    const id = CSS.escape(board.id);
    const notation = document.querySelector(`[data-ww-notation="${id}"]`);
    const text = document.querySelector(`[data-ww-text="${id}"]`);
    if (notation instanceof HTMLInputElement) bindNotation(board, notation, signal);
    if (text instanceof HTMLTextAreaElement) bindText(board, text, signal);
  }
  if (board.model instanceof Paint) bindClipboard(board, board.model, signal);
}

/**
 * @param {WwBoard} board
 * @param {HTMLInputElement} field
 * @param {AbortSignal} signal
 */
function bindNotation(board, field, signal) {
  /** True while what is typed has not been given back in the board's own spelling. */
  let dirty = false;
  let reading = false;
  const read = () => {
    const refusal = board.model.read(inCapitals(field.value));
    if (refusal === 'syntax' && isUnfinished(field.value)) board.model.recall();
    board.active = true;
    mark(field, isUnfinished(field.value) ? null : refusal);
    reading = true;
    board.changed();
    reading = false;
    return refusal;
  };
  // Nothing is said of it while one types: the word may go on.
  const lifts = () => board.model instanceof Entry && board.model.lifts(inCapitals(field.value));
  const send = () => {
    const refusal = dirty || field.hasAttribute('aria-invalid') ? read() : null;
    if (refusal || lifts()) return board.refuse(refusal ?? 'blank-stays', field.value);
    dirty = false;
    return board.play();
  };
  field.addEventListener(
    'input',
    () => {
      dirty = true;
      read();
    },
    { signal },
  );
  field.addEventListener(
    'blur',
    () => {
      dirty = false;
      if (!field.hasAttribute('aria-invalid') && !lifts()) show();
    },
    { signal },
  );
  field.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.preventDefault();
      if (event.key === 'Enter') return void send();
      dirty = false;
      board.recall();
      show();
    },
    { signal },
  );
  // The form still works without scripts; with them its button is the same as Enter on the board.
  field.form?.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      send();
    },
    { signal },
  );
  board.addEventListener(
    'ww-change',
    (event) => {
      if (reading) return;
      if (/** @type {CustomEvent<{tiles: boolean}>} */ (event).detail.tiles) dirty = false;
      if (!dirty) show();
    },
    { signal },
  );

  // Somebody has typed before this script had come, or the server gave back what it did not take.
  if (field.value && !board.model.locked && !board.model.tentative.size) {
    dirty = true;
    read();
  }

  function show() {
    const play = board.model.play();
    field.value = play ? `${play.square} ${play.whole}` : '';
    mark(field, null);
  }
}

/**
 * A small letter among capitals is a blank. Whoever types a whole word in small letters means none of them.
 * @param {string} value
 * @returns {string}
 */
function inCapitals(value) {
  const word = /\s(.*)$/su.exec(value.trim())?.[1] ?? '';
  return /\p{Lu}/u.test(word) || !/\p{Ll}.*\p{Ll}/su.test(word) ? value : value.toUpperCase();
}

/**
 * @param {string} value
 * @returns {boolean} True while the square is still being typed, which is no mistake yet.
 */
function isUnfinished(value) {
  return /^\s*(\d{0,2}|[a-z]|\d{1,2}[a-z]|[a-z]\d{1,2})\s*$/i.test(value);
}

/**
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {Refusal | null} refusal
 */
function mark(field, refusal) {
  const text = refusal && refusal !== 'empty' ? say(`board.refused.${refusal}`) : '';
  attr(field, 'aria-invalid', text ? 'true' : null);
  field.title = text;
}

/**
 * @param {WwBoard} board
 * @param {HTMLTextAreaElement} area
 * @param {AbortSignal} signal
 */
function bindText(board, area, signal) {
  const show = () => {
    const { model } = board;
    if (model instanceof Paint && document.activeElement !== area) area.value = model.text();
  };
  area.addEventListener(
    'input',
    () => {
      const refusal = board.model.read(area.value);
      mark(area, refusal);
      if (!refusal) board.changed();
    },
    { signal },
  );
  area.addEventListener('blur', show, { signal });
  board.addEventListener('ww-change', show, { signal });
  show();
}

/**
 * @param {WwBoard} board
 * @param {Paint} model
 * @param {AbortSignal} signal
 */
function bindClipboard(board, model, signal) {
  const { grid } = board.view;
  grid.addEventListener(
    'copy',
    (event) => {
      event.clipboardData?.setData('text/plain', model.text());
      event.preventDefault();
      board.announce(say('board.copied'));
    },
    { signal },
  );
  grid.addEventListener(
    'paste',
    (event) => {
      event.preventDefault();
      const refusal = model.read(event.clipboardData?.getData('text/plain') ?? '');
      if (refusal) return board.announce(say('board.board-syntax', { rows: model.size.rows }));
      board.announce(say('board.pasted', { n: model.fixed.filter(Boolean).length }));
      board.changed();
    },
    { signal },
  );
}
