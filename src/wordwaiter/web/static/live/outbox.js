/**
 * What was entered and not yet answered, and how it goes out over a network that may fail. Entries wait in the browser's
 * own store, so that closing the browser loses nothing; each carries a key by which the server takes it once, however
 * often it arrives.
 *
 * @typedef {object} Entry
 * @property {string} key Sent as `sending`.
 * @property {string} address
 * @property {string} body The form, as a browser would have sent it.
 * @property {string} what In words, for the person who entered it.
 * @property {number} [entered] When that was, by the clock of this device.
 * @property {string} [by] The stamp of whoever had joined on this device then: it is sent in nobody else's name.
 *
 * @typedef {{kind: 'taken', said: string, next: string | null} | {kind: 'refused', code: string, sentence: string} | {kind: 'lost'} | {kind: 'full'}} Answer
 *
 * @typedef {Pick<Storage, 'getItem' | 'setItem'>} Store
 */

const PLACE = 'wordwaiter.outbox';
/** A phone can be out of reach for an hour; more than that many taps is a stuck key, and is not taken. */
const MOST = 200;
/** An answer that has not come by then is asked for again later, with the same key. */
const PATIENCE_MS = 8000;

export class Outbox {
  #store;
  #post;
  #heard;
  #busy = false;

  /**
   * @param {Store} store
   * @param {(entry: Entry) => Promise<Answer>} post
   * @param {(entry: Entry, answer: Answer) => void} heard Told what became of each entry, and of each failed try.
   */
  constructor(store, post, heard) {
    this.#store = store;
    this.#post = post;
    this.#heard = heard;
  }

  /** @returns {Entry[]} What waits, the oldest first. */
  get waiting() {
    try {
      const kept = JSON.parse(this.#store.getItem(PLACE) ?? '[]');
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  }

  /** @param {Entry} entry */
  async add(entry) {
    const { waiting } = this;
    if (waiting.length >= MOST) return this.#heard(entry, { kind: 'full' });
    this.#keep([...waiting, entry]);
    await this.flush();
  }

  /**
   * Sends what waits, one after the other: a later entry may stand on an earlier one. Stops when the server cannot be
   * reached. An entry leaves the store only when there is an answer to it.
   */
  async flush() {
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let entry = this.waiting[0]; entry; entry = this.waiting[0]) {
        const { key } = entry;
        const answer = await this.#post(entry);
        if (answer.kind !== 'lost') this.#keep(this.waiting.filter((each) => each.key !== key));
        this.#heard(entry, answer);
        if (answer.kind === 'lost') return;
      }
    } finally {
      this.#busy = false;
    }
  }

  /** @param {Entry[]} entries */
  #keep(entries) {
    this.#store.setItem(PLACE, JSON.stringify(entries));
  }
}

/**
 * A key that nobody else makes. Not `randomUUID`: browsers have that only where the address is https or this computer.
 * @returns {string}
 */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

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
      headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded', 'Wordwaiter-Entered-By': entry.by ?? '', ...waited(entry) },
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
      return { kind: 'refused', code: String(body.code), sentence: body.sentence };
    }
  } catch {
    // No network, or no answer in time.
  } finally {
    clearTimeout(timer);
  }
  return { kind: 'lost' };
}

/**
 * How long an entry has waited here, for clocks that went on meanwhile. Not when it was entered: the clocks of two
 * computers differ.
 * @param {Entry} entry
 * @returns {Record<string, string>}
 */
function waited({ entered }) {
  const ms = entered === undefined ? 0 : Date.now() - entered;
  return ms > 0 ? { 'Wordwaiter-Waited': String(ms) } : {};
}
