/**
 * Squares, GCG plays and board text. Pure functions: no DOM, no rule of the game.
 *
 * @import {Cell, Direction, Placed, Play, Refusal, Size, Tile} from './types.js'
 */

const A = 'A'.charCodeAt(0);

/**
 * Column letters, then row number: "H8". Boards wider than 26 are not a thing.
 * @param {number} index
 * @param {Size} size
 * @returns {string}
 */
export function squareName(index, size) {
  return `${columnName(index % size.cols)}${Math.floor(index / size.cols) + 1}`;
}

/**
 * @param {number} col
 * @returns {string}
 */
export function columnName(col) {
  return String.fromCharCode(A + col);
}

/**
 * Reads "H8" (down) or "8H" (across), as GCG writes the place of a play.
 * @param {string} text
 * @param {Size} size
 * @returns {{index: number, direction: Direction} | null}
 */
export function parseSquare(text, size) {
  const match = /^(?:(\d{1,2})([A-Z])|([A-Z])(\d{1,2}))$/i.exec(text.trim());
  if (!match) return null;
  const row = Number(match[1] ?? match[4]) - 1;
  const col = (match[2] ?? match[3] ?? '').toUpperCase().charCodeAt(0) - A;
  if (row < 0 || row >= size.rows || col < 0 || col >= size.cols) return null;
  return { index: row * size.cols + col, direction: match[1] ? 'across' : 'down' };
}

/**
 * @param {number} index
 * @param {Direction} direction
 * @param {Size} size
 * @returns {string} "8D" across, "D8" down.
 */
export function playSquare(index, direction, size) {
  const row = String(Math.floor(index / size.cols) + 1);
  const col = columnName(index % size.cols);
  return direction === 'across' ? row + col : col + row;
}

/**
 * Splits "RE.[CH]a" into faces; null stands for "." (a square already covered, or an empty one).
 * @param {string} text
 * @param {string} [lang] For letters whose case depends on the language (Turkish i).
 * @returns {(Tile | null)[] | null} null when something in it is not a letter.
 */
export function parseFaces(text, lang) {
  /** @type {(Tile | null)[]} */
  const faces = [];
  for (const [token] of text.normalize('NFC').matchAll(/\[[^\]]*\]?|./gsu)) {
    if (token === '.' || token === '-' || token === '_') {
      faces.push(null);
      continue;
    }
    const raw = token.replace(/^\[|\]$/g, '');
    if (!raw || !/^[\p{L}\p{M}·]+$/u.test(raw)) return null;
    const letter = raw.toLocaleUpperCase(lang);
    faces.push({ letter, blank: raw !== letter });
  }
  return faces;
}

/**
 * @param {Tile} tile
 * @param {string} [lang]
 * @returns {string} "R", "r" for a blank, "[CH]" for a tile with more than one letter.
 */
export function faceText(tile, lang) {
  const text = tile.blank ? tile.letter.toLocaleLowerCase(lang) : tile.letter;
  return [...text].length > 1 ? `[${text}]` : text;
}

/**
 * Lays "8D RE.INA" over a board. A letter equal to the tile already there counts as "."; where nothing else is laid,
 * a real tile over a blank can only mean that the blank is to be lifted for it.
 * @param {string} text
 * @param {(Tile | null)[]} fixed
 * @param {Size} size
 * @param {string} [lang]
 * @returns {{start: number, direction: Direction, cells: Cell[], lifts: boolean} | {refusal: Refusal, at?: number}}
 */
export function parsePlay(text, fixed, size, lang) {
  const [place = '', ...rest] = text.trim().split(/\s+/);
  if (!place) return { refusal: 'empty' };
  const square = parseSquare(place, size);
  const faces = parseFaces(rest.join(''), lang);
  if (!square || !faces) return { refusal: 'syntax' };
  const { index: start, direction } = square;
  /** @type {Cell[]} */
  const cells = [];
  let lifts = false;
  /** @type {number | null} */
  let index = start;
  for (const face of faces) {
    if (index === null) return { refusal: 'edge' };
    const there = fixed[index] ?? null;
    if (!face && !there) return { refusal: 'gap', at: index };
    if (face && there && face.letter !== there.letter)
      return { refusal: there.blank ? 'blank-stays' : 'occupied', at: index };
    if (face && !face.blank && there?.blank) lifts = true;
    if (face && !there) cells.push({ index, tile: face });
    index = step(index, direction, 1, size);
  }
  return { start, direction, cells, lifts: lifts && !cells.length };
}

/**
 * Lays plays over a board, one after the other; one that cannot lie there is left out.
 * @param {string[]} plays
 * @param {(Tile | null)[]} fixed
 * @param {Size} size
 * @param {string} [lang]
 * @returns {{tiles: (Tile | null)[], last: number[]}} The board after them, and the squares of the last one.
 */
