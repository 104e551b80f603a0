/** Asks which letter a blank stands for. */
import { make } from './dom.js';
import { say } from '../words.js';

/**
 * @param {string[]} alphabet
 * @param {string} [lang]
 * @returns {Promise<string | null>} null when the player changed their mind.
 */
export function chooseLetter(alphabet, lang) {
  const keys = make('div', { class: 'ww-keys' });
  for (const letter of alphabet)
    keys.append(make('button', { class: 'ww-key', type: 'submit', value: letter }, letter));
  const cancel = make('button', { type: 'submit', value: '', class: 'ww-button' }, say('board.cancel'));
  const form = make(
    'form',
    { method: 'dialog' },
    make('h2', { id: 'ww-choose' }, say('board.choose')),
    keys,
    cancel,
  );
  const dialog = make('dialog', { class: 'ww-choose', 'aria-labelledby': 'ww-choose' }, form);
  document.body.append(dialog);
  dialog.addEventListener('keydown', (event) => {
    const letter = event.key.toLocaleUpperCase(lang);
    if (event.ctrlKey || event.metaKey || event.altKey || !alphabet.includes(letter)) return;
    event.preventDefault();
    dialog.close(letter);
  });
  const back = document.activeElement;
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (back instanceof HTMLElement) back.focus();
      resolve(alphabet.includes(dialog.returnValue) ? dialog.returnValue : null);
    });
    dialog.showModal();
  });
}
