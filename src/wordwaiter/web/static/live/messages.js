/**
 * Short messages at an edge of the page: what became of an entry, or why a form was refused. They lie over the page, so
 * that nothing moves when one comes or goes, and go to the other edge where they would cover what one presses next.
 */
import { formNow, untilReleased } from './fragments.js';

/** How long a message is shown. */
const SHOWN_MS = 6000;
/** More messages at once are not read. */
const MOST = 2;

/**
 * A short message at the lower edge of the page; it is read aloud too.
 * @param {string | Node[]} text
 * @param {{refused?: HTMLFormElement | null, closed?: () => void}} [how] What was refused, which form it came from if one of this page: it stays
 *   until somebody closes it, the next entry is taken, or the same form is refused again. With `closed` a message stays
 *   until somebody closes it, whatever comes.
 */
export function toast(text, { refused, closed } = {}) {
  const place = document.getElementById('toasts');
  if (!place) return;
  const bad = refused !== undefined;
  const box = document.createElement('div');
  box.className = bad ? 'toast bad' : 'toast';
  box.classList.toggle('stays', closed !== undefined);
  box.append(...(typeof text === 'string' ? [text] : text));
  if (bad || closed) {
    const close = document.createElement('button');
    close.type = 'button';
    close.textContent = place.dataset['close'] ?? '';
    /** @type {EventTarget | null} */
    let before = null;
    close.addEventListener('focus', (event) => (before = event.relatedTarget));
    close.addEventListener('click', () => {
      forget(box);
      closed?.();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    });
    box.append(close);
    for (const [old, form] of refusals) if (refused && formNow(form) === formNow(refused)) forget(old);
    if (refused) refusals.set(box, refused);
  } else setTimeout(() => forget(box), SHOWN_MS);
  place.append(box);
  // A refusal is read alone: what was taken before it is known, and would only push it over the page.
  const old = [...place.querySelectorAll('.toast:not(.bad, .stays)')];
  for (const each of bad && !closed ? old : old.slice(0, -MOST)) each.remove();
  const refusedNow = [...place.querySelectorAll('.toast.bad:not(.stays)')];
  for (const each of refusedNow.slice(0, -MOST)) forget(each);
  makeWay(); // it comes where it covers nothing, not there later
}

/** Forms that were refused and not sent again since then. @type {Set<HTMLFormElement>} */
const refusedForms = new Set();

/**
 * @param {HTMLFormElement} form
 * @param {boolean} isRefused Whether it was refused; if not, it is sent now.
 */
export function noteRefused(form, isRefused) {
  for (const each of refusedForms) if (formNow(each) === formNow(form)) refusedForms.delete(each);
  if (isRefused) refusedForms.add(form);
}

/** @param {HTMLFormElement} form */
export function isRefused(form) {
  return [...refusedForms].some((each) => formNow(each) === form);
}

/** The messages of what was refused, each with its form. @type {Map<Element, HTMLFormElement>} */
const refusals = new Map();

/** @param {Element} box */
function forget(box) {
  refusals.delete(box);
  box.remove();
  void giveWay(); // those that stay may have given way to this one's height
}

/** An entry was taken: what was refused before it is settled. */
export function forgetRefusals() {
  for (const each of document.querySelectorAll('#toasts .bad:not(.stays)')) forget(each);
}

/**
 * Messages never cover where somebody types or presses, nor the next step: they go to the upper edge while that is at the
 * lower one.
 */
export async function giveWay() {
  // Nothing jumps under a finger.
  await untilReleased();
  makeWay();
}

function makeWay() {
  const place = document.getElementById('toasts');
  if (!place?.childElementCount) return;
  const pads = [...document.querySelectorAll('ww-pad')].filter((pad) => pad.checkVisibility());
  // Whoever types will press a button of the same form next; whoever was refused, that of the form again.
  const forms = [document.activeElement?.closest('form'), ...[...refusals.values()].map(formNow)];
  const next = [...document.querySelectorAll('.button.next')].filter((button) => button.checkVisibility());
  const used = [...new Set([...forms.flatMap((form) => (form ? [...form.querySelectorAll('.button, :focus')] : [])), ...next, ...pads])];
  const below = covered(place, used, false);
  // On a low screen they may be in the way wherever they are: then they stay where they cover less.
  if (below) covered(place, used, below > covered(place, used, true));
}

/**
 * Puts the messages at one edge.
 * @param {HTMLElement} place
 * @param {Element[]} used
 * @param {boolean} above
 * @returns {number} How much they cover there of what is used, in pixels of its height.
 */
function covered(place, used, above) {
  place.classList.toggle('above', above);
  const { top, bottom } = place.getBoundingClientRect();
  const at = used.map((each) => each.getBoundingClientRect());
  return at.reduce((sum, each) => sum + Math.max(0, Math.min(bottom, each.bottom) - Math.max(top, each.top)), 0);
}

for (const moved of ['focusin', 'resize', 'scroll']) addEventListener(moved, () => void giveWay(), { passive: true, capture: true });
