/**
 * The feed: the server says that something happened, and the page shows it. A feed that is cut takes up where it
 * stopped (the browser sends Last-Event-ID). Whether the server can be reached is asked in between: a phone that has
 * left the network hears nothing, and that alone is no news.
 */

const ASK_EVERY_MS = 5000;
const PATIENCE_MS = 4000;

export class Feed {
  /** @type {EventSource | null} */
  #source = null;
  #there = true;
  #address;
  #happened;
  #linked;

  /**
   * @param {string} address
   * @param {() => void} happened Something did; or the connection is back, and something may have.
   * @param {(there: boolean) => void} linked
   */
  constructor(address, happened, linked) {
    this.#address = address;
    this.#happened = happened;
    this.#linked = linked;
  }

  start() {
    this.#open();
    setInterval(() => void this.#ask(), ASK_EVERY_MS);
    addEventListener('offline', () => this.#set(false));
    addEventListener('online', () => void this.#ask());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void this.#ask().then(() => this.#happened());
    });
  }

  #open() {
    this.#source?.close();
    const source = new EventSource(this.#address);
    this.#source = source;
    source.addEventListener('ready', () => {
      this.#set(true);
      this.#happened();
    });
    source.addEventListener('message', () => {
      this.#set(true);
      this.#happened();
    });
    source.addEventListener('error', () => void this.#ask());
  }

  async #ask() {
    if (document.visibilityState === 'hidden') return;
    const was = this.#there;
    const there = await isThere();
    this.#set(there);
    if (there && (!was || this.#source?.readyState === EventSource.CLOSED)) this.#open();
  }

  /** @param {boolean} there */
  #set(there) {
    this.#there = there;
    this.#linked(there);
  }
}

/** @returns {Promise<boolean>} Whether the server answers now. */
export async function isThere() {
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
