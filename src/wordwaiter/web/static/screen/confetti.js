/** Confetti for gold on the big screen; none for those who asked for less motion. */
const PIECES = 140;
const COLOURS = ['#f5c542', '#4fd1ba', '#ff8a80', '#55aeea', '#fff0c4'];

/** The award that was celebrated last: news of the same one throws nothing. @type {string | undefined} */
let last;

/** @param {Element | null} award The one on the screen. */
export function celebrate(award) {
  const shown = award instanceof HTMLElement ? award.dataset['award'] : undefined;
  const isNew = shown !== last;
  last = shown;
  if (!isNew || !award?.matches('.gold') || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const sky = document.createElement('div');
  sky.className = 'confetti';
  sky.ariaHidden = 'true';
  for (let count = 0; count < PIECES; count += 1) sky.append(piece());
  document.body.append(sky);
  setTimeout(() => sky.remove(), 9000);
}

function piece() {
  const made = document.createElement('i');
  made.style.setProperty('--x', `${Math.random() * 100}vw`);
  made.style.setProperty('--drift', `${Math.random() * 20 - 10}vw`);
  made.style.setProperty('--turns', `${Math.random() * 1440 - 720}deg`);
  made.style.setProperty('--late', `${Math.random() * 3}s`);
  made.style.setProperty('--colour', COLOURS[Math.floor(Math.random() * COLOURS.length)] ?? '');
  return made;
}
