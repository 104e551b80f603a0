/**
 * The analysis board: turn by turn with the arrow keys, the engine's thoughts beside each, plays to try, and one's own
 * mistakes to learn from.
 *
 * @import {Choice, Findings, Found} from './thinking.js'
 * @import {WwBoard} from '../board/ww-board.js'
 * @typedef {{player: number, text: string, readable: string, points: number, scores: number[], board: string[],
 *   squares: string[], rack: string[], position: string, unsure: boolean, inferred: string, whyNot: string}} Turn
 * @typedef {{rulebook: string, players: string[], turns: Turn[], puzzle: boolean,
 *   end: {board: string[], scores: number[]}}} Game
 */
import '../board/ww-board.js';
import '../board/ww-rack.js';
import { make } from '../board/dom.js';
import { say } from '../words.js';
import { drawChances } from './chances.js';
import { think, tryTurn } from './thinking.js';

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const game = /** @type {Game} */ (JSON.parse(element('review').textContent || '{}'));
const board = /** @type {WwBoard} */ (document.querySelector('ww-board'));
const panel = /** @type {HTMLElement} */ (document.querySelector('.panel'));

/** The turns that are looked at: those of the game, or a line of one's own that leaves it somewhere. */
let turns = game.turns;
let at = 0;
/** By turn: what the engine has found. @type {Map<Turn, Found>} */
const found = new Map();
/** Ends the thought that nobody waits for any more. */
let thought = new AbortController();
let isWhole = false;
/** Turns with mistakes that are still to be solved; of a puzzle its position. @type {Turn[] | null} */
let lessons = game.puzzle ? game.turns.slice() : null;

/** @param {Turn} turn @returns {Record<string, string>} */
function question(turn, effort = 'quick') {
  const { text, position } = turn;
  const points = text && !text.startsWith('-') ? String(turn.points) : '';
  return { rulebook: game.rulebook, position, played: text, points, effort, unsure: turn.unsure ? 'yes' : '' };
}

/** Shows the turn that is looked at; after the last, the end of the game. */
function show() {
  const turn = turns[at];
  const shown = turn ?? game.end;
  const isOwn = Boolean(turn?.position);
  board.update({ board: shown.board, rack: turn?.rack ?? [], locked: !isOwn, lastPlay: lastSquares(), clear: true });
  element('rackbox').hidden = !isOwn;
  document.querySelectorAll('.side').forEach((side, player) => {
    side.classList.toggle('on', turn?.player === player);
    /** @type {HTMLElement} */ (side.querySelector('.score')).textContent = String(shown.scores[player] ?? 0);
  });
  /** @type {HTMLElement} */ (document.querySelector('.arrows .at')).textContent = say('analysis.at', { n: Math.min(at + 1, turns.length), of: turns.length });
  tell(turn);
  showChances();
  /** @type {HTMLElement} */ (document.querySelector('.thoughts')).hidden = !turn;
  if (turn) void ponder(turn);
  else thought.abort();
}

/** @returns {string[]} The squares of the play before. */
function lastSquares() {
  return turns[at - 1]?.squares ?? [];
}

/** @param {Turn | undefined} turn Says what was played, and how good it was. */
function tell(turn) {
  const title = element('told');
  const verdict = element('verdict');
  verdict.replaceChildren();
  if (!turn) {
    title.textContent = say('analysis.over');
    return;
  }
  const who = game.players[turn.player] ?? '';
  if (lessons) {
    title.textContent = game.puzzle ? say('analysis.puzzle-find') : say('analysis.find-better', { who });
    if (game.puzzle) verdict.append(make('p', {}, say('analysis.puzzle-why')));
    verdict.append(make('p', {}, say('analysis.find-how')));
    return;
  }
  const points = turn.points ? ` +${turn.points}` : '';
  title.textContent = turn.text ? `${who}: ${turn.readable}${points}` : say('analysis.what-now', { who });
  if (turn.whyNot) verdict.append(make('p', { class: 'soft' }, turn.whyNot));
  if (turn.unsure) verdict.append(make('p', { class: 'soft' }, say('analysis.unsure', { tiles: turn.inferred })));
  const known = found.get(turn);
  if (known && turn.text) verdict.append(...judged(known));
}

/** @param {Found} known @returns {HTMLElement[]} */
function judged(known) {
  if (known.mistake === null) {
    return [make('p', {}, make('span', { class: 'grade' }, say(known.isBest ? 'analysis.is-best' : 'analysis.is-good')))];
  }
  const grade = make('span', { class: `grade ${known.mistake}` }, say(`analysis.mistake-${known.mistake}`));
  const [first, ...reasons] = known.why;
  const list = reasons.map((reason) => make('li', {}, reason));
  const lost = make('p', {}, grade, ' ', say('analysis.lost', { n: Math.round(known.lost) }));
  return [lost, make('p', {}, first ?? ''), make('ul', {}, ...list)];
}

