/**
 * An anagram quiz as it stands: which question is asked, what was found of it, and the score. A question is solved when all
 * its words were found before anybody looked at them. A wrong word costs nothing: one may try.
 *
 * @import {Answer, Question} from './schedule.js'
 * @typedef {{kind: 'found' | 'again' | 'wrong', word: string}} Tried
 */

export class Quiz {
  /** Where in the questions one is. */
  at = 0;
  /** @type {Question[]} */
  solved = [];
  /** @type {Question[]} */
  missed = [];
  /** @type {Set<string>} */
  #found = new Set();
  #isShown = false;

  /**
   * @param {Question[]} questions
   * @param {Record<string, string>} reads Letters that stand on no tile, with the tiles that they are played with.
   */
  constructor(questions, reads) {
    this.questions = questions;
    this.reads = reads;
  }

  /** @returns {Question | undefined} Nothing after the last. */
  get question() {
    return this.questions[this.at];
  }

  /** @returns {Answer[]} What is told of this question: what was found, or everything. */
  get told() {
    return (this.question?.answers ?? []).filter(({ word }) => this.#isShown || this.#found.has(word));
  }

  /** @returns {number} Words of this question that nobody has found yet. */
  get left() {
    return (this.question?.answers.length ?? 0) - this.#found.size;
  }

  /** Whether this question is settled: all found, or looked at. */
  get isOver() {
    return this.#isShown || this.left === 0;
  }

  /** @param {string} word @returns {boolean} */
  hasFound(word) {
    return this.#found.has(word);
  }

  /** @param {string} text @returns {string} As it is spelled with tiles. */
  spelled(text) {
    const signs = Array.from(text.normalize('NFC').toUpperCase());
    return signs.map((sign) => this.reads[sign] ?? sign).join('').replace(/\s/g, '');
  }

  /** @param {string} text @returns {Tried} */
  try(text) {
    const word = this.spelled(text);
    const isAnswer = this.question?.answers.some((answer) => answer.word === word) ?? false;
    if (!isAnswer) return { kind: 'wrong', word };
    if (this.#found.has(word)) return { kind: 'again', word };
    this.#found.add(word);
    if (this.left === 0 && !this.#isShown) this.#settle(this.solved);
    return { kind: 'found', word };
  }

  /** Tells all words; what was not found until now is missed. */
  show() {
    if (this.isOver) return;
    this.#isShown = true;
    this.#settle(this.missed);
  }

  /** Goes on to the next question. */
  next() {
    this.at += 1;
    this.#found = new Set();
    this.#isShown = false;
  }

  /** @param {Question[]} where */
  #settle(where) {
    if (this.question) where.push(this.question);
  }
}

/**
 * @param {string} text
 * @param {string[]} tiles
 * @returns {number[]} Which of the tiles a text uses, by their places; a tile of two letters before one of one.
 */
export function usedTiles(text, tiles) {
  const used = /** @type {number[]} */ ([]);
  const longestFirst = tiles.map((_, place) => place).sort((one, other) => (tiles[other] ?? '').length - (tiles[one] ?? '').length);
  let rest = text;
  while (rest) {
    const place = longestFirst.find((each) => !used.includes(each) && rest.startsWith(tiles[each] ?? ''));
    if (place !== undefined) used.push(place);
    rest = rest.slice(place === undefined ? 1 : (tiles[place] ?? ' ').length);
  }
  return used;
}
