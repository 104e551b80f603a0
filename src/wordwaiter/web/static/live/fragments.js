/**
 * Replacing parts of the page by what the server shows now.
 *
 * An element with `data-live` and an id is live. When something happened, the page is asked for again and each live
 * element that differs is replaced. An element that takes state itself (a board, a clock: it has `update`) keeps its
 * place and gets the new state instead, so that half-typed tiles and the cursor stay. An element with
 * `data-live="parts"` is replaced only when other parts with an id are in it than before.
 */

/** @typedef {HTMLElement & {update: (state: object) => void}} Stateful */

/**
 * @param {Document} fresh
 * @returns {string[]} The ids of the elements that changed.
 */
export function replaceLive(fresh) {
  const changed = [];
  for (const old of document.querySelectorAll('[data-live][id]')) {
    const now = fresh.getElementById(old.id);
    if (!now) continue;
    if (isStateful(old)) {
      const state = stateOf(now);
      if (state === old.dataset['state']) continue;
      old.dataset['state'] = state;
      old.update(JSON.parse(state || '{}'));
    } else if (old.getAttribute('data-live') === 'parts' ? sameParts(old, now) : sourceOf(old) === now.outerHTML) continue;
    else swap(old, now);
    changed.push(old.id);
  }
  if (fresh.title !== document.title) document.title = fresh.title;
  return changed;
}

/**
 * @param {Element} old
 * @param {Element} now
 */
function sameParts(old, now) {
  const parts = (/** @type {Element} */ element) => [...element.querySelectorAll('[id]')].map((each) => each.id).join();
  return parts(old) === parts(now);
}

/** What each live element was made from: scripts may have changed it since. @type {WeakMap<Element, string>} */
const sources = new WeakMap();

/** @param {Element} element */
function sourceOf(element) {
  return sources.get(element) ?? element.outerHTML;
}

/**
 * @param {Element} old
 * @param {Element} now
 */
function swap(old, now) {
  const source = now.outerHTML;
  if (old.matches('[role=status], [role=alert], [aria-live]')) {
    // A screen reader tells what changes inside such an element, and nothing of one that is put in its place.
    for (const { name, value } of now.attributes) old.setAttribute(name, value);
    old.replaceChildren(...document.importNode(now, true).childNodes);
    sources.set(old, source);
    return;
  }
  const made = document.importNode(now, true);
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  keepOpen(old, made);
  keepTyped(old, made);
  sources.set(made, source);
  old.replaceWith(made);
  if (focused?.id) document.getElementById(focused.id)?.focus({ preventScroll: true });
}

/**
 * What somebody opened stays open.
 * @param {Element} old
 * @param {Element} made
 */
function keepOpen(old, made) {
  for (const details of old.querySelectorAll('details[open][id]')) {
    made.querySelector(`#${CSS.escape(details.id)}`)?.setAttribute('open', '');
  }
}

/**
 * What somebody typed and did not send stays typed.
 * @param {Element} old
 * @param {Element} made
 */
function keepTyped(old, made) {
  for (const field of old.querySelectorAll('input[id], textarea[id], select[id]')) {
    const next = made.querySelector(`#${CSS.escape(field.id)}`);
    if (isField(field) && isField(next) && field.type !== 'hidden' && isTouched(field)) next.value = field.value;
  }
}

/**
 * @param {unknown} element
 * @returns {element is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement}
 */
function isField(element) {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

/** @param {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} field */
function isTouched(field) {
  if (field instanceof HTMLSelectElement) return [...field.options].some((each) => each.selected !== each.defaultSelected);
  return field.value !== field.defaultValue;
}

/**
 * @param {Element} element
 * @returns {element is Stateful}
 */
function isStateful(element) {
  return element instanceof HTMLElement && 'update' in element && typeof element.update === 'function';
}

/**
 * @param {Element} element
 * @returns {string} The state that the server wrote into the element, as JSON.
 */
function stateOf(element) {
  return element.querySelector('script[type="application/json"]')?.textContent ?? '';
}

/** How long after the release a click comes: with a finger it is an event of its own. */
const UNTIL_CLICK_MS = 60;

/** What waits until nothing is held down. @type {(() => void)[]} */
const waiting = [];
let isHeld = false;

/** Resolves when nothing is held down: what is replaced under a finger would never hear of the click. */
export function untilReleased() {
  return isHeld ? new Promise((/** @type {(nothing: void) => void} */ resolve) => waiting.push(resolve)) : Promise.resolve();
}

function release() {
  if (!isHeld) return;
  isHeld = false;
  setTimeout(() => isHeld || waiting.splice(0).forEach((go) => go()), UNTIL_CLICK_MS);
}

addEventListener('pointerdown', () => (isHeld = true), { capture: true });
addEventListener('keydown', (event) => (isHeld ||= event.key === ' '), { capture: true });
for (const ending of ['pointerup', 'pointercancel', 'dragend', 'keyup']) addEventListener(ending, release, { capture: true });
addEventListener('blur', release); // of the window itself
// A mouse that was let go outside of the window.
addEventListener('pointermove', (event) => event.buttons || release(), { capture: true, passive: true });
