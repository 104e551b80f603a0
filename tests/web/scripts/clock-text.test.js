/** A clock as it is read: 0:00 is shown when the time is up, and not before. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.HTMLElement = class {};
globalThis.customElements = { define() {} };
globalThis.document = { addEventListener() {}, getElementById: () => null, documentElement: { lang: 'en' } };
const { clockText } = await import('../../../src/wordwaiter/web/static/board/ww-clock.js');

for (const [ms, text] of [
  [1, '0:01'],
  [1000, '0:01'],
  [1001, '0:02'],
  [59_999, '1:00'],
  [102_000, '1:42'],
  [0, '0:00'],
  [-999, '0:00'],
  [-1000, '\u22120:01'],
  [-67_500, '\u22121:07'],
  [3_600_000, '60:00'],
]) {
  test(`${ms} ms are ${text}`, () => assert.equal(clockText(ms), text));
}
