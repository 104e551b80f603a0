/**
 * Painting a finished board: the tally grows beside it as one types, what is wrong is marked on the squares, and what
 * was painted is kept on the server a moment after the last key. Until the server has taken it, it is kept in the browser.
 *
 * @import {WwBoard} from '../board/ww-board.js'
 * @import {Answer, Entry} from '../live/outbox.js'
 * @import {Draft} from './draft.js'
 */
import { make } from '../board/dom.js';
import '../board/ww-board.js';
import { refresh, send } from '../live/live.js';
import { toast } from '../live/messages.js';
import { figure, say } from '../words.js';
import './acts-sheet.js';
import { dropDraft, keepDraft, keepSaved, readDraft, readSaved } from './draft.js';

/** A pause after which the board is saved by itself. */
const SAVE_AFTER_MS = 2500;

/**
 * @typedef {object} Tally
 * @property {number} total
 * @property {[string, number, string][]} words
 * @property {[string, number][]} bonuses
 * @property {[string, number][]} unplayed At most one line.
 * @property {{text: string, squares: string[], note: boolean}[]} problems
 * @property {[string, number][]} loose
 */

const board = /** @type {WwBoard} */ (document.getElementById('board'));
/** There is none once the board was handed in. */
const form = () => /** @type {HTMLFormElement | null} */ (document.getElementById('paint'));

/** @type {ReturnType<typeof setTimeout> | undefined} */
let saving;
/** The board to which the last answer came. @type {string | null} */
let answered = null;

/** The last tally of what lies on the board: the server's own is that of the saved one. @type {{seq: number, tally: Tally} | null} */
let lastTally = null;

const place = document.body.dataset['stream'] ?? '';
/** What lies on the board, as text. */
const lies = () => (board.state.board ?? []).join('\n');
/** The saved board on which is painted here. */
let base = lies();
/** The last board that was sent from here and not answered yet: it may be saved already. */
let lastSent = '';
/** Whether what lies here is meant also where somebody else has saved something else since. */
let isOverOthers = false;
/** A kept board that waits for somebody to choose: until then no other takes its place. @type {Draft | null} */
let offered = null;

function keep() {
  if (!offered) keepDraft(place, { board: lies(), base, sent: lastSent });
}

board.addEventListener('ww-position', (event) => {
  const { seq, board: lines } = /** @type {CustomEvent<{seq: number, board: string[]}>} */ (event).detail;
  const area = document.getElementById('board-text');
  if (area instanceof HTMLTextAreaElement) area.value = lines.join('\n');
  clearTimeout(saving);
  saving = setTimeout(() => void save(), SAVE_AFTER_MS);
  void askTally(seq, lines.join('\n'));
});

/**
 * @param {number} seq
 * @param {string} lines
 */
async function askTally(seq, lines) {
  try {
    const response = await fetch(`/tallies/${place}`, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams({ board: lines }),
    });
    if (!response.ok) return;
    const tally = /** @type {Tally} */ (await response.json());
    if (seq === board.seq) show(seq, tally);
  } catch {
    // Without the network the tally rests; what is painted is kept.
  }
}

// What is painted while the board is being saved stays, though the page looks then at what was saved.
board.addEventListener('ww-change', (event) => {
  if (!(/** @type {CustomEvent<{tiles: boolean}>} */ (event).detail.tiles)) return;
  board.toggleAttribute('data-unsent', true);
  keep();
  complain('');
  tell(say('hare.not-yet'));
});
document.addEventListener('live:sending', (event) => {
  const { body } = /** @type {CustomEvent<{body: URLSearchParams}>} */ (event).detail;
  if (body.get('do') !== 'paint') return;
  // Not what the form says: it may have been drawn anew since, and tiles that are not saved yet were painted before.
  body.set('seen', base);
  if (lastSent) body.set('sent', lastSent);
  if (isOverOthers) body.set('over', '1');
  lastSent = String(body.get('board')).replaceAll('\r', '');
  if (board.hasAttribute('data-unsent')) keep();
});
document.addEventListener('live:answered', (event) => {
  const { entry, answer } = /** @type {CustomEvent<{entry: Entry, answer: Answer}>} */ (event).detail;
  const sent = new URLSearchParams(entry.body).get('board')?.replaceAll('\r', '');
  if (sent === undefined || entry.address !== form()?.action) return;
  answered = sent;
  if (lastSent === sent) lastSent = '';
  if (answer.kind === 'taken') {
    base = sent;
    keepSaved(place, sent);
    isOverOthers = false;
    if (offered?.board === sent) settle(); // it had waited to be sent, and lies there now
  }
  if (answer.kind === 'refused' && answer.code === 'painted-elsewhere') {
    event.preventDefault();
    return giveWay(answer.sentence);
  }
  const isStale = sent !== lies();
  // What was painted since then is saved next, and answered then.
  if (isStale || (answer.kind === 'refused' && isTold(answer.sentence))) event.preventDefault();
  if (isStale) return keep();
  if (answer.kind === 'refused') {
    // It is still not what the server has: nothing that comes from there may lie over it.
    keep();
    return tell(say('hare.not-saved'));
  }
  board.removeAttribute('data-unsent');
  if (!offered) dropDraft(place);
  // It is saved again and again: that it was is told where one can look, and interrupts nobody.
  event.preventDefault();
  tell(say('hare.saved-at', { time: timeOfDay() }));
});

