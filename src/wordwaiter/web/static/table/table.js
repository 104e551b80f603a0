/**
 * The table's page: sends plays, shows what they would score, sounds the clock, covers the rack of whoever is next.
 *
 * @import {WwBoard} from '../board/ww-board.js'
 * @import {BoardState, Play, Problem} from '../board/types.js'
 * @import {Answer, Entry} from '../live/outbox.js'
 *
 * @typedef {object} Preview What a play would score.
 * @property {number | null} points
 * @property {[string, number][]} words
 * @property {string[]} lines
 * @property {{text: string, squares: string[]}[]} faults
 */
import '../board/ww-board.js';
import { make } from '../board/dom.js';
import { formatBoard, layPlays, parseBoard, parseSquare, squareName } from '../board/notation.js';
import { hide } from '../live/fragments.js';
import { kept, refresh, send, waiting } from '../live/live.js';
import { toast } from '../live/messages.js';
import { say } from '../words.js';
import './acts-sheet.js';

const board = /** @type {WwBoard} */ (document.getElementById('board'));
const entry = /** @type {HTMLFormElement} */ (document.getElementById('entry'));
const field = /** @type {HTMLInputElement} */ (document.getElementById('play'));
const why = /** @type {HTMLElement} */ (document.getElementById('why'));
const announce = /** @type {HTMLElement} */ (document.getElementById('announce'));
const help = [...why.childNodes];
// What the board sends has its blanks told apart already; a form that is sent without this script is asked about them.
entry.querySelector('[name=plain]')?.remove();

/**
 * The button says what is played, and for how many points.
 * @param {number | null} points
 * @param {string} [word]
 */
function showPoints(points, word = '') {
  if (points === null) announce.textContent = say('table.announce');
  else announce.replaceChildren(make('span', { class: 'word' }, word), ` ${say('table.announce-points', { n: points })}`);
}

/**
 * Says something of the play in the place that is kept for it; with nothing to say, how to enter one.
 * @param {...(Node | string)} told
 */
function tellWhy(...told) {
  why.classList.toggle('says', told.length > 0);
  why.replaceChildren(...(told.length ? told : help));
}

/** The change of the board after which a play was refused by the board itself. */
let refusedSeq = -1;

board.addEventListener('ww-preview', async (event) => {
  const { seq, play, tiles } = /** @type {CustomEvent<{seq: number, play: Play | null, tiles: object[]}>} */ (event).detail;
  showPoints(null);
  // What is wrong with the text stays to be read, also after somebody tried to send it.
  if (field.hasAttribute('aria-invalid')) return tellWhy(make('p', { class: 'fault' }, toldOfKept() ?? field.title));
  // So does what was just refused: the preview that its last key asked for comes after it.
  if (!play && seq === refusedSeq) return;
  if (!play) return tellWhy(...(tiles.length ? [say('board.refused.not-a-line')] : []));
  try {
    const response = await fetch(previewOf(written(play)), { headers: { Accept: 'application/json' } });
    const seen = await response.json();
    if (seq < board.seq || board.pending) return;
    if (heldPlay === written(play)) return tellHeld();
    heldPlay = '';
    if (!response.ok) return tellWhy(String(seen.sentence ?? ''));
    const problems = explain(seen);
    board.update({ seq, problems });
    showPoints(seen.points, seen.words[0]?.[0]);
  } catch {
    // Without the network there is no score while one types; the play can be sent all the same.
  }
});

/**
 * @param {string} play
 * @returns {string} Where the server tells what it would score, or what is wrong with it.
 */
function previewOf(play) {
  return `/previews/${document.body.dataset['stream']}?play=${encodeURIComponent(play)}`;
}

/**
 * What the play would score: its words in one line, and how each comes about on demand.
 * @param {Preview} seen
 * @returns {Problem[]} The squares to mark.
 */
