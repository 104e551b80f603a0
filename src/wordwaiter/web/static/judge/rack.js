// @ts-check
/** The field for the words, as a rack: under every letter that is typed lies a tile. */

/** Letters that still fit one line of a phone in each size. */
const LONGEST_WORD_LARGE = 7;
const LONGEST_WORD_MEDIUM = 10;
/** Letters and spaces up to which a size looks well on a large screen. */
const MOST_LETTERS_LARGE = 16;
const MOST_LETTERS_MEDIUM = 48;

export class Rack {
  /**
   * Takes the place of a plain input, which cannot show words on several lines.
   * @param {HTMLInputElement} input
   * @param {() => void} onEnter
   */
  constructor(input, onEnter) {
    this.frame = /** @type {HTMLElement} */ (input.parentElement);
    this.tiles = document.createElement("div");
    this.tiles.className = "tiles";
    this.tiles.setAttribute("aria-hidden", "true");

    this.field = document.createElement("textarea");
    for (const { name, value } of input.attributes) {
      if (!["type", "value", "autofocus"].includes(name)) this.field.setAttribute(name, value);
    }
    this.field.rows = 1;
    this.field.value = input.value;
    this.frame.replaceChildren(this.tiles, this.field);

    this.field.addEventListener("beforeinput", (event) => {
      // Not keydown: the keyboards of phones do not all tell there which key it was.
      if (event.inputType === "insertLineBreak" || event.inputType === "insertParagraph") {
        event.preventDefault();
        onEnter();
      }
    });
    this.field.addEventListener("input", () => this.#draw());
    this.frame.addEventListener("click", (event) => event.target === this.frame && this.focus());
    this.#draw();
  }

  get text() {
    return this.field.value;
  }

  set text(text) {
    this.field.value = text;
    this.#draw();
  }

  focus() {
    this.field.focus();
    this.field.setSelectionRange(this.text.length, this.text.length);
  }

  /** @param {boolean} locked */
  set locked(locked) {
    this.field.readOnly = locked;
  }

  #draw() {
    const words = this.text.split(/[\s,;/]+/);
    const longest = Math.max(...words.map((word) => word.length));
    const large = longest <= LONGEST_WORD_LARGE && this.text.length <= MOST_LETTERS_LARGE;
    const medium = longest <= LONGEST_WORD_MEDIUM && this.text.length <= MOST_LETTERS_MEDIUM;
    this.frame.classList.toggle("medium", !large && medium);
    this.frame.classList.toggle("small", !large && !medium);
    // The empty space at the end keeps the last line high when it is empty.
    this.tiles.replaceChildren(...(this.text ? Array.from(this.text, placeOf) : [emptyPlace()]), "\u200b");
  }
}

/** Where the first letter will be. */
function emptyPlace() {
  const place = document.createElement("b");
  place.className = "place";
  place.textContent = "\u200b";
  return place;
}

/**
 * A tile for a letter, a marked place for another sign, and nothing for a gap between words.
 * @param {string} sign
 * @returns {Node | string}
 */
function placeOf(sign) {
  if (/[\s,;/]/.test(sign)) return sign;
  const tile = document.createElement("b");
  if (!/\p{L}/u.test(sign)) tile.className = "odd";
  tile.textContent = sign;
  return tile;
}
