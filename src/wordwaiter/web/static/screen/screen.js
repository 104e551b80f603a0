/**
 * The big screen by itself: panels take turns, long ones for longer, and what the director chooses comes at once.
 *
 * Without this script all panels stand below each other.
 */
const PANEL_MS = 14_000;

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
}

show();
document.addEventListener('live:changed', show);
setInterval(() => {
  turn += 1;
  show();
}, PANEL_MS);
