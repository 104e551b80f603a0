/**
 * Two change places: whoever is chosen for a seat of the pairing gives up the seat that they had.
 *
 * Without this script the form is checked by the server, which says who is paired twice and who is left out.
 */
const form = document.querySelector('form[data-pairing]');

if (form instanceof HTMLFormElement) {
  /** @type {WeakMap<HTMLSelectElement, string>} */
  const sitting = new WeakMap();
  const seats = [...form.querySelectorAll('select')];
  for (const seat of seats) sitting.set(seat, seat.value);

  form.addEventListener('change', (event) => {
    const seat = event.target;
    if (!(seat instanceof HTMLSelectElement)) return;
    const before = sitting.get(seat) ?? '';
    const other = seats.find((each) => each !== seat && sitting.get(each) === seat.value);
    if (other) {
      other.value = before;
      sitting.set(other, before);
    }
    sitting.set(seat, seat.value);
    const byHand = form.elements.namedItem('by-hand');
    if (byHand instanceof HTMLInputElement) byHand.value = '1';
  });
}
