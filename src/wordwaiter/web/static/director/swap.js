/**
 * Two change places: whoever is chosen for a seat of the pairing, or dragged to it, gives up the seat that they had.
 *
 * Without this script the form is checked by the server, which says who is paired twice and who is left out.
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

document.addEventListener('change', (event) => {
  const seat = event.target;
  const form = formOf(seat);
  if (!(form instanceof HTMLFormElement) || !(seat instanceof HTMLSelectElement)) return;
  const left = before(seat);
  for (const other of form.querySelectorAll('select')) {
    if (other === seat || before(other) !== seat.value) continue;
    other.value = left;
    sitting.set(other, left);
  }
  sitting.set(seat, seat.value);
  const byHand = form.elements.namedItem('by-hand');
  if (byHand instanceof HTMLInputElement) byHand.value = '1';
});

/** @type {HTMLSelectElement | null} */
let dragged = null;

document.addEventListener('dragstart', (event) => {
  dragged = seatAt(event.target);
  if (dragged && event.dataTransfer) event.dataTransfer.setData('text/plain', dragged.selectedOptions[0]?.text ?? '');
});

document.addEventListener('dragover', (event) => {
  const seat = seatAt(event.target);
  if (dragged && seat && seat !== dragged) event.preventDefault();
});

document.addEventListener('drop', (event) => {
  const seat = seatAt(event.target);
  if (!dragged || !seat || seat === dragged) return;
  event.preventDefault();
  seat.value = dragged.value;
  seat.dispatchEvent(new Event('change', { bubbles: true }));
  dragged = null;
});
