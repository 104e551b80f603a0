/**
 * Entering a play: a cursor with a direction, tentative tiles over the board, maybe a rack (`Tray`).
 * No DOM and no rule of the game; whether a play is good is the server's answer.
 *
 * @import {Cell, Direction, Placed, Play, Refusal, Size, Slot, Tile} from './types.js'
 */
import { formatPlay, parsePlay, step } from './notation.js';

export const BLANK = '?';

export class Entry {
  /**
   * @param {Size} size
   * @param {string} [lang]
   */
  constructor(size, lang) {
    this.size = size;
    this.lang = lang;
    /** @type {(Tile | null)[]} */
    this.fixed = Array.from({ length: size.rows * size.cols }, () => null);
    /** @type {Map<number, Placed>} */
    this.tentative = new Map();
    /** @type {Tray | null} */
    this.tray = null;
    /** @type {Direction} */
    this.direction = 'across';
    this.cursor = Math.floor(this.fixed.length / 2);
    this.locked = false;
    /** True once a tile was typed on the last square of the line: the next letter has nowhere to go. */
    this.ended = false;
    /** Tiles of the board that the cursor runs over next, and how many of them were typed. */
    this.over = /** @type {number[]} */ ([]);
    this.overTyped = 0;
  }

  /**
   * @param {number} index
   * @returns {Tile | null}
   */
  tileAt(index) {
    return this.tentative.get(index) ?? this.fixed[index] ?? null;
  }

  /** @param {number} index */
  goTo(index) {
    this.cursor = Math.max(0, Math.min(index, this.fixed.length - 1));
    this.ended = false;
    this.#runOver(this.#line(this.cursor).over);
  }

  /**
   * @param {number} rows
   * @param {number} cols
   * @returns {boolean} False at the edge.
   */
  move(rows, cols) {
    const down = rows ? step(this.cursor, 'down', rows, this.size) : this.cursor;
    const next = down === null ? null : cols ? step(down, 'across', cols, this.size) : down;
    if (next === null) return false;
    this.goTo(next);
    return true;
  }

  /** @param {Direction} [direction] */
  turn(direction) {
    this.direction = direction ?? (this.direction === 'across' ? 'down' : 'across');
    this.ended = false;
    this.#runOver(this.#line(this.cursor).over);
  }

  /**
   * Types a letter at the cursor, over the tiles already there, and moves on. Whoever types the whole word types those
   * tiles too: a letter that is the next of them lays nothing.
   * @param {string} letter
   * @param {boolean} blank
   * @param {number} [slotId] The rack slot to take; otherwise the first that fits.
   * @returns {{at: number, isThere?: true, replaced?: Tile} | {refusal: Refusal}}
   */
  type(letter, blank, slotId) {
    if (this.locked) return { refusal: 'locked' };
    const there = this.over[this.overTyped];
    if (there !== undefined && !blank && slotId === undefined && this.fixed[there]?.letter === letter) {
      this.overTyped += 1;
      return { at: there, isThere: true };
    }
    const at = this.ended ? null : this.#line(this.cursor).free;
    if (at === null) return { refusal: 'edge' };
    const result = this.place(at, letter, blank, slotId);
    if (!('refusal' in result)) this.#goAfter(at, at);
    return result;
  }

