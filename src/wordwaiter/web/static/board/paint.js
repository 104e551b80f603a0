/**
 * Painting a whole position: every square is open, typing fills a row up to its end, with undo.
 * It has the members of `Entry` that the board asks for, so that one board serves both.
 *
 * @import {Direction, Placed, Refusal, Tile} from './types.js'
 */
import { Entry } from './entry.js';
import { formatBoard, parseBoard, step } from './notation.js';

const UNDO_DEPTH = 200;

export class Paint extends Entry {
  /** @type {(Tile | null)[][]} */
  #undo = [];
  /** True while the cursor stands where typing has brought it: nobody has chosen that square. */
  #ran = false;

  /**
   * @override
   * @param {number} index
   */
  goTo(index) {
    super.goTo(index);
    this.#ran = false;
  }

  /**
   * @override
   * @param {Direction} [direction]
   */
  turn(direction) {
    super.turn(direction);
    this.#ran = false;
  }

  /**
   * @override
   * @param {string} letter
   * @param {boolean} blank
   * @returns {{at: number, replaced?: Tile} | {refusal: Refusal}}
   */
  type(letter, blank) {
    if (this.ended && !this.locked) return { refusal: 'edge' };
    const result = this.place(this.cursor, letter, blank);
    if ('refusal' in result) return result;
    this.#run(1);
    this.#ran = true;
    return result;
  }

  /**
   * @override
   * @param {number} at
   * @param {string} letter
   * @param {boolean} blank
   * @returns {{at: number, replaced?: Tile} | {refusal: Refusal}} With the other tile that lay there.
   */
  place(at, letter, blank) {
    if (this.locked) return { refusal: 'locked' };
    const was = this.fixed[at];
    if (was?.letter === letter && was.blank === blank) return { at };
    this.#set(at, { letter, blank });
    return was ? { at, replaced: was } : { at };
  }

  /** Leaves the square under the cursor empty and runs on; a tile on it stays at the end of a line that is full. */
  skip() {
    if (this.locked || this.ended) return;
    this.clear(this.cursor);
    this.#run(1);
    this.#ran = true;
  }

  /**
   * @param {number} at
   * @returns {boolean}
   */
  clear(at) {
    if (this.locked || !this.fixed[at]) return false;
    this.#set(at, null);
    return true;
  }

  /**
   * Backspace: clears the square that was chosen, or else runs back one and clears that. After a letter it is always the
   * letter that goes, also where the cursor ran on to a tile.
   * @override
   * @returns {{at: number, tile: Placed} | null}
   */
  back() {
    if (this.locked) return null;
    // At the end of a line the cursor stands on the letter that was typed last.
    if (!this.ended && (this.#ran || !this.fixed[this.cursor])) this.#run(-1);
    this.ended = false;
    const at = this.cursor;
    const tile = this.fixed[at];
    return tile && this.clear(at) ? { at, tile: { ...tile, slot: null } } : null;
  }

  /**
   * @override
   * @param {number} at
   * @returns {boolean}
   */
  toggleBlank(at) {
    const tile = this.fixed[at];
    if (this.locked || !tile) return false;
    this.#set(at, { ...tile, blank: !tile.blank });
    return true;
  }

  /**
   * @override
   * @param {number} from
   * @param {number} to
   * @returns {boolean}
   */
  shift(from, to) {
    const tile = this.fixed[from];
    if (this.locked || !tile || this.fixed[to]) return false;
    this.#set(to, tile);
    this.fixed[from] = null;
    return true;
  }

  /** @returns {string} */
  text() {
    return formatBoard(this.fixed, this.size, this.lang);
  }

  /**
   * Replaces the position by board text.
   * @override
   * @param {string} text
   * @returns {Refusal | null}
   */
  read(text) {
    if (this.locked) return 'locked';
    const tiles = parseBoard(text, this.size, this.lang);
    if (!tiles) return 'syntax';
    this.#keep();
    this.fixed = tiles;
    return null;
  }

  /** @returns {boolean} */
  undo() {
    const before = this.locked ? undefined : this.#undo.pop();
    if (before) this.fixed = before;
    return Boolean(before);
  }

  /** The start of the next line (Enter); after the last one, of the first. */
  nextLine() {
    const { rows, cols } = this.size;
    const across = this.direction === 'across';
    const row = Math.floor(this.cursor / cols);
    this.goTo(across ? ((row + 1) % rows) * cols : ((this.cursor % cols) + 1) % cols);
  }

  /**
   * Along the line. At its end the cursor stays: what is typed too much must not lie in the next one.
   * @param {1 | -1} by
   */
  #run(by) {
    const next = step(this.cursor, this.direction, by, this.size);
    if (next !== null) return this.goTo(next);
    this.ended = by > 0;
  }

  /**
   * @param {number} at
   * @param {Tile | null} tile
   */
  #set(at, tile) {
    this.#keep();
    this.fixed[at] = tile;
  }

  #keep() {
    this.#undo.push([...this.fixed]);
    if (this.#undo.length > UNDO_DEPTH) this.#undo.shift();
  }
}
