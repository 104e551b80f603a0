/** How an entry goes out, and which answers are taken as one: everything else is tried again later. */
import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { post } from '../../../src/wordwaiter/web/static/live/outbox.js';

const ENTRY = { key: 'k', address: '/tables/7', body: 'word=RETINA&sending=k', what: 'RETINA' };

afterEach(() => {
  mock.restoreAll();
  mock.timers.reset();
});

/** The server answers so, and what it was asked is kept. */
function serverSays(status, body) {
  const answer = new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  return mock.method(globalThis, 'fetch', async () => answer);
}

const refusal = { code: 'not-your-turn', sentence: 'Wait for your turn.' };

test('an entry is posted to its address as the form that it is', async () => {
  const asked = serverSays(200, { said: 'Saved.' });
  await post(ENTRY);
  const [address, options] = asked.mock.calls[0].arguments;
  assert.equal(address, '/tables/7');
  assert.equal(options.method, 'POST');
  assert.equal(options.body, 'word=RETINA&sending=k');
  assert.equal(options.headers['Content-Type'], 'application/x-www-form-urlencoded');
  assert.equal(options.headers.Accept, 'application/json');
  assert.equal(options.cache, 'no-store');
});

test('an entry says who had joined when it was entered, also where nobody had', async () => {
  const asked = serverSays(200, { said: 'Saved.' });
  await post({ ...ENTRY, by: 'abc' });
  await post(ENTRY);
  const told = asked.mock.calls.map((call) => call.arguments[1].headers['Wordwaiter-Entered-By']);
  assert.deepEqual(told, ['abc', '']);
});

test('what the server took is told, with the page that it leads to', async () => {
  serverSays(200, { said: 'Saved.', next: '/tables/8' });
  assert.deepEqual(await post(ENTRY), { kind: 'taken', said: 'Saved.', next: '/tables/8' });
});

test('without a page to go to, the answer leads nowhere', async () => {
  serverSays(201, { said: 'Saved.', next: 7 });
  assert.deepEqual(await post(ENTRY), { kind: 'taken', said: 'Saved.', next: null });
});

for (const status of [400, 401, 403, 404, 409, 422, 500]) {
  test(`${status} with a sentence is a refusal`, async () => {
    serverSays(status, refusal);
    assert.deepEqual(await post(ENTRY), { kind: 'refused', ...refusal });
  });
}

for (const [status, meaning] of [[429, 'asked too often'], [503, 'starting or full']]) {
  test(`${status} (${meaning}) means later, whatever it says`, async () => {
    serverSays(status, refusal);
    assert.deepEqual(await post(ENTRY), { kind: 'lost' });
  });
}

for (const [what, status, body] of [
  ["a hotel's login page", 200, '<title>Welcome to the hotel</title>'],
  ["another program's JSON", 200, { ok: true }],
  ['half an answer', 200, '{"said": "Sav'],
  ["a proxy's error page", 502, '<h1>Bad gateway</h1>'],
  ['a refusal without a sentence', 400, { code: 'x' }],
  ['a sentence with a status that is no refusal', 200, refusal],
  ['words of success with a status of failure', 500, { said: 'Saved.' }],
]) {
  test(`${what} is no answer`, async () => {
    serverSays(status, body);
    assert.deepEqual(await post(ENTRY), { kind: 'lost' });
  });
}

test('a network that fails is no answer', async () => {
  mock.method(globalThis, 'fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  assert.deepEqual(await post(ENTRY), { kind: 'lost' });
});

test('an entry is never posted to where another server sends it', async () => {
  const asked = serverSays(200, { said: 'Saved.' });
  await post(ENTRY);
  assert.equal(asked.mock.calls[0].arguments[1].redirect, 'error');
});

test('an answer that does not come within eight seconds is given up', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  mock.method(globalThis, 'fetch', (_, { signal }) => new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason))));
  let answer;
  void post(ENTRY).then((each) => (answer = each));
  mock.timers.tick(7999);
  await new Promise(setImmediate); // whatever there is to be heard by now
  assert.equal(answer, undefined);
  mock.timers.tick(1);
  await new Promise(setImmediate);
  assert.deepEqual(answer, { kind: 'lost' });
});

/** The header that tells how long an entry has waited. */
async function waitedHeader(entry) {
  const asked = serverSays(200, { said: 'Saved.' });
  await post(entry);
  return asked.mock.calls[0].arguments[1].headers['Wordwaiter-Waited'];
}

test('how long an entry has waited is told in milliseconds', async () => {
  mock.method(Date, 'now', () => 1_000_500);
  assert.equal(await waitedHeader({ ...ENTRY, entered: 1_000_000 }), '500');
});

test('an entry that has not waited, or whose time is not known, tells nothing of it', async () => {
  mock.method(Date, 'now', () => 1_000_500);
  assert.equal(await waitedHeader({ ...ENTRY, entered: 1_000_500 }), undefined);
  assert.equal(await waitedHeader(ENTRY), undefined);
});

test('a device whose clock was set back has waited for nothing', async () => {
  mock.method(Date, 'now', () => 1_000_500);
  assert.equal(await waitedHeader({ ...ENTRY, entered: 2_000_000 }), undefined);
});
