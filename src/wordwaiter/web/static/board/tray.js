/**
 * The rack as a list of slots. It knows which tiles are there, nothing else.
 *
 * @import {Slot} from './types.js'
 */

export const BLANK = '?';

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
