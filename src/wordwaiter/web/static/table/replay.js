/** Looking back on a game with the arrow keys: the links do the work, so the page is complete without this. */
import '../board/ww-board.js';

/** Where the focus goes on the next page: each step is a page of its own. */
const STEP = 'wordwaiter.replay';
/** The turn itself, which is read aloud then. */
const TOLD = 'told';
/** The form of a note, where its field is, or what opens it. */
const NOTE = 'note';
const NOTING = '#noting[open] textarea, #noting:not([open]) summary';

const KEYS = { ArrowLeft: 'prev', ArrowRight: 'next', Home: 'first', End: 'last' };

/** @param {EventTarget | null} target Whether the arrows move a cursor in a text there. */
function isTyping(target) {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

addEventListener(
  'keydown',
  (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const rel = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
    const link = rel && document.querySelector(`a[rel="${rel}"]:not([aria-disabled])`);
    if (!(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    event.stopPropagation();
    sessionStorage.setItem(STEP, TOLD);
    location.replace(link.href);
  },
  true,
);

addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('.arrows a') : null;
  if (link instanceof HTMLAnchorElement) sessionStorage.setItem(STEP, link.rel);
});

document.querySelector('#noting form')?.addEventListener('submit', () => sessionStorage.setItem(STEP, NOTE));

const came = sessionStorage.getItem(STEP);
sessionStorage.removeItem(STEP);
/** @type {Record<string, string>} */
const places = { [TOLD]: `#${TOLD}`, [NOTE]: NOTING };
const at = came && document.querySelector(places[came] ?? `.arrows a[rel="${CSS.escape(came)}"]`);
if (at instanceof HTMLElement) at.focus({ preventScroll: true });