function explain(seen) {
  if (seen.faults.length) {
    tellWhy(...seen.faults.flatMap(({ text }) => [make('p', { class: 'fault' }, text), ' ']));
    return seen.faults.flatMap(({ text, squares }) => squares.map((square) => ({ square, text })));
  }
  const words = seen.words.flatMap(([word, points], at) => [...(at ? [' · '] : []), make('b', {}, word), ` ${points}`]);
  const lines = make('ul', {}, ...seen.lines.map((line) => make('li', {}, line)));
  const details = make('details', { id: 'explained' }, make('summary', {}, ...words, ` ${say('table.how-it-counts')}`), lines);
  const old = why.querySelector('details');
  if (old instanceof HTMLDetailsElement && old.open) details.open = true;
  tellWhy(details);
  return [];
}

board.addEventListener('ww-play', (event) => {
  event.preventDefault();
  field.value = written(/** @type {CustomEvent<Play>} */ (event).detail);
  complain('');
  void send(entry, null, field.value);
});

board.addEventListener('ww-refused', (event) => {
  const { reason, text, play: asked } = /** @type {CustomEvent<{reason: string, text: string, play?: string}>} */ (event).detail;
  const told = toldOfKept();
  refusedSeq = board.seq;
  tellWhy(told ?? text);
  if (!told && asked && reason === 'blank-stays') void citeRule(asked, board.seq);
});

/** Why no other play can be entered while one waits to be sent; nothing where none does, or where several may. */
function toldOfKept() {
  const play = board.pending && atThisTable(kept()).map(({ fields }) => fields.get('play')).find(Boolean);
  return play ? say('table.kept-play', { play }) : null;
}

/**
 * By which rule a blank stays: the board does not know it, the server does.
 * @param {string} asked
 * @param {number} seq
 */
async function citeRule(asked, seq) {
  try {
    const response = await fetch(previewOf(asked), { headers: { Accept: 'application/json' } });
    const seen = await response.json();
    if (response.ok && seen.faults.length && seq === board.seq) explain(seen);
  } catch {
    // Without the network the board's own words stand.
  }
}

document.addEventListener('live:answered', (event) => {
  const { entry: sent, answer, isLate } = /** @type {CustomEvent<{entry: Entry, answer: Answer, isLate: boolean}>} */ (event).detail;
  const meant = new URLSearchParams(sent.body);
  const held = answer.kind === 'refused' && answer.code === 'held' ? meant.get('play') : null;
  if (held) {
    // It lies on the board and waits; nothing was done wrong.
    event.preventDefault();
    board.update({ problems: [] });
    return waitForHold(held, meant.get('at_turn') ?? '');
  }
  // What had waited is told in a message of its own, that stays when the next one of those that waited is taken.
  if (!isLate) complain(answer.kind === 'refused' ? answer.sentence : '');
  if (!isLate && isInSight(document.getElementById('complaint'))) event.preventDefault();
  if (answer.kind === 'refused') layKept();
  if (answer.kind === 'refused' && answer.code === 'points-doubtful') {
    doubted = { points: meant.get('points'), turn: meant.get('at_turn'), at: performance.now() };
  }
  // News of the play may have been here before its answer: what somebody lays by now is the next play, and stays.
  const played = meant.get('play');
  if (played === null || !(board.pending || played === laid())) return forgetIfEmpty();
  // The answer unlocks the board; tiles that were taken come back with it as tiles of the board.
  board.update(answer.kind === 'taken' ? { clear: true, problems: [] } : { problems: [] });
  forgetScore();
});

/** A play that was announced during a hold: it is sent when the hold ends, unless somebody lays something else. */
let heldPlay = '';
/** The turn in which it was announced. */
let heldTurn = '';

/**
 * @param {string} play
 * @param {string} turn
 */
function waitForHold(play, turn) {
  heldPlay = play;
  heldTurn = turn;
  complain('');
  tellHeld();
}

function tellHeld() {
  tellWhy(make('p', { class: 'fault' }, say('table.held-play', { play: heldPlay })));
}

