/** Looking back on a game with the arrow keys: the links do the work, so the page is complete without this. */
import '../board/ww-board.js';

/** Where the focus goes on the next page, where a step is a page of its own. */
const STEP = 'wordwaiter.replay';
/** The form of a note, where its field is, or what opens it. */
const NOTE = 'note';
const NOTING = '#noting[open] textarea, #noting:not([open]) summary';

/** How a key changes the turn that is looked at, of so many. @type {Record<string, (at: number, of: number) => number>} */
const STEPS = {
  ArrowLeft: (at) => Math.max(at - 1, 0),
  ArrowRight: (at, of) => Math.min(at + 1, of),
  Home: () => 0,
  End: (_at, of) => of,
};

/** The turn that is shown, and after how many the game was over. */
function turns() {
  const { at, of } = /** @type {HTMLElement} */ (document.querySelector('.arrows')).dataset;
  return { at: Number(at), of: Number(of) };
}

/** The turn that is asked for: any number of keys may be pressed before it is there. */
let wanted = turns().at;
let isOnTheWay = false;

/** Shows the turn that is asked for, in the place of the one that was. */
async function follow() {
  if (isOnTheWay) return;
  isOnTheWay = true;
  while (wanted !== turns().at) {
    const address = `?turn=${wanted}`;
    try {
      const response = await fetch(address, { headers: { Accept: 'text/html' } });
      const main = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main:has(.arrows)');
      if (!response.ok || !main) throw new Error(response.statusText);
      document.querySelector('main')?.replaceChildren(...document.importNode(main, true).childNodes);
      history.replaceState(null, '', address);
    } catch {
      // The browser says what is wrong, and offers to try again.
      return location.replace(address);
    }
  }
  isOnTheWay = false;
  document.getElementById('told')?.focus({ preventScroll: true });
}

/** @param {EventTarget | null} target Whether the arrows move a cursor in a text there. */
function isTyping(target) {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

addEventListener(
  'keydown',
  (event) => {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    wanted = step(wanted, turns().of);
    void follow();
  },
  true,
);

addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('.arrows a') : null;
  if (link instanceof HTMLAnchorElement) sessionStorage.setItem(STEP, link.rel);
});

addEventListener('submit', ({ target }) => {
  if (target instanceof Element && target.matches('#noting form')) sessionStorage.setItem(STEP, NOTE);
});

const came = sessionStorage.getItem(STEP);
sessionStorage.removeItem(STEP);
const at = came && document.querySelector(came === NOTE ? NOTING : `.arrows a[rel="${CSS.escape(came)}"]`);
if (at instanceof HTMLElement) at.focus({ preventScroll: true });
