/** Which keys are meant for the verdict on the screen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Attention } from '../../../src/wordwaiter/web/static/judge/attention.js';

const key = (name, more = {}) => ({ key: name, repeat: false, ctrlKey: false, metaKey: false, altKey: false, ...more });

/** A verdict that is shown at 1000, asked for at 900. */
function shown() {
  const attention = new Attention();
  attention.asked(900);
  attention.shown(1000);
  return attention;
}

test('nobody answers a verdict within its first second', () => {
  assert.equal(shown().meaning(key('Enter'), 1999), 'ignore');
  assert.equal(shown().meaning(key('Enter'), 2000), 'clear');
  assert.ok(!shown().meansTap(1999));
  assert.ok(shown().meansTap(2000));
});

test('a letter begins the next question and any other key clears the screen', () => {
  assert.equal(shown().meaning(key('q'), 5000), 'clear and type');
  assert.equal(shown().meaning(key('É'), 5000), 'clear and type');
  for (const other of ['Enter', ' ', '1', 'ArrowDown']) assert.equal(shown().meaning(key(other), 5000), 'clear');
});

test('a key that is held down means nothing however long', () => {
  assert.equal(shown().meaning(key('Enter', { repeat: true }), 60_000), 'ignore');
});

test('a burst of typing that began too soon is ignored to its end', () => {
  const attention = shown();
  for (const at of [1500, 1900, 2300, 2900]) assert.equal(attention.meaning(key('a'), at), 'ignore');
  assert.equal(attention.meaning(key('a'), 3600), 'clear and type');
});

test('Escape clears a verdict at once, and nothing while it is awaited', () => {
  assert.equal(shown().meaning(key('Escape'), 1001), 'clear');
  const waiting = new Attention();
  waiting.asked(900);
  assert.equal(waiting.meaning(key('Escape'), 60_000), 'ignore');
  assert.equal(waiting.meaning(key('a'), 60_000), 'ignore');
});

test('a letter of another language that AltGr types is a letter, as Windows and macOS tell it', () => {
  for (const held of [{ ctrlKey: true, altKey: true }, { altKey: true }]) {
    assert.equal(shown().meaning(key('ł', held), 5000), 'clear and type');
    assert.equal(shown().meaning(key('l', held), 5000), 'ignore');
  }
});

test('keys that speak to the browser are not for us', () => {
  for (const held of ['ctrlKey', 'metaKey', 'altKey']) assert.equal(shown().meaning(key('c', { [held]: true }), 5000), 'ignore');
  for (const silent of ['Shift', 'CapsLock', 'F5', 'Dead']) assert.equal(shown().meaning(key(silent), 5000), 'ignore');
});