/**
 * @param {string} sentence Why the board was not taken.
 * @returns {boolean} Whether it stands already above the board's form, as a sentence.
 */
function isTold(sentence) {
  const faults = [...document.querySelectorAll('#all-problems .fault')];
  return faults.some((fault) => fault.textContent?.toLowerCase().startsWith(sentence.toLowerCase()));
}

// What is painted and not yet saved goes before whatever else is sent: a board is handed in as it lies.
document.addEventListener(
  'submit',
  (event) => {
    if (saving && event.target !== form()) void save();
    clearTimeout(saving);
    saving = undefined;
  },
  { capture: true },
);

// A board that was handed in is shown as it was taken.
document.addEventListener('live:changed', (event) => {
  const { changed } = /** @type {CustomEvent<{changed: string[]}>} */ (event).detail;
  // The next round has begun while somebody sat here: nobody has to look for its board. What is not saved stays in sight.
  const onward = changed.includes('goes-on') && document.querySelector('#goes-on a');
  if (onward instanceof HTMLAnchorElement && !board.hasAttribute('data-unsent')) return location.assign(onward.href);
  // What is to be taken out stands above the board: whoever had scrolled would not see it.
  if (changed.includes('to-take') && document.querySelector('#to-take > *')) scrollTo(0, 0);
  if (changed.includes('painting')) openPad();
  if (changed.includes('board')) {
    base = lies();
    if (form()) void askTally(board.seq, base); // what was wrong with another board is not with this one
  }
  if (lastTally?.seq === board.seq && board.hasAttribute('data-unsent')) show(board.seq, lastTally.tally);
  if (form()) return;
  clearTimeout(saving);
  saving = undefined;
  dropDraft(place);
  if (!board.hasAttribute('data-unsent')) return;
  board.removeAttribute('data-unsent');
  void refresh();
});

board.addEventListener('ww-refused', (event) => {
  const { reason, text } = /** @type {CustomEvent<{reason: string, text: string}>} */ (event).detail;
  const closed = reason === 'locked' && document.querySelector('#status:is([data-stage=submitted], [data-stage=accepted])')?.textContent;
  complain(closed ? `${text}. ${closed}` : text);
});

// A letter that was painted over another may have been meant for another square.
board.addEventListener('ww-replaced', (event) => {
  const { detail } = /** @type {CustomEvent<{square: string, was: string, letter: string}>} */ (event);
  const undo = make('button', { class: 'button quiet', type: 'button' }, say('board.pad-undo'));
  undo.addEventListener('click', () => board.undo());
  document.getElementById('saved')?.replaceChildren(say('board.replaced', detail), ' ', undo);
});

/** @param {string} text */
function complain(text) {
  const place = document.getElementById('complaint');
  if (place) place.textContent = text ? text.charAt(0).toUpperCase() + text.slice(1) : '';
}

/** @param {string} text What became of the board, below it. */
function tell(text) {
  const saved = document.getElementById('saved');
  if (saved) saved.textContent = text;
}

/** @param {string} text */
function asSentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
}

/**
 * @param {Draft} draft
 * @param {boolean} [overOthers] Whether somebody has chosen it.
 */
function restore({ board: text, base: seen, sent }, overOthers = false) {
  // It stands on what was saved when it was painted: what others have saved since on other squares stays.
  base = seen;
  lastSent = sent;
  isOverOthers = overOthers;
  board.update({ board: text.split('\n') });
  board.changed(); // its tally is asked for, and it is sent again
  keep();
  tell(say('hare.not-saved'));
  toast(say('hare.restored')); // over the page: what stands in the line below the board must not push the letters away
}

/**
 * Somebody else has saved something else on the same squares: the page shows that board, and asks which of the two lies on the table.
 * @param {string} why
 */
function giveWay(why) {
  clearTimeout(saving);
  saving = undefined;
  board.removeAttribute('data-unsent'); // the page is looked at again now, and shows what is saved
  tell(say('hare.not-saved'));
  offer({ board: lies(), base, sent: lastSent }, { text: asSentence(why), lay: say('hare.contested-mine'), drop: say('hare.contested-theirs') });
}

/**
 * Somebody has saved another board since: nothing is laid over that unasked.
 * @param {Draft} draft
 * @param {{text: string, lay: string, drop: string}} words
 */
function offer(draft, words) {
  settle();
  offered = draft;
  keepDraft(place, draft);
  const box = make('div', { class: 'card asks', id: 'kept-draft' }, make('p', {}, words.text));
  const choice = (/** @type {string} */ text, /** @type {() => void} */ choose) => {
    const button = make('button', { class: 'button', type: 'button' }, text);
    button.addEventListener('click', () => {
      settle();
      choose();
    });
    return button;
  };
  box.append(
    make(
      'p',
      { class: 'buttons' },
      choice(words.lay, () => restore(draft.base === LOST ? { ...draft, base } : draft, true)),
      choice(words.drop, () => {
        if (board.hasAttribute('data-unsent')) return keep();
        dropDraft(place);
        tell('');
      }),
    ),
  );
  // Beside the board, where one looks for the tally: below it nobody would see it on a laptop.
  document.getElementById('notices')?.append(box);
  board.announce(words.text);
}

