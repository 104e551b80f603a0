/**
 * The feed: the server says that something happened, and the page shows it. A feed that is cut takes up where it
 * stopped (the browser sends Last-Event-ID). Whether the server can be reached is asked in between: a phone that has
 * left the network hears nothing, and that alone is no news.
 *
 * When another laptop has taken over with a copy that does not have what this page has seen, the server says that our
 * place is lost: then all of the page may be of a time that never was, and it is loaded anew.
 */
import { hear, showLink } from './live.js';

const ASK_EVERY_MS = 5000;
const PATIENCE_MS = 4000;
/** A tab that nobody sees gives its connection back: a browser has six for all tabs of a server, and then they hang. */
const REST_MS = 10_000;

class Feed {
  /** @type {EventSource | null} */
  #source = null;
  #there = true;
  #address;
  #happened;
  #linked;
  #lost;
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
  }

  start() {
    this.#open();
    setInterval(() => void this.#ask(), ASK_EVERY_MS);
    addEventListener('offline', () => this.#set(false));
    addEventListener('online', () => void this.#ask());
    document.addEventListener('visibilitychange', () => {
      clearTimeout(this.#rest);
      if (document.visibilityState === 'visible') void this.#wake();
      // A page that rings when something comes listens also where nobody sees it.
      else if (!document.body.hasAttribute('data-rings')) this.#rest = setTimeout(() => this.#source?.close(), REST_MS);
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

  #open() {
    this.#source?.close();
    const source = new EventSource(after(this.#address, this.#seen));
    this.#source = source;
    source.addEventListener('ready', ({ data, lastEventId }) => {
      this.#seen = lastEventId;
      this.#set(true);
      if (JSON.parse(data).lost) this.#lost();
      else this.#happened();
    });
    source.addEventListener('message', ({ lastEventId }) => {
      this.#seen = lastEventId;
      this.#set(true);
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
    if (document.visibilityState === 'hidden') return;
    const was = this.#there;
    const there = await isThere();
    const refused = this.#source?.readyState === EventSource.CLOSED;
    this.#set(there && !refused);
    if (there && (!was || refused)) this.#open();
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
if (address) new Feed(address, hear, showLink, () => location.reload()).start();
