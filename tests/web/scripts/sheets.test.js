/** Totals that the server asks back are meant when they come once more, and not when they were pressed twice. */
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';

const page = new EventTarget();
globalThis.document = page;
await import('../../../src/wordwaiter/web/static/table/sheets.js');

let now = 0;
beforeEach(() => mock.method(performance, 'now', () => now));

const FORM = 'board=1-1-1-1&signer=2&score-1=1312&score-2=287';
const tell = (kind, detail) => page.dispatchEvent(new CustomEvent(`live:${kind}`, { detail }));
const askedBack = (code = 'total-doubtful', body = FORM) => tell('answered', { entry: { body }, answer: { kind: 'refused', code } });

/** What is sent of a form, a while after it was asked back. */
function sent(form, after) {
  now += after;
  const body = new URLSearchParams(form);
  tell('sending', { body });
  return body.get('again');
}

test('the same totals entered again say which they are', () => {
  askedBack();
  assert.equal(sent(FORM, 1500), '1312 287');
});

test('pressed twice within a second they are not meant', () => {
  askedBack();
  assert.equal(sent(FORM, 900), null);
});

test('other totals, another sheet and another refusal are no answer', () => {
  askedBack();
  assert.equal(sent(FORM.replace('1312', '312'), 1500), null);
  assert.equal(sent(FORM.replace('signer=2', 'signer=1'), 0), null);
  askedBack('total-doubtful', FORM.replace('1312', '1313'));
  askedBack('result-stands');
  assert.equal(sent(FORM, 1500), null);
});
