// @ts-check
/** The judging station: ask, show the verdict for ten seconds, be ready for the next. */

import { ask, isThere } from "./ask.js";
import { Attention } from "./attention.js";
import { isOrder } from "../board/dom.js";
import { Rack } from "./rack.js";
import { say } from "../words.js";

const SHOWN_SECONDS = 10;
const LOOK_EVERY_MS = 10_000;

/**
 * @template {Element} E
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {E}
 */
function part(selector, within = document) {
  return /** @type {E} */ (within.querySelector(selector));
}

class Station {
  /** @type {"asking" | "waiting" | "verdict"} */
  #state = "asking";
  #timer = 0;
  /** Counts up whenever a question ends, so that an answer to an earlier one is known and dropped. */
  #turn = 0;
  #attention = new Attention();

  constructor() {
    this.form = /** @type {HTMLFormElement} */ (part("form.question"));
    this.problem = /** @type {HTMLElement} */ (part("#problem"));
    this.said = /** @type {HTMLElement} */ (part("#said"));
    this.link = /** @type {HTMLElement} */ (part(".link"));
    this.rack = new Rack(part("#words-asked"), () => this.#ask());
    this.rack.field.addEventListener("input", () => (this.problem.textContent = ""));

    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#ask();
    });
    document.addEventListener("keydown", (event) => this.#onKey(event));
    document.addEventListener("click", (event) => this.#onClick(event));
    // A browser that goes back to this page shows it as it was left, with a verdict that is long past.
    window.addEventListener("pageshow", (event) => event.persisted && this.#clear());

    const verdict = /** @type {HTMLElement | null} */ (document.querySelector(".verdict"));
    if (verdict) {
      // The form was sent before this script had come. A reload must not ask again.
      history.replaceState(null, "", this.form.dataset.here);
      this.#show(verdict);
    } else {
      this.rack.focus();
    }
    this.#look();
    setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  async #ask() {
    if (this.#state !== "asking") return;
    this.#state = "waiting";
    this.problem.textContent = "";
    this.rack.locked = true;
    this.#attention.asked(performance.now());

    const turn = this.#turn;
    const answer = await ask(this.rack.text, this.form.dataset.of ?? "");
    if (turn !== this.#turn) return;
    this.rack.locked = false;
    this.#connected(answer.kind !== "lost");
    if (answer.kind === "verdict") {
      this.#show(this.#draw(answer.good, answer.words, answer.isSponsor, answer.lists));
    } else {
      this.#state = "asking";
      this.problem.textContent = answer.kind === "lost" ? say("judge.lost") : sentence(answer.sentence);
      this.rack.focus();
    }
  }

  /**
   * @param {boolean} good
   * @param {string[]} words
   * @param {boolean} isSponsor whether one of them is good as the name of a sponsor
   * @param {string[]} lists by which it was decided
   */
  #draw(good, words, isSponsor, lists) {
    const template = /** @type {HTMLTemplateElement} */ (part(good ? "#good" : "#not-good"));
    const verdict = /** @type {HTMLElement} */ (part(".verdict", template.content).cloneNode(true));
    part(".asked", verdict).replaceChildren(...words.map(wordInTiles));
    /** @type {HTMLElement} */ (part(".sponsor", verdict)).hidden = !isSponsor;
    part(".by", verdict).textContent = lists.length ? say("judge.by", { lists: lists.join(", ").toUpperCase() }) : "";
    part("main").append(verdict);
    return verdict;
  }

  /** @param {HTMLElement} verdict */
  #show(verdict) {
    this.#state = "verdict";
    const shownAt = performance.now();
    this.#attention.shown(shownAt);
    this.form.hidden = true;
    this.said.textContent = verdict.dataset.said ?? "";
    /** @type {HTMLElement} */ (part(".again a", verdict)).focus();
    const seconds = /** @type {HTMLElement} */ (part(".seconds", verdict));
    this.#timer = setInterval(() => {
      const left = Math.ceil(SHOWN_SECONDS - (performance.now() - shownAt) / 1000);
      if (left <= 0) this.#clear();
      else seconds.textContent = String(left);
    }, 200);
  }

  /** @param {string} [typed] what the next question begins with */
  #clear(typed = "") {
    clearInterval(this.#timer);
    this.#turn += 1;
    this.rack.locked = false;
    document.querySelector(".verdict")?.remove();
    this.#state = "asking";
    this.form.hidden = false;
    this.said.textContent = "";
    this.problem.textContent = "";
    this.rack.text = typed;
    this.rack.focus();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (this.#state === "asking") {
      this.#onKeyWhileAsking(event);
      return;
    }
    const meaning = this.#attention.meaning(event, performance.now());
    // Keys for the browser (reload, full screen, a screen reader's) go on their way; all others end here.
    if (!isOrder(event) && !/^F\d+$/.test(event.key)) event.preventDefault();
    if (this.#state === "verdict" && meaning !== "ignore") {
      this.#clear(meaning === "clear and type" ? event.key : "");
    }
  }

  /** @param {KeyboardEvent} event */
  #onKeyWhileAsking(event) {
    if (event.key === "Escape") {
      this.#clear();
    } else if (event.key.length === 1 && event.target === document.body && !isOrder(event)) {
      this.rack.focus(); // somebody tapped beside the field; the letter goes into it all the same
    }
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    if (this.#state !== "verdict") return;
    event.preventDefault();
    if (this.#attention.meansTap(performance.now())) this.#clear();
  }

  async #look() {
    this.#connected(await isThere());
  }

  /** @param {boolean} there */
  #connected(there) {
    const text = say(there ? "judge.ready" : "judge.not-connected");
    if (this.link.textContent !== text) this.link.textContent = text; // said aloud once, not every ten seconds
    this.link.classList.toggle("lost", !there);
    this.link.hidden = false;
  }
}

/**
 * @param {string} word
 */
function wordInTiles(word) {
  const item = document.createElement("li");
  const spoken = document.createElement("span");
  spoken.className = "unseen";
  spoken.textContent = word;
  const letters = document.createElement("span");
  letters.className = "letters";
  letters.setAttribute("aria-hidden", "true");
  for (const letter of word) letters.appendChild(document.createElement("b")).textContent = letter;
  item.append(spoken, letters);
  return item;
}

/** @param {string} text */
function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1) + ".";
}

/** @param {Station} station */
function offerFullScreen(station) {
  const button = /** @type {HTMLButtonElement} */ (part("#full-screen"));
  if (!document.fullscreenEnabled) return;
  button.hidden = false;
  button.addEventListener("click", () => document.documentElement.requestFullscreen());
  document.addEventListener("fullscreenchange", () => {
    button.hidden = document.fullscreenElement !== null;
    station.rack.focus();
  });
}

offerFullScreen(new Station());
