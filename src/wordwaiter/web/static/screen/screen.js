/**
 * The big screen by itself: panels take turns, long ones for longer, and what the director chooses comes at once.
 *
 * Without this script all panels stand below each other.
 */
const PANEL_MS = 14_000;

/** How much larger or smaller than usual a panel's lists may be, the largest first. */
const FITS = [1.3, 1.2, 1.1, 1, 0.9, 0.8, 0.7, 0.6, 0.5];

let turn = 0;
let chosen = '';

function show() {
  const main = document.getElementById('main');
  if (!main) return;
  const panels = [...main.querySelectorAll('[data-panel]')];
  const screens = main.dataset['screens'] ?? '';
  if (screens !== chosen) {
    chosen = screens;
    turn = 0;
  }
  main.toggleAttribute('data-turning', true);
  panels.forEach((panel, index) => panel.toggleAttribute('data-shown', index === turn % panels.length));
  fit(panels[turn % panels.length]);
}

/** @param {Element | undefined} panel */
function fit(panel) {
  if (!(panel instanceof HTMLElement)) return;
  for (const size of FITS) {
    panel.style.setProperty('--fit', String(size));
    if (panel.scrollHeight <= panel.clientHeight && panel.scrollWidth <= panel.clientWidth) return;
  }
}

show();
addEventListener('resize', show);
document.addEventListener('live:changed', show);
setInterval(() => {
  turn += 1;
  show();
}, PANEL_MS);
