/** Squares, plays and boards as text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBoard, formatPlay, layPlays, parseBoard, parseFaces, parsePlay, parseSquare } from '../../../src/wordwaiter/web/static/board/notation.js';

const size = { rows: 15, cols: 15 };
const empty = () => Array.from({ length: 225 }, () => null);
const tile = (letter, blank = false) => ({ letter, blank, slot: null });

test('squares', () => {
  assert.deepEqual(parseSquare('8D', size), { index: 7 * 15 + 3, direction: 'across' });
  assert.deepEqual(parseSquare('o15', size), { index: 224, direction: 'down' });
  for (const bad of ['', '0A', '16A', 'P1', '8', 'D', '8DD']) assert.equal(parseSquare(bad, size), null);
});

test('faces: blanks, digraphs, Turkish', () => {
  assert.deepEqual(parseFaces('R.[ch]'), [
    { letter: 'R', blank: false },
    null,
    { letter: 'CH', blank: true },
  ]);
  assert.deepEqual(parseFaces('iI', 'tr'), [
    { letter: 'İ', blank: true },
    { letter: 'I', blank: false },
  ]);
  assert.equal(parseFaces('A1'), null);
});

test('a play over tiles, there and back', () => {
  const fixed = empty();
  fixed[7 * 15 + 5] = tile('T');
  const play = parsePlay('8D RE.INa', fixed, size);
  assert.equal(play.cells.length, 5);
  const tentative = new Map(play.cells.map((cell) => [cell.index, { ...cell.tile, slot: null }]));
  assert.deepEqual(formatPlay(tentative, fixed, 'down', size), {
    square: '8D',
    direction: 'across',
    word: 'RE.INa',
    whole: 'RETINa',
  });
  assert.equal(parsePlay('8D RETINA', fixed, size).cells.length, 5);
  assert.equal(parsePlay('8D REXINA', fixed, size).refusal, 'occupied');
  assert.equal(parsePlay('8D R.TINA', fixed, size).refusal, 'gap');
  assert.equal(parsePlay('8K RETINA', fixed, size).refusal, 'edge');
});

test('tiles that are not on one line have no notation', () => {
  const apart = new Map([
    [0, tile('A')],
    [2, tile('B')],
  ]);
  assert.equal(formatPlay(apart, empty(), 'across', size), null);
  const bent = new Map([
    [0, tile('A')],
    [16, tile('B')],
  ]);
  assert.equal(formatPlay(bent, empty(), 'across', size), null);
});

test('board text, also with rulers around it', () => {
  const tiles = empty();
  tiles[0] = { letter: 'A', blank: false };
  tiles[224] = { letter: 'CH', blank: true };
  const text = formatBoard(tiles, size);
  assert.deepEqual(parseBoard(text, size), tiles);
  const ruled = text.split('\n').map((line, row) => `${String(row + 1).padStart(2)}|${line}|`);
  assert.deepEqual(
    parseBoard(['   A B C D E F', '   -------', ...ruled, '   -------'].join('\n'), size),
    tiles,
  );
  assert.equal(parseBoard('A', size), null);
});

test('plays are laid one over the other, and one that has no place is left out', () => {
  const { tiles, last } = layPlays(['8D RETINA', 'I7 T.X', '8A NO.', '', '9I .i'], empty(), size);
  assert.deepEqual(last, [8 * 15 + 9]);
  assert.equal(formatBoard(tiles, size).split('\n')[8], '........Xi.....');
  assert.equal(formatBoard(tiles, size).split('\n')[7], '...RETINA......');
});

test('a real tile over a blank asks to lift it only where nothing else is laid', () => {
  const fixed = empty();
  fixed[7 * 15 + 3] = tile('R', true);
  assert.equal(parsePlay('8D R', fixed, size).lifts, true);
  assert.equal(parsePlay('8D r', fixed, size).lifts, false);
  assert.equal(parsePlay('8D RE', fixed, size).lifts, false);
  assert.equal(parsePlay('8D XE', fixed, size).refusal, 'blank-stays');
});

test('a single tile is written along the longer word, and otherwise as it is meant', () => {
  const fixed = empty();
  fixed[6 * 15 + 7] = tile('A');
  const single = new Map([[7 * 15 + 7, tile('T')]]);
  assert.deepEqual(formatPlay(single, fixed, 'across', size), { square: 'H7', direction: 'down', word: '.T', whole: 'AT' });
  assert.deepEqual(formatPlay(single, empty(), 'down', size), { square: 'H8', direction: 'down', word: 'T', whole: 'T' });
});
