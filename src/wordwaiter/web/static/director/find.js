// The search among entrants: what is typed hides the lines that do not have it, also after the page has changed.

/** A text without accents and capitals, as people type it in a hurry. */
const plain = (/** @type {string} */ text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const field = document.querySelector('input[data-find]');

function find() {
  if (!(field instanceof HTMLInputElement)) return;
  const wanted = plain(field.value).split(/\s+/);
  let found = 0;
  for (const line of document.querySelectorAll('[data-found]')) {
    if (!(line instanceof HTMLElement)) continue;
    const text = plain(line.dataset['found'] ?? '');
    line.hidden = !wanted.every((word) => text.includes(word));
    found += line.hidden ? 0 : 1;
  }
  const none = document.querySelector('[data-found-none]');
  if (none instanceof HTMLElement) none.hidden = found > 0 || wanted.join('') === '';
}

field?.addEventListener('input', find);
document.addEventListener('live:changed', find);
find();
