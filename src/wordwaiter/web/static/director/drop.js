/** Takes a file that is dropped anywhere on the page into the form for files of another laptop. */

const input = document.querySelector('form[data-drop] input[type="file"]');

addEventListener('dragover', (event) => {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
});

addEventListener('drop', (event) => {
  const files = event.dataTransfer?.files;
  if (!files?.length || !(input instanceof HTMLInputElement)) return;
  event.preventDefault(); // or the browser would show the file itself
  input.files = files;
  input.closest('details')?.setAttribute('open', '');
  const next = input.form?.querySelector('input[type="checkbox"]:required, button:not([type])');
  if (next instanceof HTMLElement) next.focus();
});
