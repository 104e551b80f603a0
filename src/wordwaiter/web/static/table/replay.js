/** Looking back on a game with the arrow keys: the links do the work, so the page is complete without this. */
import '../board/ww-board.js';

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
    location.replace(link.href);
  },
  true,
);
