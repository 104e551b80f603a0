/**
 * What makes a page live: the parts that are replaced when something happened, the outbox for what is entered here, and
 * the short messages that say what became of it. What happens elsewhere is heard by the feed (feed.js).
 *
 * The page says in its body where its feed is (`data-feed`). A form with `data-outbox` is sent through the outbox; the
 * same form works without this script, by going to another page and back.
 *
 * @import {Answer, Entry} from './outbox.js'
 */
import { say } from '../words.js';
import { forgetSent, formNow, landFocus, replaceLive, untilReleased } from './fragments.js';
import { forgetRefusals, giveWay, noteRefused, toast } from './messages.js';
import { Outbox, newKey, post } from './outbox.js';

/** Where nothing is heard from the feed the page is looked at again by itself, so that it is right in the end. */
const LOOK_AGAIN_MS = 60_000;
/** So long after 0:00 it is past 0:00 for the server too. */
const ZERO_MS = 300;
const TRY_AGAIN_MS = 4000;

/** What was taken a moment ago nobody can have read yet: the same key pressed again means nothing new. */
const READING_MS = 1000;

/** Of what was kept and refused. */
const MOST_KEPT = 10;

/** After news, the server is left alone for so many times what its answer took: many pages hear the same news. */
const REST_TIMES = 4;
const REST_MS = { least: 100, most: 5000 };

let linked = true;
/** Whether a look at the server brought nothing: what there was to see is seen as soon as it answers. */
let missed = false;
/** Whether this device was signed out: the page is the public's now, and nothing is taken from here. */
let isOut = isSignedOut(document);
/** What had to wait and was taken, in words, to tell of it when all is out. @type {string[]} */
let late = [];
/** Whether some of it was entered on a page that was left since then. */
let isOfBefore = false;
/** @type {Set<string>} */
const delayed = new Set();
/** What was entered on this page since it was opened, by its key: the form, and what it said. @type {Map<string, {form: HTMLFormElement, pressed: string}>} */
const own = new Map();

/** @returns {Entry[]} What was entered and has no answer yet, the oldest first. */
export function waiting() {
  return outbox.waiting;
}

/** @returns {Entry[]} What waits because the server could not be reached, the oldest first. */
export function kept() {
  return delayed.size ? outbox.waiting : [];
}

/** @param {boolean} there Whether the server can be reached. */
export function showLink(there) {
  linked = there;
  const link = document.getElementById('link');
  if (link) {
    const text = say(!there ? 'live.lost' : isOut ? 'live.signed-out' : 'live.live');
    if (link.textContent !== text) link.textContent = text;
    link.classList.toggle('lost', !there || isOut);
    link.hidden = false;
  }
  void showWaiting();
  if (there && missed) hear();
}

async function showWaiting() {
  document.dispatchEvent(new CustomEvent('live:waiting'));
  await untilReleased(); // the strip moves all that is below it
  const strip = document.getElementById('offline');
  if (!strip) return;
  const n = outbox.waiting.length;
  if (isOut && linked) showWayIn(strip);
  else {
    const text = n ? say('live.offline-waiting', { n }) : say('live.offline');
    if (strip.textContent !== text) strip.textContent = text;
  }
  strip.hidden = linked && !delayed.size && !isOut;
}

/**
 * That this device was signed out, and the way to join again.
 * @param {HTMLElement} strip
 */
function showWayIn(strip) {
  if (strip.querySelector('a')) return;
  const way = document.createElement('a');
  way.href = '/join';
  way.textContent = say('live.join-again');
  strip.replaceChildren(say('live.signed-out-how'), ' ', way);
}

