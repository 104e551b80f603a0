import assert from 'node:assert/strict';
import test from 'node:test';

import { ServerTime } from '../../../src/wordwaiter/web/static/board/server-time.js';

/** @param {ServerTime} time @param {number} expected */
function near(time, expected) {
  const now = time.now();
  assert.ok(now !== null && Math.abs(now - performance.now() - expected) < 50, `${now}`);
}

test('the shortest trip is the best', () => {
  const time = new ServerTime();
  assert.equal(time.now(), null);
  time.trip(10_400, 0, 1000);
  time.trip(10_020, 0, 40);
  time.trip(10_300, 0, 800);
  near(time, 10_000);
});

test('after a sleep that stopped the clock of the page the latest trip counts, however slow it was', () => {
  const time = new ServerTime();
  time.trip(10_005, 0, 10);
  time.trip(10_005, 0, 10);
  time.trip(3_610_400, 0, 800);
  near(time, 3_610_000);
  time.trip(3_610_010, 0, 20);
  near(time, 3_610_000);
});

test('a slow network is no sleep', () => {
  const time = new ServerTime();
  time.trip(10_005, 0, 10);
  time.trip(13_500, 0, 7000);
  near(time, 10_000);
});
