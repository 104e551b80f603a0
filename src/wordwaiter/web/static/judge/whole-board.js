/** Goes through all words of a board: one key says of the word at hand whether it is good, and the next one follows. */
import '../board/ww-board.js';
import { say } from '../words.js';

/** @type {Record<string, boolean>} */
const IS_BAD = { [say('judges.key-good').toLowerCase()]: false, [say('judges.key-bad').toLowerCase()]: true };

const words = [...document.querySelectorAll('.judged-words li')].filter((one) => one instanceof HTMLElement);
const button = document.querySelector('.judging form button');
let at = 0;

function show() {
  const marked = new Set((words[at]?.dataset['squares'] ?? '').split(' '));
  for (const square of document.querySelectorAll('[data-sq]')) {
    if (square instanceof HTMLElement) square.toggleAttribute('data-marked', marked.has(square.dataset['sq'] ?? ''));
  }
  for (const [place, word] of words.entries()) {
    word.toggleAttribute('data-now', place === at);
    word.toggleAttribute('data-judged', place < at);
  }
  words[at]?.scrollIntoView({ block: 'nearest' });
  if (at === words.length && button instanceof HTMLElement) button.focus();
}

addEventListener('keydown', (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  if (target instanceof HTMLInputElement && target.type !== 'checkbox') return;
  const isBad = IS_BAD[event.key.toLowerCase()];
  const box = words[at]?.querySelector('input');
  if (event.key === 'Backspace') {
    at = Math.max(0, at - 1);
  } else if (isBad !== undefined && box instanceof HTMLInputElement) {
    box.checked = isBad;
    at += 1;
  } else {
    return;
  }
  event.preventDefault();
  show();
});

for (const [place, word] of words.entries()) {
  word.addEventListener('click', () => {
    at = place;
    show();
  });
}
show();
