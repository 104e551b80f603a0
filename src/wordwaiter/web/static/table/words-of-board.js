/** The words of a board: a tap on a square opens the word that lies there, and an open word is marked on its squares. */
import '../board/ww-board.js';

/** @returns {HTMLDetailsElement[]} */
function words() {
  return [...document.querySelectorAll('details[data-squares]')].filter((one) => one instanceof HTMLDetailsElement);
}

/** @param {HTMLElement} word @returns {string[]} */
function squares(word) {
  return (word.dataset['squares'] ?? '').split(' ');
}

function mark() {
  const open = words().find((word) => word.open);
  const marked = new Set(open ? squares(open) : []);
  for (const square of document.querySelectorAll('[data-sq]')) {
    if (square instanceof HTMLElement) square.toggleAttribute('data-marked', marked.has(square.dataset['sq'] ?? ''));
  }
}

/** The word that was opened last: the next tap on its square opens the one that crosses it. @type {HTMLDetailsElement | undefined} */
let last;

for (const word of words()) {
  word.addEventListener('toggle', () => {
    if (word.open) last = word;
    mark();
  });
}

document.querySelector('.words-of-board')?.addEventListener('click', ({ target }) => {
  const open = target instanceof Element && target.matches('.folds-word') ? target.closest('details') : null;
  if (!open) return;
  open.open = false;
  open.querySelector('summary')?.focus({ preventScroll: true }); // the button that was pressed is hidden now
});

document.querySelector('.whole-board')?.addEventListener('click', (event) => {
  const square = event.target instanceof Element ? event.target.closest('[data-sq]') : null;
  if (!(square instanceof HTMLElement)) return;
  const there = words().filter((word) => squares(word).includes(square.dataset['sq'] ?? ''));
  if (!there.length) return;
  const next = there[(there.findIndex((word) => word === last) + 1) % there.length]; // a second tap: the word that crosses
  for (const word of words()) word.open = word === next;
  // On a phone who challenges is asked over the lower edge, and the board stays where it is.
  if (!matchMedia('(max-width: 52rem)').matches) next?.scrollIntoView({ block: 'nearest' });
  next?.querySelector('summary')?.focus({ preventScroll: true });
});
