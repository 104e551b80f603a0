/**
 * <ww-rack for="board-id">: the tiles of a virtual table. Tap or drag them; shuffle and recall.
 *
 * @import {WwBoard} from './ww-board.js'
 * @import {Slot} from './types.js'
 */
import { attr, icon, make, roving } from './dom.js';
import { BLANK } from './entry.js';
import { hover, open, placeSlot, refuseOnBlank, tapSlot, watchPresses } from './hands.js';
import { say } from '../words.js';
import { boardFor } from './ww-board.js';

export class WwRack extends HTMLElement {
  /** @type {WwBoard | null} */
  board = null;
  #row = make('div', { class: 'ww-rack-row', role: 'toolbar' });

  connectedCallback() {
    boardFor(this, (board) => this.board !== board && this.#build(board));
  }

  /** @param {WwBoard} board */
  #build(board) {
    this.board = board;
    this.#row.setAttribute('aria-label', say('board.rack'));
    const shuffle = make('button', { type: 'button', class: 'ww-button' }, icon('shuffle'), say('board.shuffle'));
    const recall = make('button', { type: 'button', class: 'ww-button' }, icon('recall'), say('board.recall'));
    this.replaceChildren(this.#row, make('div', { class: 'ww-rack-acts' }, shuffle, recall));
    shuffle.addEventListener('click', () => this.shuffle());
    recall.addEventListener('click', () => board.recall());
    board.addEventListener('ww-change', () => this.#draw());
    this.#row.addEventListener('mousedown', (event) => event.preventDefault());
    this.#row.addEventListener('click', (event) => {
      const slot = this.#slotOf(event.target);
      if (slot && !slot.used) tapSlot(board, slot.id);
    });
    watchPresses(this.#row, {
      pick: (target) => (this.#slotOf(target)?.used || board.model.locked ? null : target.closest('button')),
      over: (x, y) => hover(board, x, y),
      drop: (button, x, y) => this.#drop(button, x, y),
      end: () => board.view.markTarget(null),
      size: () => board.view.cells[0]?.offsetWidth ?? 0,
    });
    this.#draw();
    roving(this.#row);
  }

  shuffle() {
    this.board?.model.tray?.shuffle();
    this.board?.draw();
  }

  /**
   * @param {EventTarget | null} target
   * @returns {Slot | null}
   */
  #slotOf(target) {
    const button = target instanceof Element ? target.closest('button') : null;
    return this.board?.model.tray?.slot(Number(button?.dataset['slot'] ?? -1)) ?? null;
  }

  /**
   * @param {HTMLElement} button
   * @param {number} x
   * @param {number} y
   */
  #drop(button, x, y) {
    const slot = this.#slotOf(button);
    if (!this.board || !slot) return;
    const over = document.elementFromPoint(x, y)?.closest('button[data-slot]');
    const at = open(this.board, x, y);
    if (refuseOnBlank(this.board, slot.letter, x, y)) return;
    if (at !== null) {
      this.board.active = true;
      void placeSlot(this.board, slot.id, at);
    } else if (over) {
      this.board.model.tray?.move(slot.id, [...this.#row.children].indexOf(over));
      this.board.draw();
    }
  }

  #draw() {
    const { board } = this;
    const slots = board?.model.tray?.slots ?? [];
    this.hidden = !slots.length;
    while (this.#row.children.length > slots.length) this.#row.lastElementChild?.remove();
    for (const [at, slot] of slots.entries()) {
      let button = this.#row.children[at];
      if (!button) {
        button = make('button', { type: 'button', tabindex: at ? '-1' : '0' });
        this.#row.append(button);
      }
      const blank = slot.letter === BLANK;
      const value = board?.values[slot.letter] ?? 0;
      const label = blank
        ? say('board.rack-blank')
        : say('board.rack-tile', { letter: slot.letter, points: say('board.points', { n: value }) });
      attr(button, 'data-slot', String(slot.id));
      attr(button, 'aria-label', slot.used ? say('board.rack-hole') : label);
      attr(button, 'aria-disabled', slot.used || board?.model.locked ? 'true' : null);
      attr(button, 'aria-pressed', board?.armed === slot.id ? 'true' : null);
      const face = make('span', { class: 'ww-tile' }, blank ? '' : slot.letter);
      if (!blank) face.append(make('i', {}, String(value)));
      button.replaceChildren(...(slot.used ? [] : [face]));
    }
  }
}

customElements.define('ww-rack', WwRack);
