/** Bringing a game to the analysis board as a file, chosen or dropped; without this it is pasted. */
const form = /** @type {HTMLFormElement} */ (document.querySelector('form.bring'));
const text = form && /** @type {HTMLTextAreaElement} */ (form.elements.namedItem('game'));

/** @param {File | undefined} file */
async function take(file) {
  if (!file) return;
  text.value = (await file.text()).trim();
  form.requestSubmit();
}

if (form) {
  const row = /** @type {HTMLElement} */ (form.querySelector('.file'));
  row.hidden = false;
  const input = /** @type {HTMLInputElement} */ (row.querySelector('input'));
  input.addEventListener('change', () => void take(input.files?.[0]));
  addEventListener('dragover', (event) => {
    event.preventDefault();
    form.classList.add('dropping');
  });
  addEventListener('dragleave', () => form.classList.remove('dropping'));
  addEventListener('drop', (event) => {
    event.preventDefault();
    form.classList.remove('dropping');
    void take(event.dataTransfer?.files[0]);
  });
}
