/**
 * Two change places: whoever is chosen for a seat of the pairing, or dragged to it, gives up the seat that they had.
 *
 * Without this script the server lets them change places.
 */

/** Who sat in each seat before the latest change. @type {WeakMap<HTMLSelectElement, string>} */
const sitting = new WeakMap();

/** @param {HTMLSelectElement} seat */
function before(seat) {
  const chosen = [...seat.options].find((option) => option.defaultSelected);
  return sitting.get(seat) ?? chosen?.value ?? '';
}

/** @param {EventTarget | null} target */
function formOf(target) {
  return target instanceof Element ? target.closest('form[data-pairing]') : null;
}

/** @param {EventTarget | null} target */
function seatAt(target) {
  const seat = target instanceof Element ? target.closest('.seat')?.querySelector('select') : null;
  return seat instanceof HTMLSelectElement && formOf(seat) ? seat : null;
}

/** @param {EventTarget | null} seat Whose choice has changed. */
function settle(seat) {
  const form = formOf(seat);
  if (!(form instanceof HTMLFormElement) || !(seat instanceof HTMLSelectElement)) return;
  const left = before(seat);
  for (const other of form.querySelectorAll('select')) {
    if (other === seat || before(other) !== seat.value) continue;
    other.value = left;
    sitting.set(other, left);
  }
  sitting.set(seat, seat.value);
}

document.addEventListener('change', (event) => settle(event.target));

function settleAll() {
  for (const seat of document.querySelectorAll('form[data-pairing] select')) {
    if (seat instanceof HTMLSelectElement && seat.value !== before(seat)) settle(seat);
  }
}

// Somebody may have chosen before this script had come; and what was chosen outlives a form that is replaced.
settleAll();
document.addEventListener('live:changed', settleAll);

/**
 * Dragging by the grip of a seat, with mouse, pen or finger.
 *
 * @typedef {object} Drag
 * @property {HTMLSelectElement} from
 * @property {HTMLElement} ghost The name that follows the pointer.
 * @property {HTMLSelectElement | null} over The seat that would be swapped with.
 * @property {number} pointer
 * @property {number} y
 */

/** @type {Drag | null} */
let drag = null;

const EDGE_PX = 72;
const SCROLL_PX = 10;

document.addEventListener('pointerdown', (event) => {
  const grip = event.target instanceof Element ? event.target.closest('.grip') : null;
  const from = seatAt(grip);
  if (drag || !from || !event.isPrimary || event.button !== 0) return;
  event.preventDefault();
  const ghost = document.createElement('div');
  ghost.className = 'held';
  ghost.setAttribute('aria-hidden', 'true');
  ghost.textContent = from.selectedOptions[0]?.text ?? '';
  document.body.append(ghost);
  from.closest('.seat')?.toggleAttribute('data-held', true);
  drag = { from, ghost, over: null, pointer: event.pointerId, y: event.clientY };
  follow(event);
  scrollAtEdge();
});

/** @param {PointerEvent} event */
function follow(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  drag.y = event.clientY;
  drag.ghost.style.translate = `${event.clientX + 14}px ${event.clientY - 22}px`;
  const over = seatAt(document.elementFromPoint(event.clientX, event.clientY));
  const target = over === drag.from ? null : over;
  if (target === drag.over) return;
  drag.over?.closest('.seat')?.removeAttribute('data-over');
  target?.closest('.seat')?.toggleAttribute('data-over', true);
  drag.over = target;
}

/** While something is held near the edge of the window, the page moves on under it. */
function scrollAtEdge() {
  if (!drag) return;
  if (drag.y < EDGE_PX) scrollBy(0, -SCROLL_PX);
  else if (drag.y > innerHeight - EDGE_PX) scrollBy(0, SCROLL_PX);
  requestAnimationFrame(scrollAtEdge);
}

function letGo() {
  drag?.ghost.remove();
  drag?.from.closest('.seat')?.removeAttribute('data-held');
  drag?.over?.closest('.seat')?.removeAttribute('data-over');
  drag = null;
}

document.addEventListener('pointermove', follow);
document.addEventListener('pointerup', (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  follow(event);
  const { from, over } = drag;
  letGo();
  if (!over) return;
  over.value = from.value;
  over.dispatchEvent(new Event('change', { bubbles: true }));
});
document.addEventListener('pointercancel', letGo);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') letGo();
});

// The grips show themselves only now that they can be gripped.
document.body.toggleAttribute('data-drags', true);
