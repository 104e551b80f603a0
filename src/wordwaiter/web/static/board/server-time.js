/**
 * What the server's clock says, estimated on the page's monotonic clock: a wrong or changing wall clock does no harm.
 */

const KEEP = 8;
/** Two clocks that run alike stay together better than this. */
const DRIFT_MS = 500;

/** What the server's clock says, as far as this page can tell. */
export class ServerTime {
  /** @type {{offset: number, trip: number}[]} Round trips: the shortest one is the best. */
  #trips = [];
  /** @type {number[]} One-way messages: each is too small by its delay, so the largest is the best. */
  #ways = [];

  /**
   * A request and its answer.
   * @param {number} server The server's time in the answer, in ms.
   * @param {number} sent `performance.now()` before.
   * @param {number} received `performance.now()` after.
   */
  trip(server, sent, received) {
    const latest = { offset: server - (sent + received) / 2, trip: received - sent };
    // A machine that slept may have stopped its monotonic clock: what disagrees with the latest is of before.
    const agreeing = this.#trips.filter(
      (each) => Math.abs(each.offset - latest.offset) <= (each.trip + latest.trip) / 2 + DRIFT_MS,
    );
    this.#trips = [...agreeing, latest].slice(-KEEP);
  }

  /**
   * A pushed message (server-sent event, web socket) stamped by the server.
   * @param {number} server
   * @param {number} [received]
   */
  oneWay(server, received = performance.now()) {
    this.#ways = [...this.#ways, server - received].slice(-KEEP);
  }

  /** Forgets every sample: after the machine slept they say nothing. */
  reset() {
    this.#trips = [];
    this.#ways = [];
  }

  /** @returns {number | null} Server time in ms, or null before the first sample. */
  now() {
    const best = this.#trips.reduce(
      (a, b) => (b.trip < a.trip ? b : a),
      this.#trips[0] ?? { offset: NaN, trip: 0 },
    );
    const offset = this.#trips.length ? best.offset : Math.max(...this.#ways);
    return Number.isFinite(offset) ? performance.now() + offset : null;
  }
}

/** One estimate for all the clocks of a page. */
export const serverTime = new ServerTime();
