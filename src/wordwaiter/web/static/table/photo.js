/**
 * A board from a photo: shows each answer on the board with what it would score, and a tap on the photo chooses a square.
 * The pages are complete without it.
 *
 * @import {WwBoard} from '../board/ww-board.js'
 * @import {Answer} from '../live/outbox.js'
 */
import '../board/ww-board.js';
import { waiting } from '../live/live.js';
import { say } from '../words.js';
import './camera.js';

const board = /** @type {WwBoard | null} */ (document.getElementById('board'));
const check = /** @type {HTMLFormElement | null} */ (document.getElementById('check'));
const answers = /** @type {HTMLFormElement | null} */ (document.getElementById('answers'));
const text = /** @type {HTMLTextAreaElement | null} */ (document.getElementById('board-text'));
const photo = document.getElementById('flat-photo');
const square = /** @type {HTMLInputElement | null} */ (document.getElementById('add-square'));
const letter = /** @type {HTMLInputElement | null} */ (document.getElementById('add-letter'));
/** Signs that may wait in the browser, beside which a picture still has room. */
const MOST_WAITING = 1_000_000;
/** Squares of a line. */
const SIZE = 15;

/** The signs of a line, one a square: a tile of two letters stands in brackets. @param {string} line */
const signsOf = (line) => line.match(/\[[^\]]*\]|./gu) ?? [];

/** @param {string} sign */
const bracketed = (sign) => (sign.length > 1 && !sign.startsWith('[') ? `[${sign}]` : sign);

/** What lies on the board, as signs. */
const lies = () => (board?.state.board ?? []).map(signsOf);

/** @param {number} row @param {number} column @param {string} sign */
function lay(row, column, sign) {
  const lines = lies();
  const line = lines[row];
  if (!line || !board) return;
  line[column] = bracketed(sign || '.');
  board.update({ board: lines.map((each) => each.join('')) });
  board.changed();
}

check?.addEventListener('change', (event) => {
  const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
  const asked = /** @type {HTMLElement | null} */ (field.closest('.asked[data-row]'));
  if (!asked) return;
  // One of the two answers: a letter that is tapped, or one of the list.
  const isList = field instanceof HTMLSelectElement;
  for (const other of asked.querySelectorAll(isList ? 'input[type=radio]' : 'select')) {
    if (other instanceof HTMLInputElement) other.checked = false;
    else if (other instanceof HTMLSelectElement) other.value = '';
  }
  lay(Number(asked.dataset['row']), Number(asked.dataset['column']), field.value);
});

// At a table each answer is one tap: the page asks anew what the play is, and for how much.
answers?.addEventListener('change', (event) => {
  const field = /** @type {HTMLElement} */ (event.target);
  const again = /** @type {HTMLButtonElement | null} */ (answers.querySelector('button[value=again]'));
  if (!field.closest('.asked[data-row]')) return;
  answers.removeAttribute('data-outbox');
  answers.requestSubmit(again);
});

photo?.addEventListener('click', (event) => {
  const { left, top, width, height } = photo.getBoundingClientRect();
  const column = Math.floor(((event.clientX - left) / width) * SIZE);
  const row = Math.floor(((event.clientY - top) / height) * SIZE);
  choose(`${String.fromCharCode(65 + column)}${row + 1}`);
});
board?.addEventListener('click', (event) => {
  const cell = event.target instanceof Element ? event.target.closest('[data-sq]') : null;
  const name = cell?.getAttribute('data-sq');
  if (name) choose(name);
});

/** @param {string} name The square that somebody tapped, to say what lies there. */
function choose(name) {
  if (!square || !letter) return;
  square.value = name;
  letter.value = '';
  letter.focus();
}

letter?.addEventListener('input', () => {
  const [, column, row] = square?.value.toUpperCase().match(/^([A-O])(\d{1,2})$/) ?? [];
  if (!column || !row || !check) return;
  lay(Number(row) - 1, column.charCodeAt(0) - 65, letter.value.trim());
});

// The picture is of no use to a board that waits for the network, and large; unless the organiser keeps photos.
document.addEventListener('live:sending', (event) => {
  const isKept = (check ?? answers)?.hasAttribute('data-keeps-photo') && JSON.stringify(waiting()).length < MOST_WAITING;
  if (!isKept) /** @type {CustomEvent<{body: URLSearchParams}>} */ (event).detail.body.delete('picture');
});
document.addEventListener('live:answered', (event) => {
  const { answer } = /** @type {CustomEvent<{answer: Answer}>} */ (event).detail;
  if (answer.kind === 'taken' && answer.next) location.assign(answer.next);
  if (answer.kind !== 'refused') return;
  event.preventDefault();
  const complaint = document.querySelector('.complaint');
  if (complaint) complaint.textContent = answer.sentence.charAt(0).toUpperCase() + answer.sentence.slice(1);
  complaint?.scrollIntoView({ block: 'nearest' });
});

// Another reading of the same photo is no entry that could wait.
for (const form of [check, answers]) {
  form?.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-direct]')) form.removeAttribute('data-outbox');
  });
}

board?.addEventListener('ww-position', (event) => {
  const { board: lines } = /** @type {CustomEvent<{board: string[]}>} */ (event).detail;
  if (text) text.value = lines.join('\n');
  giveWay();
  void askTally(lines.join('\n'));
});

/** Whoever types on the board has answered the question about that square. */
function giveWay() {
  const lines = lies();
  for (const asked of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.asked[data-row]'))) {
    const chosen = /** @type {HTMLInputElement | null} */ (asked.querySelector('input:checked'));
    const other = asked.querySelector('select')?.value;
    const here = lines[Number(asked.dataset['row'])]?.[Number(asked.dataset['column'])] ?? '.';
    const said = bracketed(chosen?.value || other || '.');
    asked.toggleAttribute('disabled', said !== here);
  }
}

/** @param {string} lines */
async function askTally(lines) {
  // A position to analyse is on no board of ours.
  if (!document.body.dataset['stream']) return;
  try {
    const response = await fetch(`/tallies/${document.body.dataset['stream']}`, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams({ board: lines }),
    });
    if (!response.ok) return;
    const tally = await response.json();
    const total = document.getElementById('total');
    if (total) total.textContent = say('photo.points', { n: tally.total });
    const problem = document.getElementById('first-problem');
    if (problem) problem.textContent = tally.problems[0]?.text ?? '';
  } catch {
    // Without the network the tally rests.
  }
}
if (check) void askTally(lies().map((line) => line.join('')).join('\n'));
