/**
 * Sending a form without leaving the page, over a network that may fail.
 *
 * @import {Answer, Entry} from './outbox.js'
 */

/** An answer that has not come by then is asked for again later, with the same key. */
const PATIENCE_MS = 8000;

/**
 * Sends an entry. Anything that is not plainly an answer of ours (a hotel's login page, half an answer) is "lost".
 * @param {Entry} entry
 * @returns {Promise<Answer>}
 */
export async function post(entry) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  try {
    const response = await fetch(entry.address, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: entry.body,
      cache: 'no-store',
      redirect: 'error',
      signal: stop.signal,
    });
    const body = await response.json();
    if (response.ok && typeof body.said === 'string') {
      return { kind: 'taken', said: body.said, next: typeof body.next === 'string' ? body.next : null };
    }
    // A server that is starting or full says "later", and so does one that was asked too often; that is no refusal.
    if (response.status >= 400 && ![429, 503].includes(response.status) && typeof body.sentence === 'string') {
      return { kind: 'refused', sentence: body.sentence };
    }
  } catch {
    // No network, or no answer in time.
  } finally {
    clearTimeout(timer);
  }
  return { kind: 'lost' };
}
