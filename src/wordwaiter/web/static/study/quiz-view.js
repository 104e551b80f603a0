/**
 * A quiz on the page: the letters, what is typed or tapped, what was found, and the score at the end. It needs no network.
 *
 * @import {Answer, Question} from './schedule.js'
 * @typedef {object} Watching
 * @property {(question: Question, isRight: boolean) => void} settled Told of each question that was solved or missed.
 * @property {(missed: Question[]) => Promise<string>} keep Puts cards into the box; gives what is said of that.
 * @property {() => void} left Told when somebody leaves the quiz.
 */
import { make } from '../board/dom.js';
import { say } from '../words.js';
import { Quiz, usedTiles } from './quiz.js';

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** Where a finger taps, the field is not chosen by itself: its keyboard would cover the letters. */
const hasFinger = () => matchMedia('(pointer: coarse)').matches;

export class QuizView {
  #quiz = new Quiz([], {});
  /** The letters in the order in which they lie there. @type {string[]} */
  #letters = [];
  #field = /** @type {HTMLInputElement} */ (element('quiz-answer'));

  /** @param {Watching} watching */
  constructor(watching) {
    this.watching = watching;
    element('quiz-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#enter();
    });
    this.#field.addEventListener('input', () => this.#markUsed());
    const presses = {
      'quiz-back': () => this.#type(this.#field.value.slice(0, -(this.#lastTile() || ' ').length)),
      'quiz-next': () => this.#next(),
      'quiz-show': () => this.#show(),
      'quiz-shuffle': () => this.#shuffle(),
      'quiz-stop': () => this.#end(),
      'quiz-again': () => this.begin(this.#quiz.missed, this.#quiz.reads),
      'quiz-keep': () => void this.#keep(),
      'quiz-leave': () => this.#leave(),
    };
    for (const [id, press] of Object.entries(presses)) element(id).addEventListener('click', press);
  }

  /**
   * @param {Question[]} questions
   * @param {Record<string, string>} reads
   */
  begin(questions, reads) {
    this.#quiz = new Quiz(questions, reads);
    element('quiz').hidden = false;
    element('study-page').hidden = true;
    element('quiz-end').hidden = true;
    for (const id of ['quiz-ask', 'quiz-acts']) element(id).hidden = false;
    scrollTo(0, 0);
    this.#ask();
  }

