/** Buttons that copy an address. Without this script the address stands in a field, to be copied by hand. */
import { say } from '../words.js';

for (const button of document.querySelectorAll('button[data-copy]')) {
  if (button instanceof HTMLButtonElement) button.hidden = false;
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button[data-copy]') : null;
  if (!(button instanceof HTMLButtonElement)) return;
  const field = document.getElementById(button.dataset['copy'] ?? '');
  if (field instanceof HTMLInputElement) void copy(field);
});

/** @param {HTMLInputElement} field */
async function copy(field) {
  field.select();
  // Over plain HTTP, as in a hall, browsers have no clipboard for pages; the old way is still there.
  const done = navigator.clipboard
    ? await navigator.clipboard.writeText(field.value).then(
        () => true,
        () => false,
      )
    : document.execCommand('copy');
  const told = document.getElementById('copied');
  if (told) told.textContent = say(done ? 'overlay.copied' : 'overlay.not-copied');
}
