/**
 * Forms that lead to another page: they are sent from here, so that one that is refused leaves its page as it is. What
 * was typed stays, nothing moves, and *Back* leads to the page before. Without this script the server's page says why.
 */

/** What the server keeps for a browser to come back to stands in no address that is kept. */
const SHOWN = 'shown';

const here = new URL(location.href);
if (here.searchParams.has(SHOWN)) {
  here.searchParams.delete(SHOWN);
  history.replaceState(history.state, '', here);
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return;
  if (form.dataset['outbox'] !== undefined || form.closest('.menu')) return;
  event.preventDefault();
  void sendForm(form, /** @type {SubmitEvent} */ (event).submitter);
});

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
async function sendForm(form, submitter) {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  const fields = new FormData(form, submitter);
  const isUpload = form.enctype === 'multipart/form-data';
  const action = new URL(submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '', location.href);
  try {
    const response = await fetch(action, {
      method: 'POST',
      body: isUpload ? fields : new URLSearchParams(/** @type {[string, string][]} */ ([...fields])),
      headers: { Accept: 'text/html', 'Upgrade-Insecure-Requests': '1' },
    });
    const refusal = response.status >= 400 ? refusalIn(await response.text()) : '';
    if (refusal) complain(refusal);
    else location.assign(response.url);
  } catch {
    // The browser says best itself that it cannot reach the server.
    HTMLFormElement.prototype.submit.call(form);
  } finally {
    form.ariaBusy = null;
  }
}

/**
 * @param {string} html
 * @returns {string} Why a form was not taken; empty where the page says something else, which is shown then.
 */
function refusalIn(html) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return [...page.querySelectorAll('.complaint[role=alert]')].map((each) => each.textContent?.trim()).find(Boolean) ?? '';
}

/** @param {string} text */
function complain(text) {
  const place = document.querySelector('.complaint[role=alert]') ?? document.createElement('p');
  if (!place.isConnected) {
    place.className = 'complaint';
    place.setAttribute('role', 'alert');
    document.querySelector('main')?.prepend(place);
  }
  place.textContent = '';
  place.textContent = text;
}
