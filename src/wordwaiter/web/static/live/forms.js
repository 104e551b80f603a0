/**
 * Forms that are sent without leaving the page: one that is refused says so in a message, nothing moves under the finger,
 * and what was typed stays. One that is taken leads on to where the server says. Before this script is there, or without
 * it, the browser sends them itself. Forms with `data-outbox` are sent by live.js.
 */
import { untilReleased } from './fragments.js';
import { isRefused, noteRefused, toast } from './messages.js';
import { newKey } from './outbox.js';

/**
 * The key of a page that answers a form, which the server keeps for a browser to come back to. It stays in the address, for
 * *Forward*; but of a page that is live, which asks for itself again and again, it would show for ever what was then.
 */
const SHOWN = 'shown';

const here = new URL(location.href);
if (here.searchParams.has(SHOWN) && document.body.dataset['feed'] !== undefined) {
  here.searchParams.delete(SHOWN);
  history.replaceState(history.state, '', here);
}

// Of a page that `leave` loads anew, a browser does not always go to the place that its address names.
if (history.scrollRestoration === 'manual') document.getElementById(here.hash.slice(1))?.scrollIntoView();

/** The form that the browser itself sends now: its answer is something that only a browser can show. @type {HTMLFormElement | null} */
let plain = null;

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form instanceof HTMLFormElement) noteRefused(form, false);
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.getAttribute('method') !== 'post') return;
  if (form.dataset['outbox'] !== undefined || form === plain) return;
  event.preventDefault();
  const { submitter } = /** @type {SubmitEvent} */ (event);
  // Pressed again before there is an answer it is the same form.
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  void deliver(form, submitter);
});

// Whoever comes back finds the form ready.
addEventListener('pageshow', () => document.querySelectorAll('form[aria-busy]').forEach(rest));

/** @param {Element} form */
function rest(form) {
  form.removeAttribute('aria-busy');
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
async function deliver(form, submitter) {
  try {
    const response = await sent(form, submitter);
    const kind = response.headers.get('Content-Type') ?? '';
    if (response.ok && kind.startsWith('application/json')) {
      const { next } = await response.json();
      await untilReleased();
      return leave(withPlace(String(next), address(form, submitter)));
    }
    rest(form);
    if (response.ok) return sendPlainly(form, submitter);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const told = [...page.querySelectorAll('main [role=alert]')].find((each) => each.textContent?.trim());
    refuse(form, told ? [...document.importNode(told, true).childNodes] : lost());
    renewKey(form);
  } catch {
    rest(form);
    refuse(form, lost());
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
function sent(form, submitter) {
  // A picture that is pressed is a field too, and sends the place.
  const fields = new FormData(form, submitter);
  const texts = [...fields].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  return fetch(address(form, submitter), {
    method: 'POST',
    headers: { Accept: 'text/html', 'Wordwaiter-Form': 'stays' },
    body: form.enctype === 'multipart/form-data' ? fields : new URLSearchParams(texts),
    cache: 'no-store',
  });
}

/**
 * Where a form is sent.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
function address(form, submitter) {
  return submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? location.pathname + location.search;
}

/**
 * The place on the page that a form names in its address: without this script the browser itself takes it on to the next page.
 * @param {string} next
 * @param {string} sentTo
 */
function withPlace(next, sentTo) {
  const place = new URL(sentTo, location.href).hash;
  return next.includes('#') ? next : next + place;
}

/** @returns {string} That nobody answered. */
function lost() {
  return document.getElementById('toasts')?.dataset['lost'] ?? '';
}

/**
 * @param {HTMLFormElement} form
 * @param {string | Node[]} why
 */
function refuse(form, why) {
  noteRefused(form, true);
  toast(why, { refused: form });
}

/**
 * What was refused and is put right is another command. What was lost may have been taken, and keeps its key.
 * @param {HTMLFormElement} form
 */
function renewKey(form) {
  const key = form.querySelector('input[type=hidden][name=sending]');
  if (key instanceof HTMLInputElement) key.value = newKey();
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
function sendPlainly(form, submitter) {
  plain = form;
  form.requestSubmit(submitter);
  plain = null;
}

/**
 * Goes to the page that the server names. Where that is this page, it is loaded anew, also when only the place on it differs.
 * @param {string} next
 */
function leave(next) {
  const to = new URL(next, location.href);
  if (!to.hash || to.pathname + to.search !== location.pathname + location.search) return location.assign(to);
  history.replaceState(history.state, '', to);
  history.scrollRestoration = 'manual';
  location.reload();
}

// A key that is held down is one press.
addEventListener('keydown', (event) => {
  const { target } = event;
  if (event.key !== 'Enter' || !event.repeat || !(target instanceof Element)) return;
  if (target.matches('form[method=post] :is(input, button)')) event.preventDefault();
});

/** Whether something was typed since the last press. */
let hasTyped = false;
addEventListener('input', () => (hasTyped = true), { capture: true });

// A double click is one press also when the answer came in between, and another form lies there now. Where it was refused,
// nothing has changed, and whoever presses again means it; so does whoever has typed in between.
addEventListener(
  'click',
  (event) => {
    const button = event.target instanceof Element ? event.target.closest('form[method=post] button:not([type=button])') : null;
    const isMeant = hasTyped || (button instanceof HTMLButtonElement && button.form && isRefused(button.form));
    if (button && event.detail > 1 && !isMeant) event.preventDefault();
    hasTyped = false;
  },
  { capture: true },
);
