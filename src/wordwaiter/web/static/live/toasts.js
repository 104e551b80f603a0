/** Short messages at the lower edge of the page; they are read aloud too. */
import { say } from '../words.js';

const SHOWN_MS = 6000;

/**
 * @param {string} text
 * @param {{bad?: boolean}} [how] A bad one stays until somebody closes it.
 */
export function toast(text, { bad = false } = {}) {
  const place = document.getElementById('toasts');
  if (!place) return;
  const box = document.createElement('div');
  box.className = bad ? 'toast bad' : 'toast';
  box.append(text);
  if (bad) {
    const close = document.createElement('button');
    close.type = 'button';
    close.textContent = say('live.close');
    close.addEventListener('click', () => box.remove());
    box.append(close);
  } else setTimeout(() => box.remove(), SHOWN_MS);
  place.append(box);
}
