/**
 * The card box as a file, to take it to another device or to keep a copy. A file may come from anybody: every card in it is
 * looked at, and one that makes no sense is left out.
 *
 * @import {Answer, Card} from './schedule.js'
 */
import { HIGHEST_BOX } from './schedule.js';

const FORMAT = 'wordwaiter card box';
const MOST_CARDS = 100_000;
const LONGEST = 15;
const MOST_ANSWERS = 100;
const MOST_COUNTED = 1_000_000;
/** The year 2242. */
const LATEST_S = 2 ** 33;

/** @param {Card[]} cards @returns {string} */
export function boxText(cards) {
  return `${JSON.stringify({ format: FORMAT, version: 1, cards }, null, 1)}\n`;
}

/**
 * @param {Card[]} cards
 * @param {string} list
 * @returns {{rows: (string | number)[][], leftOut: number}} The cards of a list as the server writes them for Zyzzyva, which
 *   knows only tiles of one letter: letters, box, when due, times solved and missed, streak, when solved last.
 */
export function zyzzyvaRows(cards, list) {
  const own = cards.filter((card) => card.list === list);
  const told = own.filter(({ tiles }) => tiles.every((tile) => tile.length === 1));
  const rows = told.map(({ tiles, box, due, right, wrong, streak, last }) => [tiles.join(''), box, due, right, wrong, streak, last]);
  return { rows, leftOut: own.length - told.length };
}

/** @param {Card[]} cards @returns {string[]} The lists that the cards are of. */
export function listsOf(cards) {
  return [...new Set(cards.map((card) => card.list))].sort();
}

/**
 * @param {string} text
 * @returns {Card[] | null} Nothing where this is no card box of ours.
 */
export function parseBox(text) {
  try {
    const { format, cards } = JSON.parse(text);
    if (format !== FORMAT || !Array.isArray(cards)) return null;
    return cards.slice(0, MOST_CARDS).flatMap((card) => readCard(card) ?? []);
  } catch {
    return null;
  }
}

/** @param {unknown} card @returns {Card | null} */
export function readCard(card) {
  if (typeof card !== 'object' || card === null) return null;
  const told = /** @type {Record<string, unknown>} */ (card);
  const { key, list } = told;
  const tiles = labels(told['tiles'], LONGEST);
  const answers = Array.isArray(told['answers']) ? told['answers'].slice(0, MOST_ANSWERS).map(readAnswer) : [];
  if (!isLabel(key, 4 * LONGEST) || !isLabel(list, 100) || !tiles?.length || !answers.length) return null;
  if (answers.some((answer) => answer === null)) return null;
  return {
    key,
    list,
    tiles,
    answers: /** @type {Answer[]} */ (answers),
    box: whole(told['box'], HIGHEST_BOX),
    due: whole(told['due'], LATEST_S),
    right: whole(told['right'], MOST_COUNTED),
    wrong: whole(told['wrong'], MOST_COUNTED),
    streak: whole(told['streak'], MOST_COUNTED, -MOST_COUNTED),
    last: whole(told['last'], LATEST_S),
  };
}

/** @param {unknown} answer @returns {Answer | null} */
function readAnswer(answer) {
  if (typeof answer !== 'object' || answer === null) return null;
  const { word, front, back, inner } = /** @type {Record<string, unknown>} */ (answer);
  const [before, after] = [labels(front, 63), labels(back, 63)];
  if (!isLabel(word, 4 * LONGEST) || !before || !after || !Array.isArray(inner)) return null;
  return { word, front: before, back: after, inner: [inner[0] === true, inner[1] === true] };
}

/** @param {unknown} value @param {number} longest @returns {value is string} */
function isLabel(value, longest) {
  return typeof value === 'string' && value.length > 0 && value.length <= longest;
}

/** @param {unknown} value @param {number} most @returns {string[] | null} */
function labels(value, most) {
  return Array.isArray(value) && value.length <= most && value.every((each) => isLabel(each, 4)) ? value : null;
}

/** @param {unknown} value @param {number} most @param {number} [least] @returns {number} */
function whole(value, most, least = 0) {
  return Number.isInteger(value) ? Math.min(Math.max(Number(value), least), most) : 0;
}

/**
 * @param {Card[]} own
 * @param {Card[]} brought
 * @returns {Card[]} Those of the brought cards that are new here, or were studied more often than what is here.
 */
export function worthTaking(own, brought) {
  const known = new Map(own.map((card) => [placeOf(card), card.right + card.wrong]));
  return brought.filter((card) => card.right + card.wrong > (known.get(placeOf(card)) ?? -1));
}

/** @param {Card} card @returns {string} */
function placeOf({ list, key }) {
  return `${list} ${key}`;
}
