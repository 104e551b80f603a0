// @ts-check
/** Which keys a person meant for the verdict on the screen, and which were still meant for the question before. */

import { isOrder } from "../board/dom.js";

/** Nobody reads a verdict and answers it in less. */
const TOO_SOON_MS = 1000;
/** Keys that follow each other faster belong to one burst of typing. */
const SAME_BURST_MS = 700;

/** @typedef {"ignore" | "clear" | "clear and type"} Meaning */

/**
 * Tells keys apart while a question is judged and its verdict is shown.
 *
 * Somebody holds Enter down, presses it twice, or types on after the neighbour has pressed it. Such keys must neither
 * wipe away a verdict that nobody has read, nor begin the next question with half a word. So a burst of typing that
 * began before the verdict could be read is ignored to its end. After that the first key counts: a letter begins the
 * next question, and is not lost; any other key clears the screen.
 */
export class Attention {
  #shownAt = Infinity;
  #lastStrayAt = -Infinity;

  /** @param {number} now */
  asked(now) {
    this.#shownAt = Infinity;
    this.#lastStrayAt = now;
  }

  /** @param {number} now */
  shown(now) {
    this.#shownAt = now;
  }

  /**
   * What a key means, pressed at `now` since the question was asked.
   * @param {Pick<KeyboardEvent, "key" | "repeat" | "ctrlKey" | "metaKey" | "altKey">} event
   * @param {number} now
   * @returns {Meaning}
   */
  meaning(event, now) {
    if (isOrder(event) || isSilent(event.key)) return "ignore";
    if (event.key === "Escape" && this.#shownAt <= now) return "clear";
    const tooSoon = !(now - this.#shownAt >= TOO_SOON_MS);
    const burst = now - this.#lastStrayAt < SAME_BURST_MS;
    if (event.repeat || tooSoon || burst) {
      this.#lastStrayAt = now;
      return "ignore";
    }
    return /^\p{L}$/u.test(event.key) ? "clear and type" : "clear";
  }

  /**
   * Whether a tap at `now` was meant for the verdict.
   * @param {number} now
   */
  meansTap(now) {
    return now - this.#shownAt >= TOO_SOON_MS;
  }
}

/**
 * Keys that say nothing by themselves, or speak to the browser.
 * @param {string} key
 */
function isSilent(key) {
  return /^(Shift|Control|Alt|AltGraph|Meta|CapsLock|NumLock|ScrollLock|Fn|Dead|Process|Unidentified|F\d+|Audio.*|Media.*|Brightness.*|PrintScreen|ContextMenu)$/.test(
    key,
  );
}
