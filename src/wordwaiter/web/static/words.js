/**
 * What scripts say. The page brings the words in its own language, as data: the parts of the catalogue that
 * its scripts need (see `script_words` in pages.py). One key may hold two forms, for one and for more.
 */

/** @typedef {string | {one: string, other: string}} Words */

/** @type {Record<string, Words>} */
const words = typeof document === 'undefined' ? {} : read();
const plurals = new Intl.PluralRules(typeof document === 'undefined' ? 'en' : document.documentElement.lang || 'en');

const figures = new Intl.NumberFormat(typeof document === 'undefined' ? 'en' : document.documentElement.lang || 'en');

/** Letters of scripts that run from right to left. */
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** @param {string | number} value */
const written = (value) => (typeof value === 'number' ? figures.format(value) : value);

/** @returns {Record<string, Words>} */
function read() {
  return JSON.parse(document.getElementById('words')?.textContent || '{}');
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
