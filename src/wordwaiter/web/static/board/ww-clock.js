/**
 * <ww-clock>: shows a clock that the server keeps. It never decides anything; it only draws
 *
 *   {remaining_ms, running, as_of}     as_of: server time in ms when remaining_ms was true
 *
 * from attributes (remaining-ms, running, as-of) or from `update()`. Server time is estimated from
 * `serverTime` samples on the monotonic clock, so a wrong or changing wall clock does no harm.
 *
 * It tells the page when its time is low and when it is over, unless it is `quiet`: then nobody plays by it.
 */
import { say } from '../words.js';
import { serverTime } from './server-time.js';

/** @typedef {{remaining_ms: number, running: boolean, as_of?: number}} ClockState */

const SLEPT_MS = 1000;
/** More than a slow network makes of it: somebody has set the clock, or it has begun anew. */
const SET_MS = 5000;
const MINUS = '\u2212';

/**
 * Counts up to the next second while time is left, so that 0:00 is shown exactly at the end.
 * @param {number} ms
 * @returns {string} "1:42", "−0:07" in overtime.
 */
export function clockText(ms) {
  const seconds = ms > 0 ? Math.ceil(ms / 1000) : Math.floor(-ms / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return ms < 0 && seconds > 0 ? `${MINUS}${text}` : text;
}

export class WwClock extends HTMLElement {
  /** @type {ClockState} */
  #state = { remaining_ms: 0, running: false };
  /** When the state was true, on this page's monotonic clock. */
  #since = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #wall = Date.now() - performance.now();
  /** Whether the end of the time is no news: it was told, or was past when the clock came. */
  #ended = true;
  /** Whether the time of the server was known when the state came; before, it may lag by what the page took to come. */
  #isRight = false;

  connectedCallback() {
    this.setAttribute('role', 'timer');
    const asOf = Number(this.getAttribute('as-of'));
    this.update({
      remaining_ms: Number(this.getAttribute('remaining-ms') ?? 0),
      running: this.hasAttribute('running'),
      ...(asOf ? { as_of: asOf } : {}),
    });
    document.addEventListener('visibilitychange', this.#wake);
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    document.removeEventListener('visibilitychange', this.#wake);
  }

  /** @param {ClockState} state */
  update(state) {
    const now = serverTime.now();
    const age = now !== null && state.as_of !== undefined ? Math.max(0, now - state.as_of) : 0;
    const before = this.remaining;
    const wasRight = this.#isRight;
    this.#isRight = now !== null;
    this.#state = state;
    this.#since = performance.now() - age;
    if (this.remaining > 0) this.#ended = false;
    this.toggleAttribute('running', state.running);
    const isSet = wasRight && Math.abs(this.remaining - before) > SET_MS;
    this.#tick();
    if (isSet) this.dispatchEvent(new CustomEvent('ww-clock-set', { bubbles: true }));
  }

  /** @returns {number} Milliseconds left; negative in overtime. */
  get remaining() {
    const { remaining_ms, running } = this.#state;
    return running ? remaining_ms - (performance.now() - this.#since) : remaining_ms;
  }

  /** Back from the background: a machine that slept may have stopped the monotonic clock. */
  #wake = () => {
    if (document.visibilityState !== 'visible') return;
    const wall = Date.now() - performance.now();
    if (Math.abs(wall - this.#wall) > SLEPT_MS) {
      serverTime.reset();
      this.dispatchEvent(new CustomEvent('ww-clock-sync', { bubbles: true }));
    }
    this.#wall = wall;
    this.#tick();
  };

  #tick() {
    clearTimeout(this.#timer);
    const left = this.remaining;
    const text = clockText(left);
    if (this.textContent !== text) {
      this.textContent = text;
      // A sign before figures is often not read aloud.
      const key = text.startsWith(MINUS) ? 'board.clock-over' : 'board.clock-left';
      this.setAttribute('aria-label', say(key, { time: text.replace(MINUS, '') }));
    }
    this.toggleAttribute('data-over', left < 0);
    const low = left >= 0 && left <= Number(this.getAttribute('low-ms') ?? 30000);
    if (low && this.#state.running && !this.hasAttribute('data-low') && this.textContent) this.#tell('ww-clock-low');
    this.toggleAttribute('data-low', low);
    if (left <= 0 && !this.#ended) {
      this.#ended = true;
      this.#tell('ww-clock-zero');
    }
    if (!this.#state.running) return;
    const untilNext = left > 0 ? left - (Math.ceil(left / 1000) - 1) * 1000 : 1000 - (-left % 1000);
    this.#timer = setTimeout(() => this.#tick(), Math.max(16, untilNext + 4));
  }

  /** @param {string} what */
  #tell(what) {
    if (!this.hasAttribute('quiet')) this.dispatchEvent(new CustomEvent(what, { bubbles: true }));
  }
}

// The page tells what time it was on the server when it was asked.
document.addEventListener('live:time', (event) => {
  const { now, sent, received } = /** @type {CustomEvent<{now: number, sent: number, received: number}>} */ (event).detail;
  serverTime.trip(now, sent, received);
});

customElements.define('ww-clock', WwClock);
