/** Entering a play and painting a board, without a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Entry } from '../../../src/wordwaiter/web/static/board/entry.js';
import { Paint } from '../../../src/wordwaiter/web/static/board/paint.js';

const size = { rows: 15, cols: 15 };
const at = (name) => (Number(name.slice(1)) - 1) * 15 + name.charCodeAt(0) - 65;

/** @param {Entry} entry @param {string} letters */
function type(entry, letters) {
  for (const letter of letters) entry.type(letter.toUpperCase(), letter !== letter.toUpperCase());
}

test('letters run along the arrow and step over tiles that are there', () => {
  const entry = new Entry(size);
  entry.fixed[at('F8')] = { letter: 'T', blank: false };
  entry.goTo(at('D8'));
  type(entry, 'REiNA');
  assert.deepEqual(entry.play(), { square: '8D', direction: 'across', word: 'RE.iNA' });
});

test('a rack gives only the tiles it has, and takes them back', () => {
  const entry = new Entry(size);
  entry.setRack(['A', '?', 'B']);
  entry.goTo(at('H8'));
  assert.deepEqual(entry.type('A', false), { at: at('H8') });
  assert.deepEqual(entry.type('Z', false), { at: at('I8') }); // the blank stands for it
  assert.deepEqual(entry.type('Z', false), { refusal: 'no-tile' });
  assert.equal(entry.play()?.word, 'Az');
  assert.equal(entry.recall(), 2);
  assert.ok(entry.tray?.slots.every((slot) => !slot.used));
});

test('news of a table without racks leaves a half-typed play where it is', () => {
  const entry = new Entry(size);
  entry.goTo(at('H8'));
  type(entry, 'AB');
  entry.setRack(null);
  assert.equal(entry.play()?.word, 'AB');
});

test('a new board takes away only the tentative tiles that it covers', () => {
  const entry = new Entry(size);
  entry.goTo(at('H8'));
  type(entry, 'AB');
  const fresh = [...entry.fixed];
  fresh[at('H8')] = { letter: 'Q', blank: false };
  assert.equal(entry.setFixed(fresh), 1);
  assert.deepEqual([...entry.tentative.keys()], [at('I8')]);
});

test('painting runs on to the next line, leaves squares empty, and can be undone', () => {
  const paint = new Paint(size);
  paint.goTo(at('N1'));
  type(paint, 'AB');
  assert.equal(paint.cursor, at('A2'));
  paint.skip();
  type(paint, 'c');
  assert.deepEqual(paint.fixed[at('B2')], { letter: 'C', blank: true });
  assert.ok(paint.undo());
  assert.equal(paint.fixed[at('B2')], null);
});

test('painting takes back the square that was chosen, and after a letter that letter', () => {
  const paint = new Paint(size);
  const on = (/** @type {string} */ square) => paint.fixed[at(square)]?.letter ?? '';
  paint.goTo(at('H8'));
  type(paint, 'READER');
  paint.goTo(at('J8'));
  assert.equal(paint.back()?.tile.letter, 'A');
  assert.deepEqual([on('I8'), on('J8'), paint.cursor], ['E', '', at('J8')]);
  assert.equal(paint.back()?.tile.letter, 'E');
  type(paint, 'XY');
  assert.equal(on('K8'), 'D');
  assert.equal(paint.back()?.tile.letter, 'Y');
  assert.deepEqual([on('J8'), on('K8')], ['', 'D']);
});