export function layPlays(plays, fixed, size, lang) {
  const tiles = [...fixed];
  /** @type {number[]} */
  let last = [];
  for (const play of plays) {
    const parsed = parsePlay(play, tiles, size, lang);
    if ('refusal' in parsed || !parsed.cells.length) continue;
    for (const { index, tile } of parsed.cells) tiles[index] = tile;
    last = parsed.cells.map(({ index }) => index);
  }
  return { tiles, last };
}

/**
 * Writes tentative tiles as a play, reaching over the tiles that touch them on the same line.
 * @param {Map<number, Placed>} tentative
 * @param {(Tile | null)[]} fixed
 * @param {Direction} preferred Used for a single tile, which may be read either way.
 * @param {Size} size
 * @param {string} [lang]
 * @returns {Play | null} null when the tiles are not on one unbroken line.
 */
export function formatPlay(tentative, fixed, preferred, size, lang) {
  const other = /** @type {Direction} */ (preferred === 'across' ? 'down' : 'across');
  const plays = [preferred, other].map((d) => formatAlong(tentative, fixed, d, size, lang));
  const [first, second] = plays;
  const long = (/** @type {Play | null | undefined} */ play) => !/^(\[[^\]]*\]|.)$/u.test(play?.word ?? '.');
  if (tentative.size === 1 && !long(first) && long(second)) return second ?? null;
  return first ?? second ?? null;
}

/**
 * @param {Map<number, Placed>} tentative
 * @param {(Tile | null)[]} fixed
 * @param {Direction} direction
 * @param {Size} size
 * @param {string} [lang]
 * @returns {Play | null}
 */
function formatAlong(tentative, fixed, direction, size, lang) {
  if (!tentative.size) return null;
  let start = Math.min(...tentative.keys());
  for (let before = step(start, direction, -1, size); before !== null && fixed[before];) {
    start = before;
    before = step(start, direction, -1, size);
  }
  let word = '';
  let whole = '';
  let seen = 0;
  for (let at = /** @type {number | null} */ (start); at !== null; at = step(at, direction, 1, size)) {
    const tile = tentative.get(at);
    const there = tile ?? fixed[at];
    if (!there) break;
    word += tile ? faceText(tile, lang) : '.';
    whole += faceText(there, lang);
    seen += tile ? 1 : 0;
  }
  if (seen !== tentative.size) return null;
  return { square: playSquare(start, direction, size), direction, word, whole };
}

/**
 * The square `by` steps along a line, or null past the edge.
 * @param {number} index
 * @param {Direction} direction
 * @param {number} by
 * @param {Size} size
 * @returns {number | null}
 */
export function step(index, direction, by, size) {
  const row = Math.floor(index / size.cols) + (direction === 'down' ? by : 0);
  const col = (index % size.cols) + (direction === 'across' ? by : 0);
  return row < 0 || row >= size.rows || col < 0 || col >= size.cols ? null : row * size.cols + col;
}

/**
 * Reads board text: one line a row, "." (or a space, "-", "_") for an empty square.
 * Row numbers and column letters around it, as other programs print them, are dropped.
 * @param {string} text
 * @param {Size} size
 * @param {string} [lang]
 * @returns {(Tile | null)[] | null} null when it is not a board of this size.
 */
export function parseBoard(text, size, lang) {
  const lines = text
    .replace(/\r/g, '')
    .replace(/^\n+|\n+$/g, '')
    .split('\n');
  const rows = lines
    .map((line) => line.replace(/^\s*\d{1,2}[\s|]+/, '').replace(/\|.*$/, ''))
    .filter((line, at) => lines.length === size.rows || !isRuler(lines[at] ?? ''));
  if (rows.length !== size.rows) return null;
  /** @type {(Tile | null)[]} */
  const tiles = [];
  for (const row of rows) {
    const spaced = /^(\S ){2,}\S ?$/.test(row) ? row.replace(/(\S) /g, '$1') : row;
    const faces = parseFaces(spaced.replace(/[\s?]/g, '.'), lang);
    if (!faces || faces.length > size.cols) return null;
    for (let col = 0; col < size.cols; col += 1) tiles.push(faces[col] ?? null);
  }
  return tiles;
}

/**
 * @param {string} line
 * @returns {boolean} True for a line of column letters or of dashes.
 */
function isRuler(line) {
  return /^\s*A\s+B\s+C\s/.test(line) || /^\s*-{5,}/.test(line);
}

/**
 * @param {(Tile | null)[]} tiles
 * @param {Size} size
 * @param {string} [lang]
 * @returns {string} One line a row, joined by newlines.
 */
export function formatBoard(tiles, size, lang) {
  const lines = [];
  for (let row = 0; row < size.rows; row += 1) {
    const cells = tiles.slice(row * size.cols, (row + 1) * size.cols);
    lines.push(cells.map((tile) => (tile ? faceText(tile, lang) : '.')).join(''));
  }
  return lines.join('\n');
}
