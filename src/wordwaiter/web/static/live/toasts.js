/** Short messages at the lower edge of the page; they are read aloud too. */
import { say } from '../words.js';
import { untilReleased } from './fragments.js';

const SHOWN_MS = 6000;
/** More at once are not read. */
const MOST = 2;

/**
 * @param {string} text
 * @param {{bad?: boolean}} [how] A bad one stays until somebody closes it, or the next entry is taken.
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
    /** @type {EventTarget | null} */
    let before = null;
    close.addEventListener('focus', (event) => (before = event.relatedTarget));
    close.addEventListener('click', () => {
      box.remove();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    });
    box.append(close);
  } else setTimeout(() => box.remove(), SHOWN_MS);
  place.append(box);
  const old = place.querySelectorAll('.toast:not(.bad)');
  for (const each of [...old].slice(0, -MOST)) each.remove();
  void giveWay();
}

/** An entry was taken: what was refused before it is settled. */
export function forgetRefusals() {
  for (const each of document.querySelectorAll('#toasts .bad')) each.remove();
}

/** Messages never cover where somebody types or presses: they go to the upper edge while that is at the lower one. */
async function giveWay() {
  // Nothing jumps under a finger.
  await untilReleased();
  const place = document.getElementById('toasts');
  if (!place?.childElementCount) return;
  place.classList.remove('above');
  const { top, bottom } = place.getBoundingClientRect();
  const pads = [...document.querySelectorAll('ww-pad')].filter((pad) => pad.checkVisibility());
  const used = document.activeElement?.closest('form') ? [document.activeElement, ...pads] : pads;
  const isCovered = used.map((each) => each.getBoundingClientRect()).some((at) => at.bottom > top && at.top < bottom);
  place.classList.toggle('above', isCovered);
}

for (const moved of ['focusin', 'resize', 'scroll']) addEventListener(moved, () => void giveWay(), { passive: true, capture: true });
