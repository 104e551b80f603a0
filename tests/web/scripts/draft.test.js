/** What was painted and is not saved is kept in the browser, for each board apart. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { dropDraft, keepDraft, readDraft } from '../../../src/wordwaiter/web/static/table/draft.js';

const draft = { board: 'CAT', base: '...', sent: 'CA.' };

beforeEach(() => {
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value),
    removeItem: (name) => kept.delete(name),
  };
});

test('a draft comes back as it was kept, and is gone when it is dropped', () => {
  keepDraft('tournament-1/1/1/1.1', draft);
  assert.deepEqual(readDraft('tournament-1/1/1/1.1'), draft);
  dropDraft('tournament-1/1/1/1.1');
  assert.equal(readDraft('tournament-1/1/1/1.1'), null);
});

test('each board has a draft of its own', () => {
  keepDraft('tournament-1/1/1/1.1', draft);
  keepDraft('tournament-1/1/1/2.1', { ...draft, board: 'DOG' });
  assert.equal(readDraft('tournament-1/1/1/1.1')?.board, 'CAT');
  assert.equal(readDraft('tournament-1/1/2/1.1'), null);
  dropDraft('tournament-1/1/1/1.1');
  assert.equal(readDraft('tournament-1/1/1/2.1')?.board, 'DOG');
});

test('nonsense in the store is no draft, and a full store loses nothing', () => {
  for (const text of ['{', '7', '{"base": "x"}', 'null']) {
    localStorage.setItem('wordwaiter.draft:here', text);
    assert.equal(readDraft('here'), null);
  }
  localStorage.setItem = () => {
    throw new Error('QuotaExceededError');
  };
  keepDraft('there', draft);
});