/** @param {Turn} turn Asks the engine, unless it has answered before. */
async function ponder(turn, effort = 'quick') {
  thought.abort();
  thought = new AbortController();
  const { signal } = thought;
  element('complaint').textContent = '';
  const known = found.get(turn);
  if (known && effort === 'quick') return list(known, turn);
  element('best').replaceChildren();
  element('progress').textContent = turn.position ? say('analysis.thinking') : '';
  if (!turn.position) return;
  try {
    const answer = await think(question(turn, effort), (so_far) => list(so_far, turn), signal);
    found.set(turn, answer);
    list(answer, turn);
    tell(turn);
    showChances();
    if (isWhole) goOn();
  } catch (error) {
    if (signal.aborted) return;
    isWhole = false;
    element('progress').textContent = '';
    element('complaint').textContent = (error instanceof Error && error.message) || say('analysis.no-answer');
  }
}

/** Goes on to the next turn that nobody has thought about, while the whole game is analysed. */
function goOn() {
  const next = turns.findIndex((turn) => turn.position && !found.has(turn));
  if (next < 0) {
    isWhole = false;
    element('whole').hidden = true;
    return;
  }
  at = next;
  show();
}

/** @param {Findings} findings @param {Turn} turn Lists the best plays with their bars. */
function list(findings, turn) {
  if (turns[at] !== turn) return;
  const { proven, draws } = findings;
  element('progress').textContent = proven ? say('analysis.proven') : say('analysis.draws', { n: draws.toLocaleString() });
  const played = /** @type {Partial<Found>} */ (findings).played;
  const shown = findings.turns.slice();
  if (played && !shown.some((each) => each.text === played.text)) shown.push(played);
  element('best').replaceChildren(...shown.map((each) => row(each, turn)));
}

/** @param {Choice} choice @param {Turn} turn */
function row(choice, turn) {
  const spread = `${choice.spread > 0 ? '+' : ''}${choice.spread.toFixed(1)}`;
  const button = make(
    'button',
    { type: 'button', class: choice.text === turn.text ? 'mine' : '' },
    make('span', { class: 'notation' }, choice.readable),
    make('span', { class: 'percent' }, `${choice.win.toFixed(1)} %`),
    make('span', { class: 'spread', title: say('analysis.spread') }, spread),
    make('small', {}, say('analysis.row', { n: choice.score, leave: choice.leave || '–', equity: choice.equity.toFixed(1) })),
  );
  button.style.setProperty('--win', `${choice.win}%`);
  button.addEventListener('click', () => void follow(turn, choice.text));
  return make('li', {}, button);
}

/**
 * Leaves the game with a turn of one's own: the other side is to move then.
 * @param {Turn} turn
 * @param {string} text
 */
async function follow(turn, text) {
  const next = turns[at + 1];
  const rack = next && next.player !== turn.player ? next.rack.join('') : '';
  try {
    const after = await tryTurn({ ...question({ ...turn, text }), rack });
    const player = 1 - turn.player;
    const scores = player === 0 ? after.scores : after.scores.slice().reverse();
    const points = (after.scores[1] ?? 0) - (turn.scores[turn.player] ?? 0);
    const mine = { ...turn, text, points, readable: after.readable, squares: after.squares };
    /** @type {Turn} */
    const theirs = { player, text: '', readable: '', points: 0, scores, board: after.board, squares: [], rack: [...rack], position: rack ? after.position : '', unsure: false, inferred: '', whyNot: rack ? '' : say('analysis.no-rack') };
    turns = [...turns.slice(0, at), mine, theirs];
    at += 1;
    show();
  } catch (error) {
    element('complaint').textContent = (error instanceof Error && error.message) || say('analysis.no-answer');
  }
}

/** Draws the chances of the first player, as far as they are known. */
function showChances() {
  const points = turns.map((turn) => {
    const known = found.get(turn);
    const win = known && (turn.text ? known.played.win : known.turns[0]?.win);
    return win === undefined ? null : { win: turn.player === 0 ? win : 100 - win, mistake: turn.text ? (known?.mistake ?? null) : null };
  });
  const figure = /** @type {HTMLElement} */ (document.querySelector('.chances'));
  figure.hidden = turns.length < 2 || points.every((point) => point === null);
  const now = points[at];
  /** @type {HTMLElement} */ (figure.querySelector('figcaption')).textContent = say('analysis.chances', { who: game.players[0] ?? '', n: now ? `${now.win.toFixed(0)} %` : '–' });
  drawChances(/** @type {HTMLElement} */ (figure.querySelector('.plot')), points, at);
  element('learn').hidden = lessons !== null || !turns.some((turn) => found.get(turn)?.mistake);
}

