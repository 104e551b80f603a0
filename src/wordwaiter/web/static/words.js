/**
 * What scripts say. Each file of scripts brings the words that its modules say, in the language of the page
 * (see `joined_scripts.py`). One key may hold two forms, for one and for more.
 */

/** @typedef {string | {one: string, other: string}} Words */

/** @type {Record<string, Words>} */
const words = {};
const plurals = new Intl.PluralRules(typeof document === 'undefined' ? 'en' : document.documentElement.lang || 'en');

const figures = new Intl.NumberFormat(typeof document === 'undefined' ? 'en' : document.documentElement.lang || 'en');

/** Letters of scripts that run from right to left. */
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** @param {string | number} value */
const written = (value) => (typeof value === 'number' ? figures.format(value) : value);

/** @param {Record<string, Words>} brought More of the catalogue. */
export function learn(brought) {
  Object.assign(words, brought);
}

/**
 * A sentence of the catalogue with these values in it; `n` chooses between one and more.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string} The key itself where the page brought no such words.
 */
export function say(key, values = {}) {
  const found = words[key] ?? key;
  const text = typeof found === 'string' ? found : plurals.select(Number(values['n'])) === 'one' ? found.one : found.other;
  return text.replace(/\{(\w+)\}/g, (_, /** @type {string} */ name) => isolated(written(values[name] ?? '')));
}

/** @param {number} number @returns {string} As the language of the page writes it: `1,412`, `−78`. */
export function figure(number) {
  return figures.format(number).replace('-', '−');
}

/** @param {string} value One that leaves the order of the words around it alone, whichever way it runs itself. */
function isolated(value) {
  return FROM_THE_RIGHT.test(value) ? `\u2068${value}\u2069` : value;
}
