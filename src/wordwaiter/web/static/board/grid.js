/**
 * The board's cells in the page: takes over what the server rendered (or builds it), reads it, patches it.
 *
 * @import {Entry} from './entry.js'
 * @import {Premium, Size, Tile} from './types.js'
 */
import { attr, make } from './dom.js';
import { columnName, parseSquare, squareName } from './notation.js';
import { say } from '../words.js';

/** As long as the animation of it. */
const FLASH_MS = 900;
const RIM = 32;
const RIM_STEP = 12;

/**
 * What the cells show besides the tiles.
 * @typedef {object} Look
 * @property {Record<string, Premium>} legend
 * @property {Record<string, number>} values
 * @property {Set<number>} lastPlay
 * @property {Map<number, string>} problems
 * @property {boolean} active The cursor is shown.
 * @property {string | undefined} lang
 */

export class GridView {
  /** @type {HTMLElement[]} */
  cells = [];
  /** @type {Map<string, HTMLElement>} Row and column marks by name. */
  marks = new Map();
  /** @type {string[]} What each cell showed last, to leave alone what did not change. */
  #shown = [];

  /** @param {HTMLElement} host */
  constructor(host) {
    const found = host.querySelector('table, [role=grid], .ww-grid');
    /** @type {HTMLElement} */
    this.grid = found instanceof HTMLElement ? found : buildTable({ rows: 15, cols: 15 });
    const squares = [...this.grid.querySelectorAll('[data-sq]')];
    const last = parseSquare(squares.at(-1)?.getAttribute('data-sq') ?? '', { rows: 26, cols: 26 });
    const cols = last ? (last.index % 26) + 1 : 15;
    /** @type {Size} */
    this.size = { cols, rows: Math.round(squares.length / cols) };
    this.scroller = make('div', { class: 'ww-scroll' });
    this.grid.replaceWith(this.scroller);
    this.scroller.append(this.grid);
    if (!this.scroller.parentNode) host.prepend(this.scroller);
    this.#takeOver(squares);
  }

