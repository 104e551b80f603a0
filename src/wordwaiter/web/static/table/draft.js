/**
 * What was painted on this device and is not saved: it is kept in the browser, one board for each place, until a save of
 * it is taken.
 *
 * @typedef {object} Draft
 * @property {string} board What lies there.
 * @property {string} base The saved board on which it was painted.
 * @property {string} sent The last that was sent of it: it may have been taken when nobody heard of it any more.
 */

const keyOf = (/** @type {string} */ place) => `wordwaiter.draft:${place}`;

/**
 * @param {string} place
 * @returns {Draft | null}
 */
export function readDraft(place) {
  try {
    const { board, base, sent } = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null') ?? {};
    return typeof board === 'string' ? { board, base: String(base), sent: String(sent) } : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} place
 * @param {Draft} draft
 */
export function keepDraft(place, draft) {
  try {
    localStorage.setItem(keyOf(place), JSON.stringify(draft));
  } catch {
    // A browser that is full keeps none; the page itself still has what lies there.
  }
}

const savedOf = (/** @type {string} */ place) => `wordwaiter.saved:${place}`;

/**
 * The last board that was saved from here: the server may go on from an older copy.
 * @param {string} place
 * @param {string} board
 */
export function keepSaved(place, board) {
  try {
    localStorage.setItem(savedOf(place), board);
  } catch {
    // A browser that is full keeps none.
  }
}

/** @param {string} place */
export function readSaved(place) {
  return localStorage.getItem(savedOf(place));
}

/** @param {string} place */
export function dropDraft(place) {
  localStorage.removeItem(keyOf(place));
}
