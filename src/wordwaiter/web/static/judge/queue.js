/** The judges' queue: a sound when something new waits, and one key for a verdict on what is first. */
import '../board/ww-board.js';
import { send } from '../live/live.js';
import { say } from '../words.js';

/** @type {Record<string, string>} */
const KEYS = { [say('judges.key-good').toLowerCase()]: 'good', [say('judges.key-bad').toLowerCase()]: 'bad' };

function count() {
  return Number(document.getElementById('matters')?.dataset['count'] ?? 0);
}

/** What the keys rule on. */
function first() {
  const id = document.querySelector('[data-now] input[name=id]');
  return id instanceof HTMLInputElement ? id.value : '';
}

/** What came to the top just now nobody can have read yet: the keys rest, whoever settled what stood there before. */
const READING_MS = 700;
let restedAt = -Infinity;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;

function rest() {
  restedAt = performance.now() + READING_MS;
  document.body.dataset['keysRest'] = '';
  clearTimeout(resting);
  resting = setTimeout(() => delete document.body.dataset['keysRest'], READING_MS);
}

let seen = count();
let top = first();
document.addEventListener('live:changed', () => {
  if (count() > seen) document.dispatchEvent(new CustomEvent('ring', { detail: [660, 880, 990] }));
  seen = count();
  if (top && first() !== top) rest();
  top = first();
});

addEventListener('keydown', (event) => {
  const { target } = event;
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
  const answer = KEYS[event.key.toLowerCase()];
  const button = answer && document.querySelector(`[data-now] button[value="${answer}"]`);
  if (!(button instanceof HTMLButtonElement) || !button.form || button.ariaBusy === 'true') return;
  if (event.timeStamp < restedAt) return;
  rest();
  button.ariaBusy = 'true';
  void send(button.form, button);
});

void import('../table/sound.js');
