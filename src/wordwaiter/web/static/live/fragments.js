/**
 * Replacing parts of the page by what the server shows now.
 *
 * An element with `data-live` and an id is live. When something happened, the page is asked for again and each live
 * element that differs is replaced. An element that takes state itself (a board, a clock: it has `update`) keeps its
 * place and gets the new state instead, so that half-typed tiles and the cursor stay; while it is marked `data-unsent` it
 * has what the server does not know yet, and is left alone. An element with `data-live="parts"` is replaced only when
 * other parts with an id are in it than before. A live region (`role=status`) keeps its place too, so that a screen
 * reader hears its new text; inside of another live element it would be replaced with that, in silence.
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
      if (old.hasAttribute('data-unsent')) continue;
      const state = stateOf(now);
      if (state === (old.dataset['state'] ?? stateOf(old))) continue;
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

/** What each live element was made from: scripts, and people who open something, may have changed it since. @type {WeakMap<Element, string>} */
const sources = new WeakMap();
for (const each of document.querySelectorAll('[data-live][id]')) sources.set(each, each.outerHTML);

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
  followForms(old, made);
  sources.set(made, source);
  const next = focused && againIn(made, focused);
  const byKey = Boolean(focused?.matches(':focus-visible'));
  const isSeen = Boolean(focused && isInSight(focused));
  old.replaceWith(made);
  if (!focused) return;
  if (next instanceof HTMLElement) keepFocus(focused, next);
  // It is gone, or lies now where nobody sees it.
  if (!next || document.activeElement !== next) lost = { part: made, byKey, isSeen };
}

/** Where something was that had the focus and is gone, until the focus has landed elsewhere. @type {{part: Element, byKey: boolean, isSeen: boolean} | null} */
let lost = null;

/** @param {Element} element */
function isInSight(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/**
 * Hides a part of the page; the focus that was in it lands elsewhere (`landFocus`).
 * @param {HTMLElement} part
 */
export function hide(part) {
  const focused = document.activeElement;
  if (!part.hidden && focused instanceof HTMLElement && part.contains(focused)) {
    lost = { part, byKey: focused.matches(':focus-visible'), isSeen: true };
    focused.blur(); // a browser does so too, but only when it next draws the page
  }
  part.hidden = true;
}

/**
 * Whoever had the focus on what is gone goes on at what there is to do now, and hears it: at the first thing in sight
 * that is marked `data-lands`, in the same part of the page or else anywhere; before all others at one marked
 * `data-lands="first"`, and at one marked `data-lands="else"` only where there is no other. What has such a mark tells
 * how things stand, and is in sight then wherever one has landed.
 */
export function landFocus() {
  if (!lost) return;
  const { part, byKey, isSeen } = lost;
  lost = null;
  if (document.activeElement && document.activeElement !== document.body) return;
  const ranks = new Map([['first', 0], ['else', 3]]);
  const rank = (/** @type {HTMLElement} */ place) => ranks.get(place.dataset['lands'] ?? '') ?? (part.contains(place) ? 1 : 2);
  const places = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-lands]')]);
  const inSight = places.filter((place) => place.checkVisibility()).sort((one, other) => rank(one) - rank(other));
  const found = inSight[0] ?? part;
  // After a tap, a field would bring up the keyboard over the board: its form is near enough.
  const at = isText(found) && found.form && !byKey && matchMedia('(pointer: coarse)').matches ? found.form : found;
  if (!(at instanceof HTMLElement)) return;
  if (at.tabIndex < 0) at.tabIndex = -1;
  // The browser would bring it to the very edge of a small screen, and what is said above it beyond.
  at.focus({ preventScroll: true });
  // Whoever has scrolled on since then is left there.
  if (!isSeen) return;
  const telling = inSight.find((place) => ranks.has(place.dataset['lands'] ?? ''));
  for (const each of [at, telling]) each?.scrollIntoView({ block: 'nearest' });
}

/**
 * What somebody opened stays open.
 * @param {Element} old
 * @param {Element} made
 */
function keepOpen(old, made) {
  const [before, now] = [old, made].map((each) => [...each.querySelectorAll('details')]);
  for (const [at, details] of (before ?? []).entries()) {
    // One without an id is known by its place, as long as there are as many as before.
    const same = details.id ? made.querySelector(`#${CSS.escape(details.id)}`) : before?.length === now?.length && now?.[at];
    if (details.open && same) same.setAttribute('open', '');
  }
}

/**
 * @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field
 * @typedef {Field | HTMLButtonElement} Control
 */

/**
 * What somebody typed, ticked or chose and did not send stays so.
 * @param {Element} old
 * @param {Element} made
 */
function keepTyped(old, made) {
  for (const field of controlsOf(old).filter(isField).filter(isTouched)) {
    const next = againIn(made, field);
    if (!isField(next)) continue;
    if (isTicked(field) && isTicked(next)) next.checked = field.checked;
    else next.value = field.value;
  }
}

/** The form that has taken the place of another. @type {WeakMap<HTMLFormElement, HTMLFormElement>} */
const followers = new WeakMap();

/**
 * @param {Element} old
 * @param {Element} made
 */
function followForms(old, made) {
  for (const form of old.querySelectorAll('form')) {
    const [first] = controlsOf(form);
    const next = first && againIn(made, first);
    if (isControl(next) && next.form) followers.set(form, next.form);
  }
}

/**
 * @param {HTMLFormElement} form One that may have been replaced since.
 * @returns {HTMLFormElement} What is there in its place.
 */