/** What stands for the board that was saved when the server has lost it. */
const LOST = 'lost';

// The server goes on from an older copy, and the page is loaded anew: what was saved from here is offered then.
document.addEventListener('live:older', () => {
  const saved = readSaved(place);
  if (saved && !board.hasAttribute('data-unsent')) keepDraft(place, { board: saved, base: LOST, sent: '' });
});

/** Nobody is asked any more. */
function settle() {
  offered = null;
  document.getElementById('kept-draft')?.remove();
}

/** What was painted here before the page was loaded again, and never taken, is there again. */
function lookForDraft() {
  const draft = readDraft(place);
  if (!draft) return;
  if (!form() || draft.board === base) dropDraft(place);
  else if (draft.base === base || draft.sent === base) restore(draft);
  else if (draft.base === LOST) offer(draft, { text: say('hare.lost-board'), lay: say('hare.lost-lay'), drop: say('hare.lost-drop') });
  else offer(draft, { text: say('hare.kept-draft'), lay: say('hare.kept-lay'), drop: say('hare.kept-drop') });
}

/**
 * @param {number} seq
 * @param {Tally} tally
 */
function show(seq, tally) {
  lastTally = { seq, tally };
  const marked = tally.problems.filter((problem) => !problem.note);
  const problems = marked.flatMap(({ text, squares }) => squares.map((square) => ({ square, text })));
  board.update({ seq, problems });
  showLoose(tally.loose);
  const total = document.getElementById('total');
  if (total) total.textContent = figure(tally.total);
  const count = document.getElementById('word-count');
  if (count) count.textContent = say('hare.words', { n: tally.words.length });
  showProblems(tally.problems);
  const line = (/** @type {string} */ text, /** @type {number} */ points) =>
    make('tr', {}, make('td', {}, text), make('td', { class: 'figures' }, figure(points)));
  document
    .getElementById('lines')
    ?.replaceChildren(
      ...tally.words.map(([, points, explained]) => line(explained, points)),
      ...[...tally.bonuses, ...tally.unplayed].map(([text, points]) => line(text, points)),
      make('tr', {}, make('th', { scope: 'row' }, say('hare.total')), make('td', { class: 'figures' }, make('b', {}, figure(tally.total)))),
    );
}

/**
 * What is wrong, in one line: what to mend first, and how much more there is.
 * @param {Tally['problems']} problems
 */
function showProblems(problems) {
  const [first, ...others] = problems;
  const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  part('problems').hidden = !first;
  part('first-problem').textContent = first?.text ?? '';
  part('first-problem').classList.toggle('fault', Boolean(first && !first.note));
  part('more-problems').textContent = others.length ? `+${others.length}` : '';
  part('all-problems').replaceChildren(...problems.map(({ text, note }) => make('p', { class: note ? 'note' : 'fault' }, text)));
}

/** @param {[string, number][]} loose */
function showLoose(loose) {
  const n = loose.reduce((sum, [, count]) => sum + count, 0);
  const told = document.getElementById('loose-count');
  if (!loose.length && document.querySelector('#loose:empty')) return;
  if (told) told.textContent = say('hare.loose', { n });
  const many = (/** @type {number} */ count) => (count > 1 ? [make('span', { class: 'how-many' }, `×${count}`)] : []);
  document
    .getElementById('loose')
    ?.replaceChildren(...loose.map(([tile, count]) => make('li', {}, make('b', {}, tile), ...many(count))));
}

/** @returns {string} As this device tells the time: "14:32". */
function timeOfDay() {
  return new Date().toLocaleTimeString(document.documentElement.lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

async function save() {
  clearTimeout(saving);
  saving = undefined;
  const paint = form();
  if (!paint) return;
  const painted = String(new FormData(paint).get('board')).replaceAll('\r', '');
  answered = null;
  tell(say('hare.saving'));
  await send(paint, null, say('hare.board'));
  if (answered !== painted) tell(say('hare.waits'));
}

// Whoever practises is done when the time is up: what was painted is saved first.
const over = document.getElementById('over');
document.addEventListener('ww-clock-zero', async () => {
  const status = document.getElementById('status');
  if (status) status.textContent = say('hare.stage-over');
  if (!(over instanceof HTMLFormElement)) return;
  if (saving) await save();
  void send(over, over.querySelector('button'));
});

// Leaving the page must not lose the last letters.
addEventListener('pagehide', () => saving && void save());

/** Fingers need the pad. */
function openPad() {
  if (matchMedia('(pointer: coarse)').matches) document.getElementById('padbox')?.setAttribute('open', '');
}
openPad();
lookForDraft();

void import('../board/ww-clock.js');
void import('../board/ww-pad.js');