  /**
   * Moves the cursor to where the letter after a square goes.
   * @param {number} last
   * @param {number} otherwise Where it stays when the line has no place left.
   */
  #goAfter(last, otherwise) {
    const after = step(last, this.direction, 1, this.size);
    const { over, free } = after === null ? { over: [], free: null } : this.#line(after);
    this.goTo(free ?? otherwise);
    this.ended = free === null;
    this.#runOver(over);
  }

  /** @param {number[]} over */
  #runOver(over) {
    this.over = over;
    this.overTyped = 0;
  }

  /**
   * Puts a tile on one square. With a rack it must come from there.
   * @param {number} at
   * @param {string} letter
   * @param {boolean} blank
   * @param {number} [slotId] The rack slot to take; otherwise the first that fits.
   * @returns {{at: number, replaced?: Tile} | {refusal: Refusal}}
   */
  place(at, letter, blank, slotId) {
    if (this.locked) return { refusal: 'locked' };
    if (this.fixed[at]) return { refusal: this.fixed[at].blank ? 'blank-stays' : 'occupied' };
    const was = this.tentative.get(at);
    if (was) this.tray?.mark(was.slot, false);
    const slot = slotId === undefined ? this.tray?.find(letter, blank) : this.tray?.slot(slotId);
    if (this.tray && (!slot || slot.used)) {
      if (was) this.tray.mark(was.slot, true);
      return { refusal: 'no-tile' };
    }
    this.tray?.mark(slot?.id ?? null, true);
    const isBlank = slot ? slot.letter === BLANK : blank;
    this.tentative.set(at, { letter, blank: isBlank, slot: slot?.id ?? null });
    return { at };
  }

  /**
   * Moves a tentative tile; one that is already there changes places with it.
   * @param {number} from
   * @param {number} to
   * @returns {boolean}
   */
  shift(from, to) {
    const tile = this.tentative.get(from);
    if (this.locked || !tile || this.fixed[to]) return false;
    const other = this.tentative.get(to);
    this.tentative.delete(from);
    this.tentative.set(to, tile);
    if (other && from !== to) this.tentative.set(from, other);
    return true;
  }

  /**
   * @param {number} at
   * @returns {Placed | null} The tile taken off.
   */
  remove(at) {
    const tile = this.tentative.get(at);
    if (this.locked || !tile) return null;
    this.tray?.mark(tile.slot, false);
    this.tentative.delete(at);
    return tile;
  }

  /**
   * Backspace: the tile under the cursor, or else the one before it on the line.
   * @returns {{at: number, tile: Placed} | null}
   */
  back() {
    if (this.locked) return null;
    if (this.overTyped) {
      this.overTyped -= 1;
      return null;
    }
    let at = this.tentative.has(this.cursor) ? this.cursor : null;
    if (at === null) {
      const before = step(this.cursor, this.direction, -1, this.size);
      at = before === null ? null : this.#line(before, -1).free;
    }
    if (at === null) return null;
    this.goTo(at);
    const tile = this.remove(at);
    return tile ? { at, tile } : null;
  }

  /** @returns {number} How many tiles were taken back. */
  recall() {
    const count = this.tentative.size;
    const first = Math.min(...this.tentative.keys());
    for (const tile of this.tentative.values()) this.tray?.mark(tile.slot, false);
    this.tentative.clear();
    if (count) this.goTo(first);
    return count;
  }

  /**
   * A tile that a blank stands for becomes a plain one, or the other way round (no rack only).
   * @param {number} at
   * @returns {boolean}
   */
  toggleBlank(at) {
    const tile = this.tentative.get(at);
    if (this.locked || this.tray || !tile) return false;
    this.tentative.set(at, { ...tile, blank: !tile.blank });
    return true;
  }

  /** @returns {Play | null} */
  play() {
    return formatPlay(this.tentative, this.fixed, this.#lie(), this.size, this.lang);
  }

  /**
   * @param {string} text
   * @returns {boolean} Whether a typed notation only asks for a blank in exchange for the real tile.
   */
  lifts(text) {
    const parsed = parsePlay(text, this.fixed, this.size, this.lang);
    return 'lifts' in parsed && parsed.lifts;
  }

  /**
   * Mirrors a typed notation onto the board. A refused one leaves the board as it was.
   * @param {string} text
   * @returns {Refusal | null}
   */
  read(text) {
    if (this.locked) return 'locked';
    const parsed = parsePlay(text, this.fixed, this.size, this.lang);
    if ('refusal' in parsed) {
      if (parsed.refusal === 'empty') this.recall();
      return parsed.refusal;
    }
    const before = [...this.tentative];
    this.recall();
    for (const { index, tile } of parsed.cells) {
      const result = this.place(index, tile.letter, tile.blank);
      if (!('refusal' in result)) continue;
      this.recall();
      for (const [at, { letter, blank, slot }] of before) this.place(at, letter, blank, slot ?? undefined);
      return result.refusal;
    }
    this.turn(parsed.direction);
    const last = parsed.cells.at(-1);
    if (last) this.#goAfter(last.index, last.index);
    else this.goTo(this.#line(parsed.start).free ?? parsed.start);
    return null;
  }

  /**
   * New tiles from the server. Tentative tiles that they cover go back.
   * @param {(Tile | null)[]} tiles
   * @returns {number} How many tentative tiles had to go.
   */
  setFixed(tiles) {
    this.fixed = tiles;
    const covered = [...this.tentative].filter(([at]) => tiles[at]);
    for (const [at, tile] of covered) {
      this.tray?.mark(tile.slot, false);
      this.tentative.delete(at);
    }
    return covered.length;
  }

  /**
   * A new rack from the server, or none; the order that the player chose is kept when it is the same rack.
   * @param {string[] | null} letters
   */
  setRack(letters) {
    if (!letters && !this.tray) return; // nothing changed: the tiles of a half-typed play stay
    const same = (/** @type {string[]} */ a) => [...a].sort().join() === [...(letters ?? [])].sort().join();
    if (letters && this.tray && same(this.tray.slots.map((slot) => slot.letter))) return;
    this.recall();
    this.tray = letters ? new Tray(letters) : null;
  }

  /** After a drop: the direction follows the tiles when they lie on a line. */
  align() {
    if (this.tentative.size > 1) this.turn(this.#lie());
  }

  /** @returns {Direction} The line the tiles lie on; the arrow's when they do not say. */
  #lie() {
    const at = [...this.tentative.keys()];
    if (at.length < 2) return this.direction;
    const { cols } = this.size;
    if (new Set(at.map((i) => i % cols)).size === 1) return 'down';
    return new Set(at.map((i) => Math.floor(i / cols))).size === 1 ? 'across' : this.direction;
  }

  /**
   * @param {number} from
   * @param {1 | -1} [by]
   * @returns {{over: number[], free: number | null}} The first square from there without a tile of the board, and the tiles before it.
   */
  #line(from, by = 1) {
    const over = [];
    /** @type {number | null} */
    let at = from;
    for (; at !== null && this.fixed[at]; at = step(at, this.direction, by, this.size)) over.push(at);
    return { over, free: at };
  }
}