const outbox = new Outbox(localStorage, post, (entry, answer) => {
  const what = entry.what || say('live.entry');
  if (answer.kind === 'lost') {
    if (!delayed.has(entry.key)) delay(entry);
    showLink(false);
    return;
  }
  if (answer.kind === 'full') return toast(say('live.refused', { what, why: say('live.full') }), { refused: null });
  const isLate = delayed.delete(entry.key);
  if (isLate && answer.kind === 'taken') {
    late.push(answer.said || what);
    isOfBefore ||= !own.has(entry.key);
  }
  if (!delayed.size && late.length) tellLate();
  const isSignedOut = answer.kind === 'refused' && answer.code === 'unknown-device';
  isOut = isSignedOut || (isOut && answer.kind !== 'taken');
  showLink(true);
  // A page that has shown the answer where somebody looks says so by cancelling this.
  const isShown = !document.dispatchEvent(new CustomEvent('live:answered', { cancelable: true, detail: { entry, answer, isLate } }));
  if (answer.kind === 'taken') forgetRefusals();
  // Only whoever pressed something here is led on; an entry of an earlier page goes out quietly.
  const form = own.get(entry.key)?.form;
  own.delete(entry.key);
  if (answer.kind === 'taken' && answer.said && !isShown && (form || !isLate)) toast(answer.said);
  const refusal = answer.kind === 'refused' ? say('live.refused', { what, why: isSignedOut ? say('live.signed-out-why') : sentence(answer.sentence) }) : '';
  if (refusal && form) noteRefused(form, true);
  // Whoever entered it may be elsewhere by now, and must hear of it all the same, unless the page asks them what to do.
  if (refusal && !isShown && isLate) keepRefusal(refusal);
  else if (refusal && !isShown) toast(refusal, { refused: form ?? null });
  if (form && answer.kind === 'taken') {
    taken.push({ form, at: performance.now() });
    forgetSent(form, new URLSearchParams(entry.body));
    fold(form);
    beginAgain(form, new URLSearchParams(entry.body));
  }
  const leads = form && answer.kind === 'taken' ? answer.next : null;
  if (leads && !samePage(leads)) location.assign(leads);
  else void refresh();
});

/** All that waited is out: whoever comes back to it later reads what it was, until they close that. */
function tellLate() {
  const n = late.length;
  if (isOfBefore) toast(say('live.sent-since', { n, what: late.join(' · ') }), { closed: () => {} });
  else toast(say('live.sent-late', { n }));
  late = [];
  isOfBefore = false;
}

/**
 * An entry has to wait: it says so, and leaves its field, so that nobody enters it once more.
 * @param {Entry} entry
 */
function delay(entry) {
  delayed.add(entry.key);
  // A page that lists what waits where somebody looks says so by cancelling this.
  const isShown = !document.dispatchEvent(new CustomEvent('live:kept', { cancelable: true }));
  if (!isShown) toast(say('live.kept', { what: entry.what || say('live.entry') }));
  const form = own.get(entry.key)?.form;
  if (form) forgetSent(form, new URLSearchParams(entry.body));
}

/**
 * What somebody opened for this one form folds again when it was taken.
 * @param {HTMLFormElement} form
 */
function fold(form) {
  const opened = form.closest('details.opens');
  // News of it may have been here before its answer, and has put another in its place.
  const box = opened?.isConnected ? opened : document.getElementById(opened?.id ?? '');
  if (!(box instanceof HTMLDetailsElement)) return;
  if (box.contains(document.activeElement)) box.querySelector('summary')?.focus();
  box.open = false;
}

/**
 * Where one entry follows another (`data-again`), whoever is still in the form goes on in its first field.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} sent
 */
function beginAgain(form, sent) {
  const now = formNow(form);
  const at = document.activeElement;
  if (!now.hasAttribute('data-again') || !now.contains(at)) return;
  // Whoever has typed on meanwhile is there already.
  if (at instanceof HTMLInputElement && at.value && !sent.getAll(at.name).includes(at.value)) return;
  const first = now.querySelector('input:not([type=hidden])');
  if (first instanceof HTMLInputElement) first.focus();
}

/** @param {string} address */
function samePage(address) {
  return new URL(address, location.href).pathname === location.pathname;
}

/** @param {string} text */
function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
}

/**
 * Whether a page that is open to the public was made for a device that has joined.
 * @param {Document} made
 */
function isJoined(made) {
  return made.body.hasAttribute('data-joined');
}

/**
 * Whether a page was made for a device that had joined, until somebody signed it out.
 * @param {Document} made
 */
function isSignedOut(made) {
  return made.body.hasAttribute('data-signed-out');
}

let asking = false;
let askAgain = false;
/** Until when news can wait, on the monotonic clock. */
let rested = 0;
let heardMeanwhile = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;

/** Something happened elsewhere: the page shows it at once, or when the server has had its rest. */
export function hear() {
  if (soon !== undefined) return;
  if (asking) {
    heardMeanwhile = true;
    return;
  }
  const wait = rested - performance.now();
  if (wait <= 0) return void refresh();
  soon = setTimeout(() => {
    soon = undefined;
    void refresh();
  }, wait);
}

