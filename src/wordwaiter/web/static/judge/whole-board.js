/** Goes through a board: marks the word at hand, and one key rules on it if a team challenged it. */
import '../board/ww-board.js';
import { say } from '../words.js';

/** @type {Record<string, string>} */
const ANSWERS = { [say('judges.key-good').toLowerCase()]: 'good', [say('judges.key-bad').toLowerCase()]: 'bad' };

const words = [...document.querySelectorAll('.judged-words li')].filter((one) => one instanceof HTMLElement);

/** @param {HTMLElement} now */
function show(now) {
  const marked = new Set((now.dataset['squares'] ?? '').split(' '));
  for (const square of document.querySelectorAll('[data-sq]')) {
    if (square instanceof HTMLElement) square.toggleAttribute('data-marked', marked.has(square.dataset['sq'] ?? ''));
  }
  for (const word of words) word.toggleAttribute('data-now', word === now);
  now.scrollIntoView({ block: 'nearest' });
}

addEventListener('keydown', (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  const answer = ANSWERS[event.key.toLowerCase()];
  const button = answer && document.querySelector(`.judged-words [data-now] button[value="${answer}"]`);
  if (!(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  button.click();
});

for (const word of words) word.addEventListener('click', () => { show(word); });
if (words[0]) show(words[0]);
