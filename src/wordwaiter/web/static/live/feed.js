/**
 * The feed: the server says that something happened, and the page shows it. A feed that is cut takes up where it
 * stopped (the browser sends Last-Event-ID). Whether the server can be reached is asked in between: a phone that has
 * left the network hears nothing, and that alone is no news.
 *
 * When another laptop has taken over with a copy that does not have what this page has seen, the server says that our
 * place is lost: then all of the page may be of a time that never was, and it is loaded anew.
 *
 * A browser has six connections for all pages of a server, and a page that holds a feed keeps one of them: where more
 * pages are open, as the fields of a video stream are, the first few hold one, and the others look for themselves.
 */
import { beginAnew, hear, showLink } from './live.js';
import { newKey } from './outbox.js';

const ASK_EVERY_MS = 5000;
const PATIENCE_MS = 4000;
/** A tab that nobody sees gives its connection back. */
const REST_MS = 10_000;
/** Pages of one browser that hold a feed; its other connections are for what all of them ask. */
const MOST_HOLDERS = 4;
/** How often a page that holds none looks for itself. */
const LOOK_EVERY_MS = 2000;
/** Who was not heard for so long is gone without a word. Of a page that nobody sees, timers run once a minute. */
const SILENT_MS = 150_000;

/** @typedef {{rank: string, tells: 'here' | 'gone' | 'news' | 'lost', address: string}} Told */

/** The pages of this browser that hold a feed, as they tell each other. */
class Holders {
  #channel = new BroadcastChannel('wordwaiter.feed');
  /** When each of the others was last heard, by its rank. @type {Map<string, number>} */
  #others = new Map();
  #address;
  /** The page that was opened first comes first; before all others one that rings. */
  #rank = `${document.body.hasAttribute('data-rings') ? 0 : Date.now()}-${newKey()}`;
  isOne = false;

  /**
   * @param {string} address
   * @param {{changed: () => void, news: () => void, lost: () => void}} heard That others hold a feed now, or no longer; and what one
   *   of them has heard that follows the same.
   */
  constructor(address, heard) {
    this.#address = address;
    this.#channel.addEventListener('message', ({ data }) => {
      const { rank, tells, address } = /** @type {Told} */ (data);
      const isKnown = this.#others.has(rank);
      if (tells === 'gone') this.#others.delete(rank);
      else this.#others.set(rank, Date.now());
      if (this.isOne && !isKnown && tells !== 'gone') this.tell('here');
      if (tells === 'lost' && !this.isOne) heard.lost();
      else if (tells === 'news' && !this.isOne && address === this.#address) heard.news();
      if (isKnown === (tells === 'gone')) heard.changed();
    });
    addEventListener('pagehide', () => this.leave());
  }

  /** Whether this page may hold a feed, for all that it knows. */
  get hasPlace() {
    for (const [rank, at] of this.#others) if (Date.now() - at > SILENT_MS) this.#others.delete(rank);
    return [...this.#others.keys()].filter((rank) => rank < this.#rank).length < MOST_HOLDERS;
  }

  join() {
    this.isOne = true;
    this.tell('here');
  }

  leave() {
    if (this.isOne) this.tell('gone');
    this.isOne = false;
  }

  /** @param {Told['tells']} tells */
  tell(tells) {
    this.#channel.postMessage({ rank: this.#rank, tells, address: this.#address });
  }
}

class Feed {
  /** @type {EventSource | null} */
  #source = null;
  #there = true;
  #address;
  #happened;
  #linked;
  #lost;
  #holders;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;
  /** The id of the last event, to go on after it on a new connection. */
  #seen = '';

  /**
   * @param {string} address
   * @param {() => void} happened Something did; or the connection is back, and something may have.
   * @param {(there: boolean) => void} linked
   * @param {() => void} lost The server does not know what this page has seen.
   */
  constructor(address, happened, linked, lost) {
    this.#address = address;
    this.#happened = happened;
    this.#linked = linked;
    this.#lost = lost;
    this.#holders = new Holders(address, { changed: () => this.#settle(), news: happened, lost });
  }

  start() {
    this.#open();
    setInterval(() => void this.#ask(), ASK_EVERY_MS);
    setInterval(() => this.#holders.isOne || document.visibilityState === 'hidden' || this.#happened(), LOOK_EVERY_MS);
    addEventListener('offline', () => this.#set(false));
    addEventListener('online', () => void this.#ask());
    document.addEventListener('visibilitychange', () => {
      clearTimeout(this.#rest);
      if (document.visibilityState === 'visible') void this.#wake();
      // A page that rings when something comes listens also where nobody sees it.
      else if (!document.body.hasAttribute('data-rings')) this.#rest = setTimeout(() => this.#close(), REST_MS);
    });
    // The browser kept the page as it was, and somebody has come back to it.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) void this.#wake();
    });
  }

  /** A phone that slept may hold a connection on which nothing will ever come: it gets a new one. */
  async #wake() {
    const there = await isThere();
    this.#set(there);
    if (there) this.#open();
  }

  /** Others hold a feed now, or no longer: this page gives its own up, or may have one. */
  #settle() {
    if (this.#holders.isOne && !this.#holders.hasPlace) this.#close();
    else if (!this.#holders.isOne && document.visibilityState === 'visible') this.#open();
  }

  #close() {
    this.#source?.close();
    this.#source = null;
    this.#holders.leave();
  }

  #open() {
    this.#source?.close();
    this.#source = null;
    if (!this.#holders.hasPlace) return this.#holders.leave();
    this.#holders.join();
    const source = new EventSource(after(this.#address, this.#seen));
    this.#source = source;
    source.addEventListener('ready', ({ data, lastEventId }) => {
      this.#seen = lastEventId;
      this.#set(true);
      const { lost } = JSON.parse(data);
      this.#holders.tell(lost ? 'lost' : 'news');
      if (lost) this.#lost();
      else this.#happened();
    });
    source.addEventListener('message', ({ lastEventId }) => {
      this.#seen = lastEventId;
      this.#set(true);
      this.#holders.tell('news');
      this.#happened();
    });
    // The device was signed out or has other roles: the page itself says which.
    source.addEventListener('ended', () => this.#happened());
    source.addEventListener('error', () => {
      // Refused, since too many follow from here: it is tried again with the next question, and not at once.
      if (source.readyState === EventSource.CLOSED) this.#set(false);
      else void this.#ask();
    });
  }

  async #ask() {
    if (this.#holders.isOne) this.#holders.tell('here');
    if (document.visibilityState === 'hidden') return;
    const was = this.#there;
    const there = await isThere();
    const refused = this.#source?.readyState === EventSource.CLOSED;
    this.#set(there && !refused);
    if (there && (!was || refused || (!this.#source && this.#holders.hasPlace))) this.#open();
  }

  /** @param {boolean} there */
  #set(there) {
    this.#there = there;
    this.#linked(there);
  }
}

/**
 * @param {string} address
 * @param {string} id Of the last event that was seen, or nothing.
 */
function after(address, id) {
  return id ? `${address}${address.includes('?') ? '&' : '?'}after=${id}` : address;
}

/** @returns {Promise<boolean>} Whether the server answers now. */
async function isThere() {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  try {
    const response = await fetch('/healthz', { cache: 'no-store', signal: stop.signal });
    return response.ok && (await response.text()) === 'ok\n';
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

const address = document.body.dataset['feed'];
// What waits in the outbox stays there.
if (address) new Feed(address, hear, showLink, beginAnew).start();
