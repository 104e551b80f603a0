/**
 * The sounds of the clock, made here so that nothing has to be fetched. Browsers are silent until somebody presses
 * something. From then on the end of a time rings, unless somebody has muted it; that it is near rings only where somebody has
 * asked for sound. The choice is kept. A page asks for a sound by an event, `ring`, whose detail are its tones.
 */
const PLACE = 'wordwaiter.sound';

/** @type {AudioContext | null} */
let audio = null;

/** A phone that slept, or took a call, has stopped its sound; it stays silent until it is told to go on. */
function wake() {
  if (audio && audio.state !== 'running') void audio.resume();
}

/**
 * @param {number[]} tones In hertz, one after the other.
 * @param {number} [seconds] How long each sounds.
 */
function ring(tones, seconds = 0.18) {
  if (!audio) return;
  wake();
  const { destination, currentTime } = audio;
  for (const [at, tone] of tones.entries()) {
    const from = currentTime + at * seconds;
    const voice = audio.createOscillator();
    const volume = audio.createGain();
    voice.frequency.value = tone;
    volume.gain.setValueAtTime(0.25, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + seconds);
    voice.connect(volume).connect(destination);
    voice.start(from);
    voice.stop(from + seconds);
  }
}

/**
 * A page that was opened by a press on the page before it may sound, though nobody has touched it yet.
 *
 * @param {number[]} tones
 * @param {number} [seconds]
 */
function ringUntouched(tones, seconds) {
  if (audio || localStorage.getItem(PLACE) === 'off') return ring(tones, seconds);
  const early = new AudioContext();
  early.addEventListener('statechange', () => {
    if (early.state !== 'running' || audio) return;
    audio = early;
    ring(tones, seconds);
  }, { once: true });
}

/** @param {HTMLElement | null} button */
function offerSound(button) {
  if (!button || !('AudioContext' in window)) return;
  button.hidden = false;
  const set = (/** @type {boolean} */ on) => {
    if (!on) void audio?.close();
    audio = on ? (audio ?? new AudioContext()) : null;
    wake();
    button.setAttribute('aria-pressed', String(on));
    localStorage.setItem(PLACE, on ? 'on' : 'off');
  };
  button.addEventListener('click', () => {
    set(button.getAttribute('aria-pressed') !== 'true');
    ring([660, 880]);
  });
  if (localStorage.getItem(PLACE) !== 'off') {
    button.setAttribute('aria-pressed', 'true');
    // The button itself mutes.
    const begin = (/** @type {Event} */ { target }) => void ((audio ??= target === button ? null : new AudioContext()), wake());
    for (const touched of ['pointerdown', 'keydown']) addEventListener(touched, begin, { once: true });
  }
  document.addEventListener('ww-clock-zero', () => ringUntouched([880, 660, 880, 660], 0.25));
  document.addEventListener('ww-clock-low', () => localStorage.getItem(PLACE) === 'on' && ring([660]));
}

document.addEventListener('visibilitychange', wake);
addEventListener('pointerdown', wake);
document.addEventListener('ring', (event) => ringUntouched(/** @type {CustomEvent<number[]>} */ (event).detail));
offerSound(document.getElementById('sound'));