  /** @param {Element[]} squares */
  #takeOver(squares) {
    this.grid.classList.add('ww-grid');
    this.grid.style.setProperty('--ww-cols', String(this.size.cols));
    attr(this.grid, 'role', 'grid');
    if (!this.grid.querySelector('caption')) attr(this.grid, 'aria-label', say('board.name'));
    for (const group of this.grid.querySelectorAll('thead, tbody')) attr(group, 'role', 'rowgroup');
    for (const row of this.grid.querySelectorAll('tr')) attr(row, 'role', 'row');
    for (const mark of this.grid.querySelectorAll('th, [data-mark]')) {
      if (!(mark instanceof HTMLElement)) continue;
      const name = (mark.dataset['mark'] ?? mark.textContent ?? '').trim();
      attr(mark, 'role', /^\d+$/.test(name) ? 'rowheader' : 'columnheader');
      this.marks.set(name, mark);
    }
    for (const cell of squares) {
      const square = parseSquare(cell.getAttribute('data-sq') ?? '', this.size);
      if (!square || !(cell instanceof HTMLElement)) continue;
      attr(cell, 'role', 'gridcell');
      this.cells[square.index] = cell;
    }
  }

  /** @returns {(Tile | null)[]} The tiles that the server rendered. */
  readTiles() {
    return this.cells.map((cell) => {
      const tile = cell.querySelector('.ww-tile');
      const letter = tile?.firstChild?.textContent?.trim() ?? '';
      return tile && letter ? { letter, blank: tile.hasAttribute('data-blank') } : null;
    });
  }

  /** @returns {Set<number>} The squares that the server marked as the last play. */
  readLastPlay() {
    return new Set(this.cells.flatMap((cell, index) => (cell.hasAttribute('data-last') ? [index] : [])));
  }

  /**
   * @param {Record<number, string>} premiums Legend key by square.
   * @param {Record<string, Premium>} legend
   */
  setPremiums(premiums, legend) {
    for (const [index, key] of Object.entries(premiums)) {
      const cell = this.cells[Number(index)];
      const premium = legend[key];
      if (!cell || !premium) continue;
      attr(cell, 'data-p', key);
      if (premium.colour) cell.style.setProperty('--ww-fill', premium.colour);
      if (premium.ink) cell.style.setProperty('--ww-ink', premium.ink);
      const label = cell.querySelector('.ww-p') ?? make('span', { class: 'ww-p' });
      if (!label.textContent) label.textContent = premium.label;
      if (!label.isConnected) cell.prepend(label);
    }
    this.#shown = [];
  }

  /**
   * @param {Entry} model
   * @param {Look} look
   */
  render(model, look) {
    for (const [index, cell] of this.cells.entries()) this.#renderCell(index, cell, model, look);
    const at = model.cursor;
    const on = new Set([columnName(at % this.size.cols), String(Math.floor(at / this.size.cols) + 1)]);
    for (const [name, mark] of this.marks) attr(mark, 'data-on', look.active && on.has(name) ? '' : null);
  }

  /**
   * @param {number} index
   * @param {HTMLElement} cell
   * @param {Entry} model
   * @param {Look} look
   */
  #renderCell(index, cell, model, look) {
    const tile = model.tileAt(index);
    const isNew = model.tentative.has(index);
    const here = index === model.cursor;
    const problem = look.problems.get(index);
    const last = look.lastPlay.has(index);
    const cursor = here && look.active ? model.direction : null;
    const value = tile && !tile.blank ? look.values[tile.letter] : undefined;
    const label = this.#label(index, cell, tile, isNew, last, problem, look);
    const shown = [label, tile?.letter, tile?.blank, value, cursor, here, model.locked].join('|');
    if (this.#shown[index] === shown) return;
    this.#shown[index] = shown;
    attr(cell, 'aria-label', label);
    attr(cell, 'tabindex', here ? '0' : '-1');
    attr(cell, 'data-cursor', cursor);
    attr(cell, 'data-last', last ? '' : null);
    attr(cell, 'data-problem', problem === undefined ? null : '');
    attr(cell, 'aria-invalid', problem === undefined ? null : 'true');
    attr(cell, 'title', problem ?? null);
    const old = cell.querySelector('.ww-tile');
    if (!tile) old?.remove();
    else {
      const face = make('span', { class: 'ww-tile' }, tile.letter);
      attr(face, 'data-new', isNew ? '' : null);
      attr(face, 'data-blank', tile.blank ? '' : null);
      attr(face, 'data-long', tile.letter.length > 1 ? '' : null);
      if (value !== undefined) face.append(make('i', {}, String(value)));
      if (!old?.isEqualNode(face)) old ? old.replaceWith(face) : cell.append(face);
    }
  }

  /**
   * @param {number} index
   * @param {HTMLElement} cell
   * @param {Tile | null} tile
   * @param {boolean} isNew
   * @param {boolean} last
   * @param {string | undefined} problem
   * @param {Look} look
   * @returns {string}
   */
  #label(index, cell, tile, isNew, last, problem, look) {
    const square = squareName(index, this.size);
    const parts = [];
    if (tile) {
      const n = say('board.points', { n: look.values[tile.letter] ?? 0 });
      parts.push(say(tile.blank ? 'board.blank-tile' : 'board.tile', { letter: tile.letter, points: n, square }));
      if (isNew) parts.push(say('board.tentative'));
    } else {
      const premium = look.legend[cell.dataset['p'] ?? '']?.name;
      parts.push(premium ? say('board.empty-premium', { square, premium }) : say('board.empty', { square }));
    }
    if (last) parts.push(say('board.last-play'));
    if (problem !== undefined) parts.push(say('board.problem', { text: problem }));
    return parts.join(', ');
  }

  /**
   * The square under a point of the page, or null.
   * @param {number} x
   * @param {number} y
   * @returns {number | null}
   */
  squareAt(x, y) {
    const cell = document.elementFromPoint(x, y)?.closest('[data-sq]');
    const index = cell instanceof HTMLElement ? this.cells.indexOf(cell) : -1;
    return index < 0 ? null : index;
  }

  /**
   * Brings a square into sight inside a zoomed board; the page itself stays where it is.
   * @param {number} index
   */
  reveal(index) {
    const { scroller } = this;
    if (scroller.scrollWidth <= scroller.clientWidth && scroller.scrollHeight <= scroller.clientHeight)
      return;
    const cell = this.cells[index]?.getBoundingClientRect();
    if (!cell) return;
    const frame = scroller.getBoundingClientRect();
    const room = cell.width * 1.2;
    scroller.scrollBy(
      Math.min(0, cell.left - frame.left - room) + Math.max(0, cell.right - frame.right + room),
      Math.min(0, cell.top - frame.top - room) + Math.max(0, cell.bottom - frame.bottom + room),
    );
  }

  /**
   * Marks a square for a moment: something changed there.
   * @param {number} index
   */
  flash(index) {
    const cell = this.cells[index];
    cell?.removeAttribute('data-flash');
    void cell?.offsetWidth; // the same square may flash twice in a row
    cell?.setAttribute('data-flash', '');
    setTimeout(() => cell?.removeAttribute('data-flash'), FLASH_MS);
  }

  /** @param {number | null} index Where a dragged tile would drop. */
  markTarget(index) {
    this.grid.querySelector('[data-target]')?.removeAttribute('data-target');
    if (index !== null) this.cells[index]?.setAttribute('data-target', '');
  }

  /**
   * A dragged tile near the rim of a zoomed board makes it scroll.
   * @param {number} x
   * @param {number} y
   */
  pushRim(x, y) {
    const { left, right, top, bottom } = this.scroller.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) return;
    const push = (/** @type {number} */ at, /** @type {number} */ low, /** @type {number} */ high) =>
      at < low + RIM ? -RIM_STEP : at > high - RIM ? RIM_STEP : 0;
    this.scroller.scrollBy(push(x, left, right), push(y, top, bottom));
  }
}

/**
 * @param {Size} size
 * @returns {HTMLTableElement} An empty board, for pages that did not render one.
 */
function buildTable(size) {
  const head = make('tr', {}, make('th', { scope: 'col' }, make('span', { class: 'unseen' }, say('board.row'))));
  for (let col = 0; col < size.cols; col += 1) head.append(make('th', { scope: 'col' }, columnName(col)));
  const body = make('tbody');
  for (let row = 0; row < size.rows; row += 1) {
    const line = make('tr', {}, make('th', { scope: 'row' }, String(row + 1)));
    for (let col = 0; col < size.cols; col += 1) {
      line.append(make('td', { 'data-sq': squareName(row * size.cols + col, size) }));
    }
    body.append(line);
  }
  return make('table', {}, make('thead', {}, head), body);
}
