/**
 * A board from a photo: says that the photo is read, and shows each answer on the board with what it would score.
 * The pages are complete without it.
 *
 * @import {WwBoard} from '../board/ww-board.js'
 */
import '../board/ww-board.js';
import { say } from '../words.js';

const take = /** @type {HTMLFormElement | null} */ (document.getElementById('take'));
take?.addEventListener('submit', () => {
  const status = document.getElementById('reading');
  if (status) status.textContent = say('photo.reading');
});
take?.addEventListener('change', () => take.requestSubmit(take.querySelector('button')));

const board = /** @type {WwBoard | null} */ (document.getElementById('board'));
const check = /** @type {HTMLFormElement | null} */ (document.getElementById('check'));
const text = /** @type {HTMLTextAreaElement | null} */ (document.getElementById('board-text'));

/** The signs of a line, one a square: a tile of two letters stands in brackets. @param {string} line */
const signsOf = (line) => line.match(/\[[^\]]*\]|./gu) ?? [];

/** @param {string} sign */
const bracketed = (sign) => (sign.length > 1 && !sign.startsWith('[') ? `[${sign}]` : sign);

/** What lies on the board, as signs. */
const lies = () => (board?.state.board ?? []).map(signsOf);

/** @param {Element} asked The place of a question on the board. */
function placeOf(asked) {
  const { row, column } = /** @type {HTMLElement} */ (asked).dataset;
  return { row: Number(row), column: Number(column) };
}

check?.addEventListener('change', (event) => {
  const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
  const asked = field.closest('.asked');
  if (!asked || !board) return;
  const { row, column } = placeOf(asked);
  const lines = lies();
  const line = lines[row];
  if (!line) return;
  line[column] = bracketed(field.value || '.');
  board.update({ board: lines.map((each) => each.join('')) });
  board.changed();
});

board?.addEventListener('ww-position', (event) => {
  const { board: lines } = /** @type {CustomEvent<{board: string[]}>} */ (event).detail;
  if (text) text.value = lines.join('\n');
  giveWay();
  void askTally(lines.join('\n'));
});

/** Whoever types on the board has answered the question about that square. */
function giveWay() {
  const lines = lies();
  for (const asked of document.querySelectorAll('.asked')) {
    const { row, column } = placeOf(asked);
    const chosen = /** @type {HTMLInputElement | HTMLSelectElement | null} */ (asked.querySelector('input:checked, select'));
    const here = lines[row]?.[column] ?? '.';
    const isAnswered = chosen !== null && bracketed(chosen.value || '.') !== here;
    asked.toggleAttribute('disabled', isAnswered);
  }
}

/** @param {string} lines */
async function askTally(lines) {
  try {
    const response = await fetch(`/tallies/${document.body.dataset['stream']}`, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams({ board: lines }),
    });
    const total = document.getElementById('total');
    if (response.ok && total) total.textContent = say('photo.points', { n: (await response.json()).total });
  } catch {
    // Without the network the tally rests.
  }
}
if (board) void askTally(lies().map((line) => line.join('')).join('\n'));
