/**
 * A page that is shown once: a reload leads to the page from which it came, and does not send the form again.
 */
const back = document.querySelector('a[data-reload]');
if (back instanceof HTMLAnchorElement) history.replaceState(null, '', back.href);
