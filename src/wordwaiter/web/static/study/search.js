/** What was found: a quiz of it, and cards for the box. @import {Question} from './schedule.js' */
import { say } from '../words.js';
import { allCards, keepCards } from './box-store.js';
import { complain, pageData, QuizView } from './quiz-view.js';
import { newCard } from './schedule.js';

const data = /** @type {{list: string, reads: Record<string, string>, questions: Question[]}} */ (pageData());

/** @param {string} id */
const element = (id) => document.getElementById(id);

/** @param {Question[]} questions @returns {Promise<string>} What is said when they are in the box. */
async function keep(questions) {
  try {
    const known = new Set((await allCards()).filter(({ list }) => list === data.list).map(({ key }) => key));
    const more = questions.filter(({ key }) => !known.has(key));
    const now = Math.floor(Date.now() / 1000);
    await keepCards(more.map((question) => newCard(question, data.list, now)));
    return say('study.kept', { n: more.length, known: questions.length - more.length });
  } catch (error) {
    complain(error);
    return '';
  }
}

const quiz = new QuizView({ settled: () => {}, keep, left: () => element('begin')?.focus() });
const [begin, cards, said] = [element('begin'), element('keep'), element('said')];
if (begin && cards && said && data.questions.length) {
  begin.hidden = false;
  cards.hidden = false;
  begin.addEventListener('click', () => quiz.begin(data.questions, data.reads));
  cards.addEventListener('click', () => void keep(data.questions).then((text) => (said.textContent = text)));
}
