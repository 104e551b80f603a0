/**
 * When a card of the card box comes again: Zyzzyva's rule, a Leitner system of eleven boxes. A card that was solved moves
 * up one box, one that was missed goes back to box 0. The higher its box, the later it comes again. Half a day is taken
 * off, so that what was studied in the evening is there the next morning; and it is moved by some days at random, so that
 * a hundred cards that were added together do not come together for ever.
 *
 * @typedef {{word: string, front: string[], back: string[], inner: boolean[]}} Answer
 * @typedef {{key: string, tiles: string[], answers: Answer[]}} Question
 * @typedef {Question & {list: string, box: number, due: number, right: number, wrong: number, streak: number, last: number}} Card
 *   Times are in seconds since 1970. `streak` counts times solved since the last miss; below 0, misses in a row.
 */

/** By box: days until a card comes again, and by how many of them more or less. */
export const DAYS = [1, 4, 7, 12, 20, 30, 60, 90, 150, 270, 480];
export const SPREAD_DAYS = [0, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50];
export const HIGHEST_BOX = DAYS.length - 1;

const DAY_S = 86_400;

/**
 * @param {number} box
 * @param {number} now
 * @param {number} chance From 0 up to, but not, 1.
 * @returns {number} When a card comes again that goes into this box now.
 */
export function dueFrom(box, now, chance) {
  const spread = SPREAD_DAYS[box] ?? 0;
  const moved = Math.floor(chance * (2 * spread + 1)) - spread;
  return now + ((DAYS[box] ?? 1) + moved) * DAY_S - DAY_S / 2;
}

/**
 * @param {Question} question
 * @param {string} list The name of the word list that its answers are from.
 * @param {number} now
 * @returns {Card} A new card, which is due at once.
 */
export function newCard({ key, tiles, answers }, list, now) {
  return { key, tiles, answers, list, box: 0, due: now, right: 0, wrong: 0, streak: 0, last: 0 };
}

/**
 * @param {Card} card
 * @param {boolean} isRight
 * @param {number} now
 * @param {number} chance
 * @returns {Card} The card after it was solved or missed.
 */
export function answered(card, isRight, now, chance) {
  const { right, wrong, streak, last } = card;
  const box = isRight ? Math.min(card.box + 1, HIGHEST_BOX) : 0;
  const due = dueFrom(box, now, chance);
  return isRight
    ? { ...card, box, due, right: right + 1, streak: Math.max(streak, 0) + 1, last: now }
    : { ...card, box, due, wrong: wrong + 1, streak: Math.min(streak, 0) - 1, last };
}

/**
 * @param {Card[]} cards
 * @param {number} now
 * @returns {Card[]} Those that are due, the longest due first.
 */
export function dueCards(cards, now) {
  return cards.filter((card) => card.due <= now).sort((one, other) => one.due - other.due);
}

/**
 * @param {Card[]} cards
 * @param {number} now
 * @returns {{box: number, cards: number, due: number}[]} What is in each box that is not empty.
 */
export function boxes(cards, now) {
  return DAYS.map((_, box) => {
    const inside = cards.filter((card) => card.box === box);
    return { box, cards: inside.length, due: dueCards(inside, now).length };
  }).filter((each) => each.cards > 0);
}
