/**
 * What a play would score, shown as it is typed: the words in one line, and how each comes about on demand.
 *
 * @import {Problem} from '../board/types.js'
 *
 * @typedef {object} Preview
 * @property {number | null} points
 * @property {[string, number][]} words
 * @property {string[]} lines
 * @property {{text: string, squares: string[]}[]} faults
 */
import { make } from '../board/dom.js';
import { say } from '../words.js';

/**
 * @param {HTMLElement} place
 * @param {Preview} seen
 * @returns {Problem[]} The squares to mark.
 */
export function explainInto(place, seen) {
  if (seen.faults.length) {
    place.replaceChildren(...seen.faults.map((fault) => make('p', { class: 'fault' }, fault.text)));
    return seen.faults.flatMap(({ text, squares }) => squares.map((square) => ({ square, text })));
  }
  const words = seen.words.flatMap(([word, points], at) => [...(at ? [' · '] : []), make('b', {}, word), ` ${points}`]);
  const lines = make('ul', {}, ...seen.lines.map((line) => make('li', {}, line)));
  const details = make('details', { id: 'explained' }, make('summary', {}, ...words, ` ${say('table.how-it-counts')}`), lines);
  const old = place.querySelector('details');
  if (old instanceof HTMLDetailsElement && old.open) details.open = true;
  place.replaceChildren(details);
  return [];
}
