/**
 * <ww-board>: the board as an element. State comes in as JSON (`update`), intents go out as events:
 *
 *   ww-preview   the tentative tiles changed     {seq, play: {square, direction, word} | null, tiles}
 *   ww-play      the player sends the play       {square, direction, word}   (cancel it to take it)
 *   ww-position  the painted position changed    {seq, board}
 *   ww-replaced  a letter was painted over another {square, was, letter}
 *   ww-refused   a key or a notation had no place {reason, text}
 *   ww-change    something is to be drawn again {tiles} (for <ww-rack>, <ww-pad> and the fields)
 *
 * @import {BoardState, Premium, Refusal, Tile} from './types.js'
 */
import { attr, make } from './dom.js';
import { Entry } from './entry.js';
import { bindFields } from './fields.js';
import { GridView } from './grid.js';
import { listen } from './hands.js';
import { formatBoard, parseBoard, parseSquare, squareName } from './notation.js';
import { Paint } from './paint.js';
import { say } from '../words.js';

const PREVIEW_DELAY_MS = 120;

export class WwBoard extends HTMLElement {
  /** @type {Entry} */
  model = new Entry({ rows: 1, cols: 1 });
  /** @type {GridView} */
  view = /** @type {never} */ (undefined);
  /** @type {Record<string, Premium>} */
  legend = {};
  /** @type {Record<string, number>} */
  values = {};
  /** How many tiles of each letter there are to paint with, "?" for blanks; empty where that is not known. @type {Record<string, number>} */
  tiles = {};
  /** @type {Set<number>} */
  lastPlay = new Set();
  /** @type {Map<number, string>} */
  problems = new Map();
  /** The rack slot that waits for a square, when no square is chosen yet. @type {number | null} */
  armed = null;
  active = false;
  seq = 0;
  #status = make('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Ends the listeners on the fields when the board leaves the page. */
  #ties = new AbortController();