document.addEventListener('live:changed', () => {
  if (!heldPlay || isStopped()) return;
  const play = heldPlay;
  heldPlay = '';
  if (laid() !== play) {
    tellWhy();
    // The tiles that it was built on came off. What somebody took back is not missed.
    return laid() ? toast(say('table.held-changed', { play }), { refused: null }) : undefined;
  }
  // Whoever lost the turn by a challenge has not played: now the other side is to play.
  if (acts()?.dataset['turn'] !== heldTurn) {
    board.update({ clear: true, problems: [] });
    tellWhy();
    return toast(say('table.held-past', { play }), { refused: null });
  }
  // While a judge was asked the form was away; it is back with this news.
  if (acts()?.dataset['canPlay'] !== 'yes') return tellWhy();
  field.value = play;
  void send(entry, null, play);
});

// ---- In which turn something is entered: the server refuses what comes to another one.

/** What takes a turn. */
const TAKING = new Set(['play', 'pass', 'exchange', 'points', 'cannot-play']);

/**
 * @param {Entry[]} entries
 * @returns {{what: string, fields: URLSearchParams}[]} Those that were entered at this table.
 */
function atThisTable(entries) {
  const here = entries.filter(({ address }) => new URL(address, location.href).pathname === location.pathname);
  return here.map(({ what, body }) => ({ what, fields: new URLSearchParams(body) }));
}

/** The turn that is under way when all that waits here is done. */
function turnMeant() {
  let turn = Number(acts()?.dataset['turn']);
  for (const { fields } of atThisTable(waiting())) {
    const at = Number(fields.get('at_turn'));
    // News of an entry may have come before its answer: then it is counted on the page already.
    if (at && TAKING.has(fields.get('do') ?? '')) turn = Math.max(turn, at + 1);
    else if (at && fields.get('do') === 'undo') turn = at - 1;
  }
  return turn;
}

/** Pressed twice in a row is not meant twice: nobody has read the question by then. */
const READING_MS = 1000;

/** Points that the server asked back, in which turn and when: entered again they are meant. @type {{points: string | null, turn: string | null, at: number} | null} */
let doubted = null;

document.addEventListener('live:sending', (event) => {
  const { detail } = /** @type {CustomEvent<{body: URLSearchParams, what: string}>} */ (event);
  if (detail.body.has('at_turn')) detail.body.set('at_turn', String(turnMeant()));
  const points = detail.body.get('points');
  if (points === null) return;
  detail.what = say('table.kept-points', { n: Number(points) });
  const isRead = doubted && performance.now() - doubted.at > READING_MS;
  if (isRead && doubted?.points === points && doubted.turn === detail.body.get('at_turn')) detail.body.set('again', points);
});

function showKept() {
  const lines = atThisTable(kept()).map(({ what, fields }) => {
    const turn = fields.get('at_turn');
    return make('span', {}, turn ? say('table.kept-turn', { turn, what }) : say('table.kept', { what }));
  });
  if (lines.length && writesForAll()) lines.push(make('b', {}, say('table.kept-next', { turn: turnMeant() })));
  document.getElementById('kept')?.replaceChildren(...lines.flatMap((line) => [line, make('br', {})]).slice(0, -1));
  // Whose turn the server waits for is past: what waits here stands in its place.
  const isPast = atThisTable(kept()).some(({ fields }) => TAKING.has(fields.get('do') ?? ''));
  document.getElementById('status')?.toggleAttribute('hidden', isPast);
}

/** Whether all sides' turns are entered here: whoever does so goes on while the network is away. */
function writesForAll() {
  return acts()?.dataset['forAll'] === 'yes';
}

/** How many entries waited when they were last laid on the board. */
let keptBefore = 0;

/** What waits lies on the board already where one device writes for all sides: the next play is laid over it. */
function layKept() {
  const entries = writesForAll() ? atThisTable(kept()).map(({ fields }) => fields) : [];
  if (!entries.length && !keptBefore) return;
  keptBefore = entries.length;
  const isKept = board.pending && entries.some((fields) => fields.get('play') === laid());
  board.update({ ...boardWith(entries), ...(isKept ? { clear: true, problems: [] } : {}) });
  if (isKept) forgetScore();
}