  /** Shows a question. */
  #ask() {
    const { question, questions, at } = this.#quiz;
    if (!question) return this.#end();
    this.#letters = [...question.tiles];
    element('quiz-said').textContent = '';
    element('quiz-at').textContent = say('study.at', { n: at + 1, of: questions.length });
    this.#drawLetters();
    this.#type('');
    this.#tell();
    if (hasFinger()) element('quiz-title').focus({ preventScroll: true });
    else this.#field.focus();
  }

  #drawLetters() {
    const group = element('quiz-letters');
    group.setAttribute('aria-label', say('study.letters-are', { letters: this.#letters.join(' ') }));
    group.replaceChildren(...this.#letters.map((letter, place) => this.#letterButton(letter, place)));
    this.#markUsed();
  }

  /** @param {string} letter @param {number} place @returns {HTMLButtonElement} */
  #letterButton(letter, place) {
    const button = make('button', { type: 'button', class: 'tile' }, letter);
    button.addEventListener('click', () => {
      if (this.#used().includes(place) || this.#quiz.isOver) return;
      this.#type(this.#field.value + letter);
      if (this.#used().length === this.#letters.length) this.#enter();
    });
    return button;
  }

  /** @returns {number[]} */
  #used() {
    return usedTiles(this.#quiz.spelled(this.#field.value), this.#letters);
  }

  /** @returns {string} The tile that was typed last. */
  #lastTile() {
    const place = this.#used().at(-1);
    return place === undefined ? '' : (this.#letters[place] ?? '');
  }

  #markUsed() {
    const used = this.#used();
    element('quiz-letters').querySelectorAll('button').forEach((button, place) => {
      button.classList.toggle('used', used.includes(place));
      button.setAttribute('aria-pressed', String(used.includes(place)));
    });
  }

  /** @param {string} text */
  #type(text) {
    this.#field.value = text;
    this.#markUsed();
  }

  #enter() {
    if (this.#quiz.isOver) return this.#next();
    const text = this.#field.value.trim();
    if (!text) return;
    const { kind, word } = this.#quiz.try(text);
    this.#type('');
    const left = this.#quiz.left ? ` ${say('study.left', { n: this.#quiz.left })}` : '';
    element('quiz-said').textContent = say(`study.is-${kind}`, { word }) + (kind === 'found' ? left : '');
    element('quiz-said').classList.toggle('bad', kind === 'wrong');
    this.#tell();
    if (kind === 'found' && this.#quiz.isOver) this.#settled(true);
  }

  #show() {
    this.#quiz.show();
    element('quiz-said').textContent = say('study.answers', { words: this.#quiz.told.map(({ word }) => word).join(', ') });
    element('quiz-said').classList.remove('bad');
    this.#tell();
    this.#settled(false);
  }

  /** @param {boolean} isRight */
  #settled(isRight) {
    const { question } = this.#quiz;
    if (question) this.watching.settled(question, isRight);
    element('quiz-next').focus();
  }

  #next() {
    this.#quiz.next();
    this.#ask();
  }

  #shuffle() {
    for (let last = this.#letters.length - 1; last > 0; last -= 1) {
      const other = Math.floor(Math.random() * (last + 1));
      [this.#letters[last], this.#letters[other]] = [this.#letters[other] ?? '', this.#letters[last] ?? ''];
    }
    this.#drawLetters();
  }

  /** Tells what is known of this question: words with their hooks, how many are left, the score. */
  #tell() {
    const { solved, missed, left, isOver } = this.#quiz;
    element('quiz-left').textContent = isOver ? '' : say('study.left', { n: left });
    element('quiz-score').textContent = say('study.score', { right: solved.length, missed: missed.length });
    element('quiz-told').replaceChildren(...this.#quiz.told.map((answer) => told(answer, this.#quiz.hasFound(answer.word))));
    element('quiz-next').hidden = !isOver;
    element('quiz-show').hidden = isOver;
    element('quiz-shuffle').hidden = isOver;
    element('quiz-form').hidden = isOver;
  }

  #end() {
    const { solved, missed } = this.#quiz;
    for (const id of ['quiz-ask', 'quiz-acts']) element(id).hidden = true;
    element('quiz-said').textContent = '';
    element('quiz-told').replaceChildren();
    element('quiz-at').textContent = '';
    element('quiz-score').textContent = '';
    element('quiz-end').hidden = false;
    element('quiz-result').textContent = say('study.result', { right: solved.length, of: solved.length + missed.length });
    element('quiz-missed').replaceChildren(...missed.flatMap(({ answers }) => answers.map((answer) => told(answer, true))));
    for (const id of ['quiz-again', 'quiz-keep']) element(id).hidden = missed.length === 0;
    element('quiz-title').focus({ preventScroll: true });
  }

  async #keep() {
    element('quiz-said').textContent = await this.watching.keep(this.#quiz.missed);
  }

  #leave() {
    element('quiz').hidden = true;
    element('study-page').hidden = false;
    this.watching.left();
  }
}

/** @param {Answer} answer @param {boolean} isOwn @returns {HTMLLIElement} A word between the letters that make others of it. */
function told({ word, front, back, inner }, isOwn) {
  const dot = () => make('span', { class: 'inner', 'aria-hidden': 'true' }, '·');
  const middle = make('b', {}, ...(inner[0] ? [dot()] : []), word, ...(inner[1] ? [dot()] : []));
  const before = make('span', { class: 'hooks front' }, front.join(''));
  const after = make('span', { class: 'hooks' }, back.join(''));
  const aloud = [word];
  if (front.length) aloud.push(say('study.takes-front', { letters: front.join(' ') }));
  if (back.length) aloud.push(say('study.takes-back', { letters: back.join(' ') }));
  const shown = make('span', { class: 'hooked', 'aria-hidden': 'true' }, before, middle, after);
  return make('li', isOwn ? {} : { class: 'shown' }, shown, make('span', { class: 'unseen' }, aloud.join(', ')));
}

/** @returns {any} What the page brought for its scripts. */
export function pageData() {
  return JSON.parse(element('study').textContent || '{}');
}

/** @param {unknown} error Says that this browser keeps no cards. */
export function complain(error) {
  console.error(error);
  element('study-complaint').textContent = say('study.no-box');
}
