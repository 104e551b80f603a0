/** Word study without a browser: when cards come again, a quiz, and the card box as a file. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { boxText, listsOf, parseBox, worthTaking, zyzzyvaRows } from '../../../src/wordwaiter/web/static/study/box-file.js';
import { Quiz, usedTiles } from '../../../src/wordwaiter/web/static/study/quiz.js';
import { answered, boxes, dueCards, newCard } from '../../../src/wordwaiter/web/static/study/schedule.js';

const NOW = 1_800_000_000;
const word = (text) => ({ word: text, front: [], back: ['S'], inner: [false, true] });
const rat = { key: 'ART', tiles: ['A', 'R', 'T'], answers: [word('ART'), word('RAT'), word('TAR')] };
const cat = { key: 'ACT', tiles: ['A', 'C', 'T'], answers: [word('ACT'), word('CAT')] };

for (const { name, box, streak, right, chance, then } of JSON.parse(readFileSync(new URL('../../study/card_box.json', import.meta.url), 'utf8'))) {
  test(`a card comes again as the rule says: ${name}`, () => {
    const before = { ...newCard(rat, 'enable', NOW), box, streak, right: 3, wrong: 2, last: 7 };
    const after = answered(before, right, NOW, chance);
    assert.deepEqual({ box: after.box, streak: after.streak, days: (after.due - NOW) / 86_400 }, then);
    assert.deepEqual([after.right, after.wrong, after.last], right ? [4, 2, NOW] : [3, 3, 7]);
  });
}

test('a new card is due at once, and cards come in the order in which they were due', () => {
  const [first, second] = [newCard(rat, 'enable', NOW), { ...newCard(cat, 'enable', NOW), due: NOW - 5 }];
  assert.deepEqual(dueCards([first, second, answered(first, true, NOW, 0)], NOW), [second, first]);
  assert.deepEqual(boxes([first, answered(second, true, NOW, 0)], NOW), [{ box: 0, cards: 1, due: 1 }, { box: 1, cards: 1, due: 0 }]);
});

test('a question is solved when all its words were found, in any order, whatever was tried besides', () => {
  const quiz = new Quiz([rat, cat], {});
  assert.equal(quiz.try('tar').kind, 'found');
  assert.equal(quiz.try('TRA').kind, 'wrong');
  assert.equal(quiz.try(' T a r ').kind, 'again');
  assert.equal(quiz.left, 2);
  quiz.try('rat');
  assert.equal(quiz.isOver, false);
  quiz.try('art');
  assert.ok(quiz.isOver);
  assert.deepEqual([quiz.solved, quiz.missed], [[rat], []]);
  quiz.show();
  assert.deepEqual(quiz.missed, [], 'who has found all misses nothing by looking');
});

test('a question is missed when its words were looked at, and is counted once', () => {
  const quiz = new Quiz([cat, rat], {});
  quiz.try('act');
  assert.deepEqual(quiz.told.map((each) => each.word), ['ACT']);
  quiz.show();
  quiz.show();
  assert.deepEqual(quiz.told.map((each) => each.word), ['ACT', 'CAT']);
  quiz.try('cat');
  assert.deepEqual([quiz.solved, quiz.missed], [[], [cat]]);
  quiz.next();
  assert.equal(quiz.question, rat);
  assert.equal(quiz.left, 3);
  quiz.next();
  assert.equal(quiz.question, undefined);
});

test('letters that stand on no tile are read as those they are played with', () => {
  const quiz = new Quiz([{ key: 'A·Ñ·O·S', tiles: ['A', 'Ñ', 'O', 'S'], answers: [word('AÑOS')] }], { Á: 'A' });
  assert.equal(quiz.try('an\u0303os').kind, 'found');
  assert.equal(quiz.spelled('árbol'), 'ARBOL');
  assert.equal(new Quiz([], {}).spelled('straße'), 'STRASSE');
});

test('tiles are marked as a word is typed, those of two letters as one', () => {
  assert.deepEqual(usedTiles('TA', ['A', 'R', 'T']), [2, 0]);
  assert.deepEqual(usedTiles('TAX', ['A', 'R', 'T']), [2, 0]);
  assert.deepEqual(usedTiles('CHOC', ['C', 'CH', 'H', 'O']), [1, 3, 0]);
  assert.deepEqual(usedTiles('LL', ['L', 'L']), [0, 1]);
});

test('a card box comes back from its file as it was', () => {
  const cards = [newCard(rat, 'enable', NOW), answered(newCard(cat, 'ours', NOW), true, NOW, 0.5)];
  assert.deepEqual(parseBox(boxText(cards)), cards);
});

test('what makes no sense in a file is left out, and no file of ours is no box', () => {
  for (const text of ['', '{', '[]', 'null', '{"format": "other", "cards": []}', '{"format": "wordwaiter card box"}']) {
    assert.equal(parseBox(text), null, text);
  }
  const good = newCard(rat, 'enable', NOW);
  const bad = [
    null, 7, 'RAT', [], {}, { ...good, key: '' }, { ...good, key: 'A'.repeat(61) }, { ...good, list: 3 }, { ...good, tiles: [] },
    { ...good, tiles: ['<script>'] }, { ...good, tiles: Array(16).fill('A') }, { ...good, answers: [] }, { ...good, answers: [{}] },
    { ...good, answers: [{ ...word('RAT'), front: 'S' }] },
  ];
  assert.deepEqual(parseBox(boxText([...bad, good])), [good]);
  const [odd] = parseBox(boxText([{ ...good, box: 99, due: -1, right: 'many', wrong: 1.5, streak: -2e9, last: 1e300, more: 'x' }]));
  assert.deepEqual(odd, { ...good, box: 10, due: 0, right: 0, wrong: 0, streak: -1_000_000, last: 2 ** 33 });
});

test('a card that was studied more often here is not overwritten', () => {
  const own = [{ ...newCard(rat, 'enable', NOW), right: 3 }];
  const brought = [
    { ...newCard(rat, 'enable', NOW), right: 2 }, { ...newCard(rat, 'ours', NOW), right: 0 }, newCard(cat, 'enable', NOW),
  ];
  assert.deepEqual(worthTaking(own, brought), brought.slice(1));
  assert.deepEqual(worthTaking(own, [{ ...newCard(rat, 'enable', NOW), right: 2, wrong: 2 }]).length, 1);
});

test('cards go to Zyzzyva list by list, and those with tiles of several letters stay', () => {
  const solved = answered(newCard(rat, 'enable', NOW), true, NOW, 0.5);
  const spanish = newCard({ ...cat, key: 'A·CH·O', tiles: ['A', 'CH', 'O'] }, 'enable', NOW);
  const cards = [solved, spanish, newCard(cat, 'ours', NOW)];
  assert.deepEqual(listsOf(cards), ['enable', 'ours']);
  assert.deepEqual(zyzzyvaRows(cards, 'enable'), { rows: [['ART', 1, solved.due, 1, 0, 1, NOW]], leftOut: 1 });
});
