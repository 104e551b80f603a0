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
  assert.deepEqual(entry.play(), { square: '8D', direction: 'across', word: 'RE.iNA', whole: 'RETiNA' });
});


test('a word is typed in full through the letters that are there', () => {
  const entry = new Entry(size);
  entry.fixed[at('G8')] = { letter: 'Z', blank: false };
  entry.goTo(at('D8'));
  type(entry, 'CLOZE');
  assert.deepEqual(entry.play(), { square: '8D', direction: 'across', word: 'CLO.E', whole: 'CLOZE' });
  // Backspace takes the E, then the Z that was typed and lies there still, then the O.
  entry.back();
  type(entry, 'Z');
  entry.back();
  entry.back();
  assert.equal(entry.play()?.whole, 'CL');
});

test('a word may begin and end with letters that are there', () => {
  const entry = new Entry(size);
  for (const [square, letter] of Object.entries({ D8: 'Q', E8: 'U', H8: 'Z' })) entry.fixed[at(square)] = { letter, blank: false };
  entry.goTo(at('D8'));
  type(entry, 'QUIZZ');
  assert.equal(entry.play()?.whole, 'QUIZZ');
  entry.fixed[at('H8')] = null;
  entry.fixed[at('O1')] = { letter: 'S', blank: true };
  entry.recall();
  entry.goTo(at('L1'));
  type(entry, 'CATS');
  assert.equal(entry.play()?.whole, 'CATs');
  assert.deepEqual(entry.type('S', false), { refusal: 'edge' });
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

test('painting stops at the end of a row, leaves squares empty, and can be undone', () => {
  const paint = new Paint(size);
  paint.goTo(at('N1'));
  type(paint, 'AB');
  assert.equal(paint.cursor, at('O1'));
  assert.deepEqual(paint.type('C', false), { refusal: 'edge' });
  assert.equal(paint.fixed[at('O1')]?.letter, 'B');
  assert.equal(paint.back()?.tile.letter, 'B');
  type(paint, 'D');
  assert.equal(paint.fixed[at('O1')]?.letter, 'D');
  paint.nextLine();
  assert.equal(paint.cursor, at('A2'));
  paint.skip();
  type(paint, 'c');
  assert.deepEqual(paint.fixed[at('B2')], { letter: 'C', blank: true });
  assert.ok(paint.undo());
  assert.equal(paint.fixed[at('B2')], null);
  paint.turn('down');
  paint.goTo(at('B15'));
  type(paint, 'XY');
  assert.equal(paint.cursor, at('B15'));
  paint.nextLine();
  assert.equal(paint.cursor, at('C1'));
});

test('a letter painted over another says which, and can be taken back', () => {
  const paint = new Paint(size);
  paint.goTo(at('H8'));
  assert.deepEqual(paint.type('A', false), { at: at('H8') });
  paint.goTo(at('H8'));
  assert.deepEqual(paint.type('A', false), { at: at('H8') }); // the same again is no news
  paint.goTo(at('H8'));
  assert.deepEqual(paint.type('B', false), { at: at('H8'), replaced: { letter: 'A', blank: false } });
  assert.ok(paint.undo());
  assert.equal(paint.fixed[at('H8')]?.letter, 'A');
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

/** What is left on the rack. @param {Entry} entry */
const left = (entry) => entry.tray?.slots.filter((slot) => !slot.used).map((slot) => slot.letter).join('');

test('a slot of the rack that is used already gives no tile', () => {
  const entry = new Entry(size);
  entry.setRack(['A', 'A', 'B']);
  assert.deepEqual(entry.place(at('H8'), 'A', false, 0), { at: at('H8') });
  assert.deepEqual(entry.place(at('I8'), 'A', false, 0), { refusal: 'no-tile' });
  assert.equal(left(entry), 'AB');
});

test('a tile laid over a tentative one gives that back, and a refused one leaves it', () => {
  const entry = new Entry(size);
  entry.setRack(['A', 'B']);
  entry.place(at('H8'), 'A', false);
  entry.place(at('H8'), 'B', false);
  assert.equal(left(entry), 'A');
  assert.deepEqual(entry.place(at('H8'), 'Z', false), { refusal: 'no-tile' });
  assert.equal(entry.tileAt(at('H8'))?.letter, 'B');
  assert.equal(left(entry), 'A');
});

test('tentative tiles that a new board covers come back to the rack', () => {
  const entry = new Entry(size);
  entry.setRack(['A', 'B']);
  entry.goTo(at('H8'));
  type(entry, 'AB');
  const fresh = [...entry.fixed];
  fresh[at('I8')] = { letter: 'Q', blank: false };
  assert.equal(entry.setFixed(fresh), 1);
  assert.equal(left(entry), 'B');
});

test('a tentative tile moves to an empty square, changes places with another, and never covers the board', () => {
  const entry = new Entry(size);
  entry.fixed[at('A1')] = { letter: 'Q', blank: false };
  entry.goTo(at('H8'));
  type(entry, 'AB');
  assert.ok(!entry.shift(at('H8'), at('A1')));
  assert.ok(entry.shift(at('H8'), at('I8')));
  assert.equal(entry.play()?.word, 'BA');
  assert.ok(entry.shift(at('H8'), at('J8')));
  assert.equal(entry.play()?.square, '8I');
});

test('a locked board takes, moves and gives nothing', () => {
  const entry = new Entry(size);
  entry.goTo(at('H8'));
  type(entry, 'A');
  entry.locked = true;
  const locked = { refusal: 'locked' };
  assert.deepEqual([entry.type('B', false), entry.place(at('A1'), 'B', false)], [locked, locked]);
  assert.equal(entry.read('8H CAT'), 'locked');
  assert.ok(!entry.shift(at('H8'), at('A1')) && !entry.remove(at('H8')) && !entry.back() && !entry.toggleBlank(at('H8')));
  assert.equal(entry.play()?.word, 'A');
  const paint = new Paint(size);
  paint.locked = true;
  assert.deepEqual(paint.type('B', false), locked);
  assert.ok(!paint.clear(at('H8')) && !paint.undo() && !paint.shift(0, 1));
});

test('after the last square of a line the next letter has nowhere to go', () => {
  const entry = new Entry(size);
  entry.goTo(at('N8'));
  type(entry, 'AB');
  assert.deepEqual(entry.type('C', false), { refusal: 'edge' });
  assert.equal(entry.back()?.tile.letter, 'B');
});

test('Enter goes to the start of the next line, and stays where a full line has led there already', () => {
  const paint = new Paint(size);
  paint.goTo(at('C1'));
  paint.nextLine();
  assert.equal(paint.cursor, at('A2'));
  paint.goTo(at('O2'));
  type(paint, 'X');
  paint.nextLine();
  assert.equal(paint.cursor, at('A3'));
  paint.turn('down');
  paint.goTo(at('C5'));
  paint.nextLine();
  assert.equal(paint.cursor, at('D1'));
});

test('a play that is typed lies on the board, and one that cannot leaves it as it was', () => {
  const entry = new Entry(size);
  entry.setRack(['C', 'A', 'T']);
  assert.equal(entry.read('8H CAT'), null);
  assert.deepEqual([entry.play()?.word, left(entry), entry.cursor], ['CAT', '', at('K8')]);
  assert.equal(entry.read('8H COT'), 'no-tile');
  assert.deepEqual([entry.play()?.word, left(entry)], ['CAT', '']);
  assert.equal(entry.read(''), 'empty');
  assert.equal(left(entry), 'CAT');
});
