/**
 * The feed: the server says that something happened, and the page shows it. A feed that is cut takes up where it
 * stopped (the browser sends Last-Event-ID); after a longer sleep the page is simply asked for again.
 */

/** A feed that says nothing for so long is taken for dead: the server sends a sign of life more often. */
const SILENT_MS = 40_000;
const RETRY_MS = 3000;

export class Feed {
  /** @type {EventSource | null} */
  #source = null;
  #heardAt = 0;
  #address;
  #happened;
  #linked;

  /**
   * @param {string} address
   * @param {(kind: string, data: string) => void} happened
   * @param {(there: boolean) => void} linked
   */
  constructor(address, happened, linked) {
    this.#address = address;
    this.#happened = happened;
    this.#linked = linked;
  }

  start() {
    this.#open();
    setInterval(() => {
      const dead = this.#source?.readyState === EventSource.CLOSED || performance.now() - this.#heardAt > SILENT_MS;
      if (dead && document.visibilityState === 'visible') this.#open();
    }, RETRY_MS);
    addEventListener('offline', () => this.#linked(false));
    addEventListener('online', () => this.#open());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#happened('wake', '');
    });
  }

  #open() {
    this.#source?.close();
    this.#heardAt = performance.now();
    const source = new EventSource(this.#address);
    this.#source = source;
    const heard = (/** @type {MessageEvent} */ event) => {
      this.#heardAt = performance.now();
      this.#linked(true);
      this.#happened(event.type, String(event.data));
    };
    source.addEventListener('open', () => {
      this.#heardAt = performance.now();
      this.#linked(true);
      this.#happened('open', '');
    });
    source.addEventListener('message', heard);
    source.addEventListener('fact', heard);
    source.addEventListener('beat', () => {
      this.#heardAt = performance.now();
      this.#linked(true);
    });
    source.addEventListener('error', () => this.#linked(false));
  }
}