/**
 * @param {URLSearchParams[]} entries What was entered at this table and waits, the oldest first.
 * @returns {BoardState} The board of the server with that on it.
 */
function boardWith(entries) {
  /** @type {BoardState} */
  const state = JSON.parse(board.dataset['state'] ?? board.querySelector('script[type="application/json"]')?.textContent ?? '{}');
  const { size } = board.view;
  const fixed = parseBoard((state.board ?? []).join('\n'), size, board.language) ?? [];
  /** The turns that wait, each with its play if it is one. @type {string[]} */
  const turns = [];
  for (const fields of entries) {
    if (TAKING.has(fields.get('do') ?? '')) turns.push(fields.get('play') ?? '');
    else if (fields.get('do') === 'undo' && turns.pop() === undefined) {
      // It takes back the last turn that the server has.
      for (const square of state.lastPlay ?? []) fixed[parseSquare(square, size)?.index ?? -1] = null;
    }
  }
  const { tiles, last } = layPlays(turns, fixed, size, board.language);
  const lastPlay = last.length ? last.map((at) => squareName(at, size)) : (state.lastPlay ?? []);
  return { board: formatBoard(tiles, size, board.language).split('\n'), lastPlay, locked: Boolean(state.locked) };
}

document.addEventListener('live:kept', (event) => {
  showKept();
  if (isInSight(document.getElementById('kept'))) event.preventDefault();
});

document.addEventListener('live:waiting', () => {
  showKept();
  // An answer has come: the tiles lie there until the page has its news. And a play that is sent is marked as sent first.
  if (atThisTable(kept()).length >= keptBefore) queueMicrotask(layKept);
});
showKept();
layKept();

function forgetScore() {
  showPoints(null);
  tellWhy();
}

/** Where nothing is laid there is no score: the news that took the play away may come before its answer, or after. */
function forgetIfEmpty() {
  if (!board.pending && !board.model.tentative.size && !field.value) forgetScore();
}

/** What lies on the board and is not sent, as one writes it. */
function laid() {
  const play = board.model.play();
  return play ? written(play) : '';
}

/** @param {Play} play */
function written({ square, word }) {
  return `${square} ${word}`;
}

/**
 * Whether something is said there, where one sees it.
 * @param {HTMLElement | null} element
 */
function isInSight(element) {
  const { top, bottom } = element?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  return Boolean(element?.textContent) && top >= 0 && bottom > top && bottom <= innerHeight;
}

// Whoever goes on has read what was wrong before.
let refused = '';
board.addEventListener('ww-preview', () => laid() !== refused && complain(''));
entry.addEventListener('input', () => complain(''));
acts()?.parentElement?.addEventListener('change', () => complain(''));

/** @param {string} text */
function complain(text) {
  refused = text && laid();
  const place = document.getElementById('complaint');
  if (place) place.textContent = text ? text.charAt(0).toUpperCase() + text.slice(1) : '';
}

const recall = document.getElementById('recall');
if (recall) {
  recall.hidden = false;
  recall.addEventListener('click', () => board.recall());
}

// A finger has no keys: the pad is open. A keyboard is at hand: it waits behind its title.
if (matchMedia('(pointer: coarse)').matches) document.getElementById('padbox')?.setAttribute('open', '');

// ---- After each change: whose turn it is, and whose tiles may be seen.

let owner = acts()?.dataset['owner'] ?? '';

/** Who has asked for the tiles in this browser: loaded again, the page shows them to nobody else. */
const SHOWN = `wordwaiter.shown.${document.body.dataset['stream']}`;

function acts() {
  return document.getElementById('acts');
}

/** A hold or a challenge stops the table: both sides hear it. */
function isStopped() {
  return Boolean(document.querySelector('#status.waits'));
}

let stopped = isStopped();

