/**
 * On a phone what is done beside the play (a peek, a challenge, handing in) opens from the lower edge and closes when it
 * was done, or at Close. Elsewhere it is in sight anyway, and the button that opens it is not.
 */

const page = document.querySelector('main');
const opener = () => document.querySelector('[data-opens="acts"]');

/** @param {boolean} isOpen */
function show(isOpen) {
  page?.toggleAttribute('data-acts-open', isOpen);
  opener()?.setAttribute('aria-expanded', String(isOpen));
  const next = isOpen ? document.querySelector('[data-closes="acts"]') : opener();
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/**
 * Opens a part of it with all that it is folded into, and goes to its button.
 *
 * @param {Element} part
 */
function unfold(part) {
  show(true);
  for (let each = /** @type {Element | null | undefined} */ (part); each; each = each.parentElement?.closest('details')) {
    if (each instanceof HTMLDetailsElement) each.open = true;
  }
  part.querySelector('button')?.focus();
}

document.addEventListener('click', (event) => {
  const at = event.target instanceof Element ? event.target : null;
  const way = at?.closest('a[href^="#"]')?.getAttribute('href');
  const part = way ? document.querySelector(`#acts ${way}`) : null;
  if (part) {
    event.preventDefault();
    unfold(part);
    return;
  }
  if (at?.closest('[data-opens="acts"]')) show(!page?.hasAttribute('data-acts-open'));
  else if (at?.closest('[data-closes="acts"]')) show(false);
});

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && page?.hasAttribute('data-acts-open')) show(false);
});

document.addEventListener('submit', (event) => {
  const form = event.target instanceof Element ? event.target : null;
  // The focus goes back to the play: left behind below the screen, it would take the page with it.
  if (form?.closest('#acts') && page?.hasAttribute('data-acts-open')) show(false);
});