  connectedCallback() {
    this.#ties = new AbortController();
    if (this.view) return bindFields(this, this.#ties.signal);
    this.view = new GridView(this);
    const Model = this.getAttribute('mode') === 'paint' ? Paint : Entry;
    this.model = new Model(this.view.size, this.language);
    this.model.setFixed(this.view.readTiles());
    this.lastPlay = this.view.readLastPlay();
    this.append(this.#status);
    const json = this.querySelector('script[type="application/json"]')?.textContent;
    this.update({ locked: this.hasAttribute('locked'), ...(json ? JSON.parse(json) : {}) });
    listen(this);
    bindFields(this, this.#ties.signal);
    this.setAttribute('data-ready', '');
  }

  disconnectedCallback() {
    this.#ties.abort();
    clearTimeout(this.#timer);
  }

  /** @returns {string | undefined} */
  get language() {
    return this.closest('[lang]')?.getAttribute('lang') || undefined;
  }

  /** @returns {string[]} The letters there are, in the order the server gave them. */
  get alphabet() {
    const letters = Object.keys(this.values);
    return letters.length ? letters : [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  }

  /**
   * @param {string} letter "?" for a blank.
   * @returns {number | undefined} How many are not on the board yet; fewer than none where too many are.
   */
  left(letter) {
    const all = this.tiles[letter];
    const isOne = (/** @type {Tile | null} */ tile) => tile && (tile.blank ? '?' : tile.letter) === letter;
    return all === undefined ? undefined : all - this.model.fixed.filter(isOne).length;
  }

  /** @returns {boolean} True while a play is on its way: nothing may change until the server answers. */
  get pending() {
    return this.hasAttribute('data-pending');
  }

  /**
   * State from the server; what is left out stays as it is.
   * @param {BoardState} state
   */
  update(state) {
    applyState(this, state);
    this.draw();
  }

  /** @returns {BoardState} What is on the board now, as `update` takes it. */
  get state() {
    return readState(this);
  }

  // ---- What the keyboard, the pad, the rack and the fields ask for. Each returns true when it was used.

  /**
   * @param {string} letter
   * @param {boolean} blank
   * @param {{slot?: number, at?: number}} [where] A rack slot to take; a square instead of the cursor's.
   * @returns {boolean}
   */
  type(letter, blank, { slot, at } = {}) {
    const { model } = this;
    this.active = true;
    const result = at === undefined ? model.type(letter, blank, slot) : model.place(at, letter, blank, slot);
    if ('refusal' in result) return this.refuse(result.refusal);
    if (at !== undefined) model.goTo(at);
    if ('isThere' in result) {
      this.announce(say('board.there', { letter }));
      return this.draw();
    }
    const square = squareName(result.at, model.size);
    const placed = say(model.tileAt(result.at)?.blank ? 'board.placed-blank' : 'board.placed', { letter, square });
    this.announce(placed);
    this.changed();
    if (result.replaced) this.#replace(result.at, result.replaced.letter, letter);
    return true;
  }

  /**
   * Another letter lay there: that is seen and told, so that it can be taken back.
   * @param {number} at
   * @param {string} was
   * @param {string} letter
   */
  #replace(at, was, letter) {
    const square = squareName(at, this.model.size);
    this.view.flash(at);
    this.announce(say('board.replaced', { square, was, letter }));
    this.#emit('ww-replaced', { square, was, letter });
  }

  /** Painting only: on to the start of the next line. @returns {boolean} */
  nextLine() {
    if (!(this.model instanceof Paint)) return false;
    this.model.nextLine();
    return this.goTo(this.model.cursor);
  }

  /** @returns {boolean} */
  back() {
    const { model } = this;
    if (model.locked) return this.refuse('locked');
    const taken = model.back();
    if (taken) this.announce(say('board.removed', { letter: taken.tile.letter }));
    return taken || model instanceof Paint ? this.changed() : this.draw();
  }

  /**
   * @param {number} at
   * @returns {boolean}
   */
  clear(at) {
    const { model } = this;
    const done = model instanceof Paint ? model.clear(at) : Boolean(model.remove(at));
    if (done) this.announce(say('board.cleared', { square: squareName(at, model.size) }));
    return done ? this.changed() : true;
  }

  /** Painting only: leave the square empty and run on. @returns {boolean} */
  skip() {
    if (!(this.model instanceof Paint)) return false;
    if (this.model.locked) return this.refuse('locked');
    this.model.skip();
    return this.changed();
  }

  /** @returns {boolean} */
  undo() {
    if (!(this.model instanceof Paint)) return false;
    if (this.model.locked) return this.refuse('locked');
    if (!this.model.undo()) return this.refuse('nothing-to-undo');
    this.announce(say('board.undone'));
    return this.changed();
  }

  /** @returns {boolean} */
  recall() {
    const n = this.model.locked ? 0 : this.model.recall();
    if (n) this.announce(say('board.recalled', { n: n }));
    return n ? this.changed() : true;
  }

  /** @returns {boolean} */
  turn() {
    this.model.turn();
    this.active = true;
    this.announce(say(this.model.direction === 'across' ? 'board.turned-across' : 'board.turned-down'));
    return this.draw();
  }

  /**
   * @param {number} rows
   * @param {number} cols
   * @returns {boolean}
   */
  nudge(rows, cols) {
    this.model.move(rows, cols);
    this.active = true;
    return this.draw();
  }

  /**
   * @param {number} at
   * @returns {boolean}
   */
  goTo(at) {
    if (at !== this.model.cursor) this.model.goTo(at);
    this.active = true;
    return this.draw();
  }

  /** Sends the play. If nobody cancels the event, the form around the notation field is submitted. @returns {boolean} */
  play() {
    if (this.model.locked) return this.refuse('locked');
    const play = this.model.play();
    if (!play) return this.refuse(this.model.tentative.size ? 'not-a-line' : 'empty');
    const taken = !this.#emit('ww-play', { ...play }, true);
    const form = document.querySelector(`[data-ww-notation="${this.id}"]`)?.closest('form');
    if (!taken && !form) return true;
    this.setAttribute('data-pending', '');
    this.model.locked = true;
    this.view.grid.setAttribute('aria-busy', 'true');
    if (!taken) form?.submit();
    return true;
  }

  /**
   * @param {Refusal} reason
   * @param {string} [play] What was asked for.
   * @returns {true}
   */
  refuse(reason, play) {
    const text = say(`board.refused.${reason}`);
    this.announce(text);
    this.#emit('ww-refused', { reason, text, play });
    return true;
  }

  /** @param {string} text */
  announce(text) {
    this.#status.textContent = this.#status.textContent === text ? `${text}\u00a0` : text;
  }

  /**
   * After any change of the tiles: old complaints go, the page is asked for a new preview.
   * @returns {true}
   */
  changed() {
    this.problems.clear();
    this.seq += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PREVIEW_DELAY_MS);
    return this.draw(true);
  }

  #ask() {
    const { model, seq } = this;
    if (model instanceof Paint) return this.#emit('ww-position', { seq, board: model.text().split('\n') });
    const tiles = [...model.tentative].map(([at, { letter, blank }]) => {
      return { square: squareName(at, model.size), letter, blank };
    });
    return this.#emit('ww-preview', { seq, play: model.play(), tiles });
  }

  /**
   * @param {string} name
   * @param {unknown} detail
   * @param {boolean} [cancelable]
   * @returns {boolean}
   */
  #emit(name, detail, cancelable = false) {
    return this.dispatchEvent(new CustomEvent(name, { detail, cancelable, bubbles: true }));
  }

  /**
   * Shows the model: only the cells that changed are touched.
   * @param {boolean} [tiles] True when a tile was placed, moved or taken here.
   * @returns {true}
   */
  draw(tiles = false) {
    const { legend, values, lastPlay, problems, active, language: lang, model } = this;
    this.view.render(model, { legend, values, lastPlay, problems, active, lang });
    const cell = this.view.cells[model.cursor];
    if (cell && this.view.grid.contains(document.activeElement)) cell.focus({ preventScroll: true });
    if (active) this.view.reveal(model.cursor);
    this.#emit('ww-change', { tiles });
    return true;
  }
}

// ---- State in and out of a board, as JSON.

/**
 * What is left out stays as it is; an answer to a preview that is no longer on the board is dropped.
 * @param {WwBoard} board
 * @param {BoardState} state
 */
function applyState(board, state) {
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
  if (state.tiles) board.tiles = state.tiles;
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
function readState(board) {
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

/**
 * Finds the board that a rack or a pad names in its `for`, and calls back once it is ready.
 * @param {HTMLElement} part
 * @param {(board: WwBoard) => void} use
 */
export function boardFor(part, use) {
  const board = document.getElementById(part.getAttribute('for') ?? '');
  if (board instanceof WwBoard && board.view) use(board);
  else board?.addEventListener('ww-change', () => use(/** @type {WwBoard} */ (board)), { once: true });
}

customElements.define('ww-board', WwBoard);
