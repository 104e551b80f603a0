/** The chance to win, turn by turn, as a graph; a click asks for a turn with the event `ww-turn`. */

/** @typedef {{win: number, mistake: string | null} | null} Point */

const HEIGHT = 100;
const STEP = 20;

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, String(value)));
  return made;
}

/**
 * @param {HTMLElement} place
 * @param {Point[]} points By turn, none where it is not known yet.
 * @param {number} at The turn that is looked at.
 */
export function drawChances(place, points, at) {
  const width = STEP * Math.max(1, points.length - 1);
  const known = points.flatMap((point, index) => (point ? [{ ...point, x: STEP * index, y: HEIGHT - point.win }] : []));
  const path = known.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x} ${y}`).join('');
  const picture = shape('svg', { viewBox: `-6 -4 ${width + 12} ${HEIGHT + 8}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  const x = STEP * Math.min(at, points.length - 1);
  const style = { 'vector-effect': 'non-scaling-stroke' };
  picture.append(shape('line', { class: 'half', x1: 0, y1: HEIGHT / 2, x2: width, y2: HEIGHT / 2, ...style }));
  const [first, last] = [known[0], known[known.length - 1]];
  if (first && last) {
    picture.append(shape('path', { class: 'area', d: `${path}L${last.x} ${HEIGHT}L${first.x} ${HEIGHT}Z` }));
    picture.append(shape('path', { class: 'line', d: path, ...style }));
  }
  picture.append(shape('line', { class: 'now', x1: x, y1: 0, x2: x, y2: HEIGHT, ...style }));
  for (const point of known) {
    // A line of no length has round ends: a dot that is round however the graph is stretched.
    if (point.mistake) picture.append(shape('line', { class: `dot ${point.mistake}`, x1: point.x, y1: point.y, x2: point.x, y2: point.y, ...style }));
  }
  picture.addEventListener('click', (event) => {
    const { left, width: wide } = picture.getBoundingClientRect();
    const turn = Math.round(((event.clientX - left) / wide) * (points.length - 1));
    place.dispatchEvent(new CustomEvent('ww-turn', { detail: Math.max(0, Math.min(points.length - 1, turn)) }));
  });
  place.replaceChildren(picture);
}
