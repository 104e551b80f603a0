/** The page of the card box: what is due, studying it, files that come and go. @import {Card, Question} from './schedule.js' */
import { make } from '../board/dom.js';
import { say } from '../words.js';
import { boxText, listsOf, parseBox, readCard, worthTaking, zyzzyvaRows } from './box-file.js';
import { allCards, emptyBox, keepCards } from './box-store.js';
import { complain, pageData, QuizView } from './quiz-view.js';
import { answered, boxes, DAYS, dueCards } from './schedule.js';

/** Questions of one sitting; whoever wants more begins again. */
const AT_ONCE = 50;

/** @type {Card[]} */
let cards = [];
const { reads } = /** @type {{reads: Record<string, string>}} */ (pageData());

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const now = () => Math.floor(Date.now() / 1000);

const quiz = new QuizView({ settled, keep: async () => say('study.all-in-box'), left: () => void show() });

/** @param {Question} question @param {boolean} isRight */
function settled(question, isRight) {
  const card = answered(/** @type {Card} */ (question), isRight, now(), Math.random());
  keepCards([card]).catch(complain);
}

/** Reads the box, and shows what is in it. */
async function show() {
  try {
    cards = await allCards();
  } catch (error) {
    return complain(error);
  }
  const due = dueCards(cards, now());
  const next = Math.min(...cards.map((card) => card.due));
  element('due').textContent = due.length
    ? say('study.due', { n: due.length })
    : cards.length
      ? say('study.due-next', { when: new Date(next * 1000).toLocaleString(document.documentElement.lang, { dateStyle: 'long', timeStyle: 'short' }) })
      : say('study.box-empty');
  element('begin').hidden = due.length === 0;
  element('inside').hidden = cards.length === 0;
  element('saving').hidden = cards.length === 0;
  const lists = listsOf(cards);
  element('save-lists').hidden = lists.length < 2;
  element('save-list').replaceChildren(...lists.map((list) => make('option', { value: list }, list)));
  element('boxes').replaceChildren(
    ...boxes(cards, now()).map((each) =>
      make(
        'tr',
        {},
        make('th', { scope: 'row' }, String(each.box)),
        make('td', {}, say('study.days', { n: DAYS[each.box] ?? 1 })),
        make('td', { class: 'figures' }, String(each.cards)),
        make('td', { class: 'figures' }, String(each.due)),
      ),
    ),
  );
}

/** @param {File} file Takes the cards of a file: our own are read here, those of Zyzzyva by the server. */
async function bring(file) {
  const own = file.name.endsWith('.json') ? parseBox(await file.text()) : null;
  const brought = own ? { cards: own, unknown: 0, examples: [] } : await asked(file);
  if (!brought) return;
  const taken = worthTaking(cards, brought.cards);
  await keepCards(taken);
  const missing = brought.unknown ? ` ${say('study.unknown', { n: brought.unknown, examples: brought.examples.join(', ') })}` : '';
  element('said').textContent = say('study.brought', { n: taken.length }) + missing;
  await show();
}

/** @param {File} file @returns {Promise<{cards: Card[], unknown: number, examples: string[]} | null>} */
async function asked(file) {
  const body = new FormData();
  body.append('file', await packed(file), file.name);
  body.append('list', /** @type {HTMLSelectElement | null} */ (document.getElementById('bring-list'))?.value ?? '');
  element('said').textContent = say('study.reading');
  try {
    const response = await fetch('/study/import', { method: 'POST', headers: { Accept: 'application/json' }, body });
    const told = await response.json();
    if (!response.ok) {
      element('said').textContent = '';
      element('study-complaint').textContent = String(told.sentence ?? say('study.no-answer'));
      return null;
    }
    const found = /** @type {unknown[]} */ (told.cards).flatMap((card) => readCard(card) ?? []);
    return { cards: found.map((card) => ({ ...card, due: card.due || now() })), unknown: Number(told.unknown), examples: told.examples };
  } catch {
    element('said').textContent = '';
    element('study-complaint').textContent = say('study.no-answer');
    return null;
  }
}

/**
 * @param {Blob} file
 * @returns {Promise<Blob>} The file compressed, where the browser can do that.
 */
async function packed(file) {
  if (!('CompressionStream' in globalThis)) return file;
  return new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();
}

/** Saves the box as a file. */
function save() {
  const today = new Date().toISOString().slice(0, 10);
  download(new Blob([boxText(cards)], { type: 'application/json' }), `wordwaiter-cards-${today}.json`);
}

/** @param {Blob} content @param {string} name */
function download(content, name) {
  const address = URL.createObjectURL(content);
  make('a', { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/** Saves the cards of one list as Zyzzyva's own file, which the server writes. */
async function saveForZyzzyva() {
  const list = /** @type {HTMLSelectElement} */ (element('save-list')).value;
  const { rows, leftOut } = zyzzyvaRows(cards, list);
  const left = leftOut ? say('study.zyzzyva-left', { n: leftOut }) : '';
  element('saved').textContent = left;
  element('study-complaint').textContent = '';
  if (!rows.length) return;
  const body = new FormData();
  body.append('cards', await packed(new Blob([JSON.stringify(rows)])), 'cards.json');
  try {
    const response = await fetch('/study/export', { method: 'POST', headers: { Accept: 'application/json' }, body });
    if (!response.ok) {
      element('study-complaint').textContent = String((await response.json()).sentence ?? say('study.no-answer'));
      return;
    }
    download(await response.blob(), 'Anagrams.db');
    element('saved').textContent = `${say('study.zyzzyva-saved', { n: rows.length })} ${left}`.trim();
  } catch {
    element('study-complaint').textContent = say('study.no-answer');
  }
}

element('begin').addEventListener('click', () => quiz.begin(dueCards(cards, now()).slice(0, AT_ONCE), reads));
element('export').addEventListener('click', save);
element('export-zyzzyva').addEventListener('click', () => void saveForZyzzyva());
element('empty').addEventListener('click', () => void emptyBox().then(show, complain));
element('bring-form').addEventListener('submit', (event) => event.preventDefault());
const chosen = /** @type {HTMLInputElement} */ (element('bring-file'));
chosen.addEventListener('change', () => {
  const [file] = chosen.files ?? [];
  element('study-complaint').textContent = '';
  if (file) bring(file).catch(complain).finally(() => (chosen.value = ''));
});
void show();
