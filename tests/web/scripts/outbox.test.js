/** The outbox: nothing entered is lost, nothing is taken twice, and everybody hears what became of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Outbox, newKey } from '../../../src/wordwaiter/web/static/live/outbox.js';

function store() {
  const kept = new Map();
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
}

const entry = (key, body = '') => ({ key, address: '/t', body, what: key });
const taken = { kind: 'taken', said: '', next: null };

test('an entry leaves the store when it is answered, and not before', async () => {
  const place = store();
  const seen = [];
  const box = new Outbox(place, async (each) => (seen.push(new Outbox(place).waiting.length), taken), () => {});
  await box.add(entry('a'));
  assert.deepEqual(seen, [1]);
  assert.deepEqual(box.waiting, []);
});

test('what could not be sent waits, in order, and goes out with the same keys', async () => {
  const place = store();
  let there = false;
  const posted = [];
  const post = async (each) => (there ? (posted.push(each.key), taken) : { kind: 'lost' });
  const heard = [];
  const box = new Outbox(place, post, (each, answer) => heard.push(`${each.key} ${answer.kind}`));
  await box.add(entry('a'));
  await box.add(entry('b'));
  assert.deepEqual(box.waiting.map((each) => each.key), ['a', 'b']);
  there = true;
  await new Outbox(place, post, () => {}).flush(); // the browser was closed and opened
  assert.deepEqual(posted, ['a', 'b']);
  assert.deepEqual(box.waiting, []);
  assert.deepEqual(heard, ['a lost', 'a lost']);
});

test('an answer that was lost on its way back is asked for with the same key', async () => {
  const keys = [];
  let first = true;
  const post = async (each) => {
    keys.push(each.key);
    if (!first) return taken;
    first = false;
    return { kind: 'lost' };
  };
  const box = new Outbox(store(), post, () => {});
  await box.add(entry('a'));
  await box.flush();
  assert.deepEqual(keys, ['a', 'a']);
});

test('a refusal is told and does not hold up what follows', async () => {
  const heard = [];
  const answers = [{ kind: 'refused', code: 'turn-over', sentence: 'no' }, taken];
  const box = new Outbox(store(), async () => answers.shift(), (each, answer) => heard.push(answer.kind));
  await Promise.all([box.add(entry('a')), box.add(entry('b'))]);
  assert.deepEqual(heard, ['refused', 'taken']);
});

test('a store with nonsense in it is an empty outbox', () => {
  const place = store();
  place.setItem('wordwaiter.outbox', '{"not": "a list"');
  assert.deepEqual(new Outbox(place).waiting, []);
});

test('keys differ', () => {
  const keys = new Set(Array.from({ length: 100 }, newKey));
  assert.equal(keys.size, 100);
  assert.match([...keys][0], /^[0-9a-f]{32}$/);
});

test('an outbox that is full says so and loses nothing that waits', async () => {
  const heard = [];
  const box = new Outbox(store(), async () => ({ kind: 'lost' }), (each, answer) => heard.push(`${each.key} ${answer.kind}`));
  for (let n = 0; n <= 200; n += 1) await box.add(entry(`k${n}`));
  assert.equal(box.waiting.length, 200);
  assert.equal(box.waiting[0].key, 'k0');
  assert.equal(heard.at(-1), 'k200 full');
});