/** The rack as a list of slots. It knows which tiles are there, nothing else. */
export class Tray {
  /** @param {readonly string[]} letters "?" stands for a blank. */
  constructor(letters) {
    /** @type {Slot[]} */
    this.slots = letters.map((letter, id) => ({ id, letter, used: false }));
  }

  /**
   * Finds a free slot for a letter: the letter itself first, then a blank.
   * @param {string} letter
   * @param {boolean} blank True to take a blank at once.
   * @returns {Slot | null}
   */
  find(letter, blank) {
    const free = this.slots.filter((slot) => !slot.used);
    const own = blank ? undefined : free.find((slot) => slot.letter === letter);
    return own ?? free.find((slot) => slot.letter === BLANK) ?? null;
  }

  /**
   * @param {number | null} id
   * @returns {Slot | null}
   */
  slot(id) {
    return this.slots.find((slot) => slot.id === id) ?? null;
  }

  /**
   * @param {number | null} id
   * @param {boolean} used
   */
  mark(id, used) {
    const slot = this.slot(id);
    if (slot) slot.used = used;
  }

  /** @param {() => number} [random] */
  shuffle(random = Math.random) {
    for (let i = this.slots.length - 1; i > 0; i -= 1) {
      const j = Math.floor(random() * (i + 1));
      const [a, b] = [this.slots[i], this.slots[j]];
      if (a && b) [this.slots[i], this.slots[j]] = [b, a];
    }
  }

  /**
   * Moves a slot to another place on the rack.
   * @param {number} id
   * @param {number} to
   */
  move(id, to) {
    const from = this.slots.findIndex((slot) => slot.id === id);
    const [slot] = from < 0 ? [] : this.slots.splice(from, 1);
    if (slot) this.slots.splice(Math.max(0, Math.min(to, this.slots.length)), 0, slot);
  }
}