/** @type {Record<string, () => number>} */
const STEPS = {
  ArrowLeft: () => Math.max(at - 1, 0),
  ArrowRight: () => Math.min(at + 1, turns.length),
  Home: () => 0,
  End: () => turns.length,
};

/** @param {string | undefined} key @returns {boolean} */
function step(key) {
  const next = STEPS[key ?? '']?.();
  if (next === undefined || (game.puzzle && lessons)) return false;
  isWhole = false;
  lessons = null;
  panel.classList.remove('learning');
  // Before the place where one's own line begins, the game is the game again.
  const own = turns.findIndex((turn, index) => turn !== game.turns[index]);
  if (own >= 0 && next < own) turns = game.turns;
  at = next;
  show();
  return true;
}

/** Asks for the better play in each turn with a mistake, one after another. */
function learn() {
  lessons = lessons ?? game.turns.filter((turn) => found.get(turn)?.mistake);
  const [lesson] = lessons;
  panel.classList.toggle('learning', Boolean(lesson));
  if (!lesson) {
    lessons = null;
    element('verdict').replaceChildren(make('p', {}, say('analysis.learned')));
    return;
  }
  turns = game.turns;
  at = turns.indexOf(lesson);
  show();
}

/** @param {string} text A play for the mistake that is asked about. */
function answer(text) {
  const turn = turns[at];
  const known = turn && found.get(turn);
  if (!turn) return;
  if (!known) {
    element('verdict').replaceChildren(make('p', {}, say('analysis.puzzle-still')));
    return;
  }
  const best = known.turns[0];
  const choice = known.turns.find((each) => each.text === text);
  const isGood = best && choice && best.win - choice.win < Math.max(1, known.lost / 3);
  if (game.puzzle) return solve(turn, isGood ? choice.readable : '', text);
  const on = make('button', { type: 'button', class: 'button next' }, say(isGood ? 'analysis.next-lesson' : 'analysis.show'));
  on.addEventListener('click', () => {
    if (!isGood) {
      element('verdict').replaceChildren(...judged(known));
      panel.classList.remove('learning');
    }
    lessons = lessons?.slice(1) ?? null;
    if (isGood) return learn();
    const further = make('button', { type: 'button', class: 'button' }, say('analysis.next-lesson'));
    further.addEventListener('click', learn);
    element('verdict').append(make('p', {}, further));
  });
  const told = isGood ? say('analysis.well-done', { play: choice.readable }) : say('analysis.not-yet', { play: text });
  element('verdict').replaceChildren(make('p', {}, told), make('p', {}, on));
}

/**
 * Ends the puzzle with the play that solves it, or offers to.
 * @param {Turn} turn
 * @param {string} solution Empty for a play that is not the best.
 * @param {string} text
 */
function solve(turn, solution, text) {
  const end = () => {
    lessons = null;
    panel.classList.remove('learning');
    tell(turn);
  };
  if (solution) {
    end();
    element('verdict').replaceChildren(make('p', {}, say('analysis.well-done', { play: solution })));
    return;
  }
  const giveUp = make('button', { type: 'button', class: 'button' }, say('analysis.show'));
  giveUp.addEventListener('click', end);
  element('verdict').replaceChildren(make('p', {}, say('analysis.not-yet', { play: text })), make('p', {}, giveUp));
}

addEventListener(
  'keydown',
  (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || board.model.tentative?.size) return;
    if (event.target instanceof HTMLInputElement || !step(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
document.querySelectorAll('[data-step]').forEach((button) => {
  button.addEventListener('click', () => step(/** @type {HTMLElement} */ (button).dataset['step']));
});
document.querySelector('.plot')?.addEventListener('ww-turn', (event) => {
  at = /** @type {CustomEvent<number>} */ (event).detail;
  show();
});
board.addEventListener('ww-play', (event) => {
  event.preventDefault();
  const { square, word } = /** @type {CustomEvent<{square: string, word: string}>} */ (event).detail;
  const turn = turns[at];
  if (lessons) answer(`${square} ${word}`);
  else if (turn) void follow(turn, `${square} ${word}`);
});
element('lay').addEventListener('click', () => board.play());
element('deeper').addEventListener('click', () => {
  const turn = turns[at];
  if (turn) void ponder(turn, 'deep');
});
element('whole').addEventListener('click', () => {
  isWhole = true;
  goOn();
});
element('whole').hidden = turns.length < 2;
element('learn').addEventListener('click', learn);
show();