/** Shows the page as it is now. Any number of calls while one is under way become one more. */
export async function refresh() {
  if (asking) {
    askAgain = true;
    return;
  }
  asking = true;
  try {
    do {
      askAgain = false;
      const sent = performance.now();
      const response = await fetch(location.href, { cache: 'no-store', headers: { Accept: 'text/html' } });
      if (response.redirected && !samePage(response.url)) return location.assign(response.url);
      // This device was signed out, or has another role now: the server's own page says so, and how to join again.
      if (response.status === 401 || response.status === 403) return location.replace(location.pathname + location.search);
      missed = !response.ok;
      if (missed) continue;
      const received = performance.now();
      rested = received + Math.min(Math.max(REST_MS.least, REST_TIMES * (received - sent)), REST_MS.most);
      const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
      isOut = isSignedOut(fresh) || (isJoined(document) && !isJoined(fresh));
      const now = Number(fresh.body.dataset['now']);
      if (now) document.dispatchEvent(new CustomEvent('live:time', { detail: { now, sent, received } }));
      lookInTime(fresh);
      await untilReleased();
      const changed = replaceLive(fresh);
      showLink(true);
      if (changed.length) document.dispatchEvent(new CustomEvent('live:changed', { detail: { changed } }));
      landFocus(); // after those who hear of the change have shown and hidden what they must
      void giveWay(); // what one presses next may lie elsewhere now
    } while (askAgain);
  } catch {
    missed = true;
    showLink(false);
  } finally {
    asking = false;
    if (heardMeanwhile) {
      heardMeanwhile = false;
      hear();
    }
  }
}

/**
 * Sends a form through the outbox.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} [submitter]
 * @param {string} [what]
 */
export function send(form, submitter = null, what = '') {
  const key = newKey();
  const body = bodyOf(form, submitter, key);
  own.set(key, { form, pressed: body.toString() });
  const words = what || submitter?.dataset['what'] || form.dataset['outbox'] || submitter?.textContent?.trim() || '';
  const address = new URL(submitter?.getAttribute('formaction') ?? form.action, location.href).href;
  // A page may say more of it than the form does, or better what it is.
  const detail = { body, what: words };
  document.dispatchEvent(new CustomEvent('live:sending', { detail }));
  const by = document.body.dataset['stamp'] ?? '';
  const entry = { key, address, body: body.toString(), what: detail.what, entered: Date.now(), by };
  // Behind others that wait, or where it is known that nobody answers, it waits from the start.
  const waitsBehind = delayed.size > 0 || !linked;
  const sending = outbox.add(entry);
  if (waitsBehind && outbox.waiting.some((each) => each.key === key)) delay(entry);
  void showWaiting();
  return sending;
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 * @param {string} key
 */
function bodyOf(form, submitter, key) {
  const fields = new FormData(form, submitter instanceof HTMLButtonElement ? submitter : null);
  fields.set('sending', key);
  const body = new URLSearchParams();
  for (const [name, value] of fields) if (typeof value === 'string') body.append(name, value);
  return body;
}

/**
 * Whether just this is under way already: news of it may be here before its answer, and has put another form there.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
function isUnderWay(form, submitter) {
  return outbox.waiting.some(({ key }) => {
    const sent = delayed.has(key) ? undefined : own.get(key);
    return sent && formNow(sent.form) === form && bodyOf(form, submitter, key).toString() === sent.pressed;
  });
}

/** What was sent from here and taken, the newest last. @type {{form: HTMLFormElement, at: number}[]} */
const taken = [];

/** Whether the press under way is that of a key. */
let byKey = false;

/**
 * Whether a form was taken just now, and nothing was typed into it since then. Where a text may be left out, or has a
 * value already, nothing else keeps a second Enter from sending it again.
 * @param {HTMLFormElement} form
 */
function isJustTaken(form) {
  while (taken[0] && performance.now() - taken[0].at > READING_MS) taken.shift();
  return taken.some((each) => formNow(each.form) === form);
}

addEventListener('input', ({ target }) => {
  const form = target instanceof Element ? target.closest('form') : null;
  for (const [at, each] of [...taken.entries()].reverse()) if (formNow(each.form) === form) taken.splice(at, 1);
});

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.dataset['outbox'] === undefined) return;
  event.preventDefault();
  const { submitter } = /** @type {SubmitEvent} */ (event);
  // Pressed again before there is an answer it is the same entry, unless something else was typed meanwhile: that waits its turn.
  if (isUnderWay(form, submitter) || (byKey && isJustTaken(form))) return;
  if (submitter instanceof HTMLButtonElement) submitter.ariaBusy = 'true';
  void send(form, submitter).finally(() => submitter?.removeAttribute('aria-busy'));
  if (byKey && form.hasAttribute('data-goes-on')) goOn(form);
});

