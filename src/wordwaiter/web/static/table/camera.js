/**
 * A photo of the board: it is sent as soon as it is taken, made smaller first, since a room's network is slow. Without
 * the network it is kept in the browser, and read with one tap when the server can be reached again. The form works
 * without this script.
 */
import { say } from '../words.js';

/** Pixels of the longer side; the reader looks at no more. */
const LONGEST = 2400;
/** Of a photo that is kept: a browser keeps few megabytes for a site. */
const LONGEST_KEPT = 1600;
const QUALITY = 0.85;
const TRY_AGAIN_MS = 4000;

/** The form as it is now: what happens elsewhere may draw it anew. */
const form = () => /** @type {HTMLFormElement | null} */ (document.querySelector('form.take'));
/** Where the photo of this board is kept. */
const place = () => `wordwaiter.photo ${form()?.getAttribute('action') ?? ''}`;

/** @param {string} text */
function tell(text) {
  const status = form()?.querySelector('.reading');
  if (status) status.textContent = text;
}

/**
 * The photo as a JPEG of at most so many pixels; the file itself where the browser cannot open it, for the server to say
 * what is wrong with it.
 * @param {Blob} file
 * @param {number} longest
 * @returns {Promise<Blob>}
 */
async function smaller(file, longest) {
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, longest / Math.max(image.width, image.height));
    if (scale === 1) return file;
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob((made) => done(made ?? file), 'image/jpeg', QUALITY));
  } catch {
    return file;
  }
}

/** Whether the server answers, whatever it says. */
async function isReachable() {
  try {
    const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel=icon]'));
    await fetch(icon?.href ?? '/', { cache: 'no-store', signal: AbortSignal.timeout(TRY_AGAIN_MS) });
    return true;
  } catch {
    return false;
  }
}

/** @param {Blob} photo */
function send(photo) {
  const input = form()?.querySelector('input[type=file]');
  if (!(input instanceof HTMLInputElement)) return;
  const files = new DataTransfer();
  files.items.add(new File([photo], 'board.jpg', { type: photo.type }));
  input.files = files.files;
  tell(say('camera.reading'));
  form()?.submit();
}

/** @param {Blob} photo */
async function keep(photo) {
  const reader = new FileReader();
  reader.readAsDataURL(await smaller(photo, LONGEST_KEPT));
  await new Promise((done) => reader.addEventListener('load', done, { once: true }));
  try {
    localStorage.setItem(place(), String(reader.result));
    tell(say('camera.kept'));
    offerKept();
  } catch {
    tell(say('camera.not-kept'));
  }
}

/** One tap reads the photo that was kept; until the server answers there is nothing to tap. */
function offerKept() {
  const kept = localStorage.getItem(place());
  if (kept === null || !form() || form()?.querySelector('.kept')) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button next kept';
  button.textContent = say('camera.read-kept');
  button.hidden = true;
  form()?.append(button);
  button.addEventListener('click', () => {
    localStorage.removeItem(place());
    send(blobOf(kept));
  });
  const look = async () => {
    button.hidden = !(await isReachable());
    if (button.hidden) return;
    tell('');
    clearInterval(timer);
  };
  const timer = setInterval(() => void look(), TRY_AGAIN_MS);
  addEventListener('online', () => void look());
  void look();
}

/** @param {string} address A `data:` address of base64. */
function blobOf(address) {
  const [head = '', text = ''] = address.split(',');
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return new Blob([bytes], { type: head.slice('data:'.length).split(';')[0] ?? '' });
}

document.addEventListener('change', async ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.matches('form.take input')) return;
  const [file] = target.files ?? [];
  if (!file) return;
  tell(say('camera.reading'));
  const photo = await smaller(file, LONGEST);
  if (await isReachable()) send(photo);
  else await keep(photo);
});
offerKept();
