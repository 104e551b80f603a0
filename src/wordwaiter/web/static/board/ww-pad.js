/**
 * <ww-pad for="board-id">: letters and arrows for fingers. A long press types a blank.
 *
 * @import {WwBoard} from './ww-board.js'
 * @import {Icon} from './dom.js'
 */
import { attr, icon, make, roving } from './dom.js';
import { watchPresses } from './hands.js';
import { Paint } from './paint.js';
import { say } from '../words.js';
import { boardFor } from './ww-board.js';

export class WwPad extends HTMLElement {
  /** @type {WwBoard | null} */
  board = null;
  #blank = false;
  /** @type {HTMLButtonElement | null} */
  #blankKey = null;

  connectedCallback() {
    boardFor(this, (board) => this.board !== board && this.#build(board));
  }

  /** @param {WwBoard} board */
  #build(board) {
    this.board = board;
    const paint = board.model instanceof Paint;
    const keys = make('div', { class: 'ww-keys', role: 'toolbar', 'aria-label': say('board.pad') });
    for (const letter of board.alphabet) {
      const key = make('button', { type: 'button', class: 'ww-key', 'data-letter': letter }, letter);
      key.append(make('i', { 'aria-hidden': 'true' }, String(board.values[letter] ?? '')));
      keys.append(key);
    }
    const blank = act('', say('board.pad-blank'), () => this.#setBlank(!this.#blank));
    blank.classList.add('ww-key-blank');
    blank.append(make('i', { 'aria-hidden': 'true' }));
    this.#blankKey = blank;
    const controls = [
      act('left', say('board.left'), () => board.nudge(0, -1)),
      act('up', say('board.up'), () => board.nudge(-1, 0)),
      act('down', say('board.down'), () => board.nudge(1, 0)),
      act('right', say('board.right'), () => board.nudge(0, 1)),
      act('turn', say('board.pad-turn'), () => board.turn()),
      ...(paint ? [act('skip', say('board.pad-skip'), () => board.skip()), act('next', say('board.pad-next'), () => board.nextLine())] : []),
      act('zoom', say('board.pad-zoom'), (key) => this.#zoom(key)),
      paint
        ? act('recall', say('board.pad-undo'), () => board.undo())
        : act('recall', say('board.recall'), () => board.recall()),
      act('back', say('board.pad-back'), () => board.back()),
    ];
    keys.append(blank);
    this.replaceChildren(keys, make('div', { class: 'ww-controls', dir: 'ltr' }, ...controls));
    keys.addEventListener('click', (event) => this.#type(event.target, this.#blank));
    watchPresses(keys, {
      pick: (target) => target.closest('[data-letter]'),
      hold: (key) => this.#type(key, true),
    });
    // A press keeps the focus where it is: on the board, whose cursor must not be lost.
    this.addEventListener('mousedown', (event) => event.preventDefault());
    board.addEventListener('ww-change', () => {
      attr(this, 'data-locked', board.model.locked ? '' : null);
      this.#count(board);
    });
    attr(this, 'data-paint', paint ? '' : null);
    this.#count(board);
    roving(keys);
  }

  /**
   * Who enters a whole board sees how many of each letter are left.
   * @param {WwBoard} board
   */
  #count(board) {
    for (const key of this.querySelectorAll('.ww-keys button')) {
      const letter = key.getAttribute('data-letter');
      const left = board.left(letter ?? '?');
      const shown = key.querySelector('i');
      if (left === undefined || !shown) continue;
      shown.textContent = String(left).replace('-', '−');
      attr(key, 'data-left', left > 0 ? 'some' : left ? 'under' : 'none');
      attr(key, 'aria-label', say('board.pad-left', { letter: letter ?? say('board.pad-blank'), n: left }));
    }
  }

  /** @param {boolean} on */
  #setBlank(on) {
    this.#blank = on;
    attr(this, 'data-blank', on ? '' : null);
    this.#blankKey?.setAttribute('aria-pressed', String(on));
  }

  /**
   * @param {EventTarget | null} target
   * @param {boolean} blank
   */
  #type(target, blank) {
    const letter =
      target instanceof Element ? target.closest('[data-letter]')?.getAttribute('data-letter') : null;
    if (!letter) return;
    this.board?.type(letter, blank);
    this.#setBlank(false);
  }

  /** @param {HTMLElement} key */
  #zoom(key) {
    const on = this.board?.toggleAttribute('zoom') ?? false;
    key.setAttribute('aria-pressed', String(on));
    this.board?.draw();
  }
}

/**
 * @param {Icon | ''} name
 * @param {string} label
 * @param {(key: HTMLButtonElement) => void} run
 * @returns {HTMLButtonElement}
 */
function act(name, label, run) {
  const key = make('button', {
    type: 'button',
    class: 'ww-key ww-key-act',
    'aria-label': label,
    title: label,
  });
  if (name) {
    key.append(icon(name));
    key.dataset['act'] = name;
  }
  key.addEventListener('click', () => run(key));
  return key;
}

customElements.define('ww-pad', WwPad);