/**
 * Where entries stand in rows (`data-goes-on`), whoever sends one by a key types the next at once, without waiting.
 * @param {HTMLFormElement} form
 */
function goOn(form) {
  const rows = /** @type {HTMLFormElement[]} */ ([...document.querySelectorAll('form[data-goes-on]')]);
  const at = rows.indexOf(form);
  const isOpen = (/** @type {HTMLFormElement} */ row) => row !== form && row.checkVisibility();
  const next = [...rows.slice(at), ...rows.slice(0, at)].find(isOpen);
  const first = next?.querySelector('input:not([type=hidden])');
  if (first instanceof HTMLInputElement) first.select(), first.focus();
}

// Also Enter in a field: the browser presses the button of the form for it.
addEventListener('click', (event) => (byKey = event.detail === 0), { capture: true });

/** Until the next time at which the page shows something else, such as the next part of the day. @type {ReturnType<typeof setTimeout> | undefined} */
let timed;
/** A browser waits no longer than this, some days. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * What depends on a time (`data-times`, of the server, in ms) is shown at that time.
 * @param {Document} made The page as the server has made it.
 */
function lookInTime(made) {
  const now = Number(made.body.dataset['now']);
  const parts = /** @type {HTMLElement[]} */ ([...made.querySelectorAll('[data-times]')]);
  const times = parts.flatMap(({ dataset }) => (dataset['times'] ?? '').trim().split(/\s+/).map(Number));
  const next = Math.min(...times.filter((time) => time > now)) - now + ZERO_MS;
  clearTimeout(timed);
  if (now && next < LONGEST_MS) timed = setTimeout(() => void refresh(), next);
}
lookInTime(document);

// At 0:00 there is something else to do, such as *Call time*: the page shows it then, not at its next look.
addEventListener('ww-clock-zero', () => setTimeout(() => void refresh(), ZERO_MS));
// A page of which something changes by itself says how often to look.
const again_ms = Number(document.body.dataset['again']) || LOOK_AGAIN_MS;
if (document.body.dataset['feed']) setInterval(() => void refresh(), again_ms);
for (const back of ['online', 'pageshow']) addEventListener(back, () => void outbox.flush());
addEventListener('offline', () => showLink(false));
setInterval(() => outbox.waiting.length && void outbox.flush(), TRY_AGAIN_MS);
for (const entry of outbox.waiting) delayed.add(entry.key);
void outbox.flush();

// ---- What was kept and then refused.

const REFUSED = 'wordwaiter.refused';

/** @returns {string[]} What was kept and then refused, and nobody has closed yet. */
function keptRefusals() {
  try {
    const texts = JSON.parse(localStorage.getItem(REFUSED) ?? '[]');
    return Array.isArray(texts) ? texts : [];
  } catch {
    return [];
  }
}

/**
 * An entry that had waited was refused: that is told on every page until somebody closes it.
 * @param {string} text
 */
function keepRefusal(text) {
  localStorage.setItem(REFUSED, JSON.stringify([...new Set([...keptRefusals(), text])].slice(-MOST_KEPT)));
  showKept(text);
}

/** The server goes on from a copy that lacks what this page has seen: all is loaded anew, and whoever enters things here is told. */
export function beginAnew() {
  if (document.querySelector('main form')) keepRefusal(say('live.older-copy'));
  document.dispatchEvent(new CustomEvent('live:older'));
  location.reload();
}

/** @param {string} text */
function showKept(text) {
  toast(text, { refused: null, closed: () => localStorage.setItem(REFUSED, JSON.stringify(keptRefusals().filter((each) => each !== text))) });
}

for (const text of keptRefusals()) showKept(text);

void import('./feed.js');
