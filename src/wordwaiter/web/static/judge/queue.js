/** The judges' queue: a sound when something new waits, and one key for a verdict on what is first. */
import { send } from '../live/live.js';
import { say } from '../words.js';

/** @type {Record<string, string>} */
const KEYS = { [say('judges.key-good').toLowerCase()]: 'good', [say('judges.key-bad').toLowerCase()]: 'bad' };

function count() {
  return Number(document.getElementById('queue')?.dataset['count'] ?? 0);
}

let seen = count();
document.addEventListener('live:changed', () => {
  if (count() > seen) document.dispatchEvent(new CustomEvent('ring', { detail: [660, 880, 990] }));
  seen = count();
});

/** A key pressed twice in a hurry must not rule on what comes next, which nobody can have read yet. */
const READING_MS = 700;
let ruledAt = -Infinity;

addEventListener('keydown', (event) => {
  const { target } = event;
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
  const answer = KEYS[event.key.toLowerCase()];
  const button = answer && document.querySelector(`[data-now] button[value="${answer}"]`);
  if (!(button instanceof HTMLButtonElement) || !button.form || button.ariaBusy === 'true') return;
  if (event.timeStamp - ruledAt < READING_MS) return;
  ruledAt = event.timeStamp;
  button.ariaBusy = 'true';
  void send(button.form, button);
});

void import('../table/sound.js');