export function formNow(form) {
  const next = form.isConnected ? undefined : followers.get(form);
  return next ? formNow(next) : form;
}

/**
 * What was sent and taken is no longer something typed: pressing Enter once more must not send it again. What somebody
 * has typed since then stays.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} sent
 */
export function forgetSent(form, sent) {
  for (const field of controlsOf(formNow(form)).filter(isField).filter(isTouched)) {
    const isRedrawn = field.closest('[data-live]:not([data-live=parts])') !== null;
    // Elsewhere the server does not show what became of it: there it is left to be read, unless another entry follows.
    if (!isRedrawn && !field.form?.hasAttribute('data-again')) continue;
    const wasSent = sent.getAll(field.name).includes(field.value);
    if (field instanceof HTMLSelectElement) {
      if (isRedrawn) for (const each of field.options) each.defaultSelected = each.selected;
      else if (wasSent) for (const each of field.options) each.selected = each.defaultSelected;
    } else if (isTicked(field)) field.defaultChecked = field.checked;
    else if (!wasSent) continue;
    else if (field.defaultValue) field.defaultValue = field.value;
    else field.value = '';
  }
}

/**
 * Whoever writes, or is about to press a button by its key, goes on where they were.
 * @param {Element} focused
 * @param {HTMLElement} next What has taken its place.
 */
function keepFocus(focused, next) {
  next.focus({ preventScroll: true });
  if (!isText(focused) || !isText(next) || focused.selectionStart === null) return;
  next.setSelectionRange(focused.selectionStart, focused.selectionEnd);
}

/**
 * An element in what takes the place of its surroundings: by its id, or else by its name and what its form is about.
 * @param {Element} made
 * @param {Element} element
 * @returns {Element | null} Nothing where several could be meant: what was typed must not come into another's form.
 */
function againIn(made, element) {
  if (element.id) return made.id === element.id ? made : made.querySelector(`#${CSS.escape(element.id)}`);
  if (!isControl(element)) return null;
  const alike = controlsOf(made).filter((control) => !control.id && placeOf(control) === placeOf(element));
  return (alike.length === 1 && alike[0]) || null;
}

/** @param {Control} control */
function placeOf(control) {
  const hidden = [...(control.form?.elements ?? [])].filter(isField).filter(({ type }) => type === 'hidden');
  // The key of a sending is new each time.
  const about = hidden.filter(({ name }) => name !== 'sending').map(({ name, value }) => `${name}=${value}`);
  const own = isTicked(control) || !isField(control) ? control.value : '';
  return [control.closest('[id]')?.id, ...about, control.name, own].join('\n');
}

/** @param {Element} element */
function controlsOf(element) {
  const all = [...element.querySelectorAll('input, textarea, select, button')];
  return all.filter(isControl).filter(({ type }) => type !== 'hidden');
}

/**
 * @param {unknown} element
 * @returns {element is Control}
 */
function isControl(element) {
  return isField(element) || element instanceof HTMLButtonElement;
}

/**
 * @param {unknown} element
 * @returns {element is Field}
 */
function isField(element) {
  return isText(element) || element instanceof HTMLSelectElement;
}

/**
 * @param {unknown} element
 * @returns {element is HTMLInputElement | HTMLTextAreaElement}
 */
function isText(element) {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

/**
 * @param {Control} control
 * @returns {control is HTMLInputElement} Whether what counts of it is its tick.
 */
function isTicked(control) {
  return control.type === 'checkbox' || control.type === 'radio';
}

/** @param {Field} field */
function isTouched(field) {
  if (field instanceof HTMLSelectElement) return [...field.options].some((each) => each.selected !== each.defaultSelected);
  if (!isTicked(field)) return field.value !== field.defaultValue;
  // Of the radio buttons of a group the one that is chosen speaks for all.
  return field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox');
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

/**
 * So long after the release nothing moves: with a finger the click is an event of its own, and whoever has pressed once
 * may be about to press again.
 */
const UNTIL_CLICK_MS = 300;

/** What waits until nothing is held down. @type {(() => void)[]} */
const waiting = [];
/** The page can be seen, and pressed, before its scripts are there. */
let isHeld = document.querySelector(':active') !== null;
/** Runs from the release until the page may move. @type {ReturnType<typeof setTimeout> | undefined} */
let settling;

/** Resolves when nothing is held down, nor was just now: what is replaced under a finger would never hear of the click. */
export function untilReleased() {
  const isStill = !isHeld && settling === undefined;
  return isStill ? Promise.resolve() : new Promise((/** @type {(nothing: void) => void} */ resolve) => waiting.push(resolve));
}

function press() {
  isHeld = true;
  clearTimeout(settling);
  settling = undefined;
}

function release() {
  if (!isHeld) return;
  isHeld = false;
  settling = setTimeout(() => {
    settling = undefined;
    waiting.splice(0).forEach((go) => go());
  }, UNTIL_CLICK_MS);
}

addEventListener('pointerdown', press, { capture: true });
addEventListener('keydown', ({ key }) => (key === ' ' || key === 'Enter') && press(), { capture: true });
for (const ending of ['pointerup', 'pointercancel', 'dragend', 'keyup']) addEventListener(ending, release, { capture: true });
addEventListener('blur', release); // of the window itself
// A mouse that was let go outside of the window.
addEventListener('pointermove', (event) => event.buttons || release(), { capture: true, passive: true });