/** Whoever typed their last play goes on typing when it is their turn again, unless they have gone elsewhere since. */
let typedHere = false;
addEventListener('pointerdown', () => (typedHere = false));
addEventListener('keydown', ({ key }) => (typedHere &&= key !== 'Tab'));

function isTyping() {
  return Boolean(document.activeElement?.matches('input, textarea, select'));
}

document.addEventListener('live:changed', () => {
  if (isStopped() && !stopped) document.dispatchEvent(new CustomEvent('ring', { detail: [880, 660, 880] }));
  stopped = isStopped();
  const now = acts();
  layKept();
  forgetIfEmpty();
  const canPlay = now?.dataset['canPlay'] === 'yes';
  const isBack = canPlay && entry.hidden;
  if (!canPlay && !entry.hidden) typedHere = document.activeElement === field;
  for (const part of [entry, document.getElementById('padbox')]) {
    if (part && canPlay) part.hidden = false;
    else if (part) hide(part);
  }
  if (isBack && typedHere && !isTyping()) field.focus({ preventScroll: true });
  if (now?.dataset['owner'] !== owner) cover(now?.dataset['owner'] ?? '');
});

/**
 * Two people at one screen: the tiles of the next one are covered until they ask for them.
 * @param {string} next
 */
function cover(next) {
  owner = next;
  sessionStorage.removeItem(SHOWN);
  const box = document.getElementById('rackbox');
  if (!box || !next) return;
  box.classList.add('covered');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button next large';
  button.textContent = say('table.show-tiles', { who: next });
  button.addEventListener('click', () => {
    sessionStorage.setItem(SHOWN, next);
    box.classList.remove('covered');
    button.remove();
  });
  box.querySelector('button.large')?.remove();
  box.append(button);
}

if (acts()?.dataset['shared'] === 'yes' && sessionStorage.getItem(SHOWN) !== owner) cover(owner);

// What somebody opens is in sight with all that is in it.
addEventListener('click', ({ target }) => {
  const details = target instanceof Element ? target.closest('.opens > summary')?.parentElement : null;
  details?.addEventListener('toggle', () => details.scrollIntoView({ block: 'nearest' }), { once: true });
});

// What the clock says by its colour and its sound is said in words too.
document.addEventListener('ww-clock-low', ({ target }) => board.announce(say('table.time-low', { time: textOf(target) })));
document.addEventListener('ww-clock-zero', ({ target }) => {
  const kind = target instanceof Element ? target.id.split('-')[1] : '';
  board.announce(textOf(document.querySelector(`#times .over.of-${kind}`)) || say('table.time-up'));
});

/** @param {EventTarget | null | undefined} element */
function textOf(element) {
  return element instanceof Element ? (element.textContent ?? '').trim() : '';
}

// An official has given time, or taken some. With a new turn its clock begins anew, and that is no news.
/** @type {Element | null} */
let clockSet = null;
let turnShown = acts()?.dataset['turn'];
document.addEventListener('ww-clock-set', ({ target }) => {
  if (target instanceof Element && target.closest('#times')) clockSet = target;
});
document.addEventListener('live:changed', () => {
  const turn = acts()?.dataset['turn'];
  if (clockSet && turn === turnShown) {
    const clock = textOf(clockSet.parentElement?.querySelector('.label'));
    board.announce(say('table.time-set', { time: textOf(clockSet), clock }));
  }
  clockSet = null;
  turnShown = turn;
});

// From now on time can be called here; the page offers it only when the server's clock says so too.
document.addEventListener('ww-clock-zero', ({ target }) => {
  if (target instanceof HTMLElement && target.id === 'clock-table') void refresh();
});

// A turn that ran out of time is a pass: the next side may act, as soon as the server's clock says so too.
document.addEventListener('ww-clock-zero', ({ target }) => {
  if (target instanceof HTMLElement && target.id === 'clock-turn') setTimeout(() => void refresh(), 500);
});

// The page is read and typed into before these have come.
void import('../board/ww-clock.js');
void import('../board/ww-pad.js');
void import('../board/ww-rack.js');
void import('./sound.js');
