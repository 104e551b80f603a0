// Presses of buttons as a test follows them: where each button is, and when the page has said something.
window.taps = {
  /** Opens all that can be opened, once, as somebody would. */
  open() {
    for (const each of document.querySelectorAll('details')) each.open = true;
  },

  /** All buttons that send something and can be seen, or are in a menu, in order. */
  buttons() {
    const all = [...document.querySelectorAll('form[method=post] button:not([type=button], :disabled)')];
    return all.filter((button) => button.closest('details.menu') || (button.checkVisibility() && button.form.checkVisibility()));
  },

  /** What each of them sends, but for what differs between alike things. */
  shapes() {
    return this.buttons().map((button) => {
      const { form, name, value } = button;
      const names = [...new FormData(form).keys()].filter((each) => !['sending', 'proof'].includes(each));
      const address = (button.getAttribute('formaction') ?? form.getAttribute('action') ?? '').replace(/[?#].*/, '');
      return [address, `${name}=${value}`, ...new Set(names)].join(' ').replace(/\d+/g, 'N');
    });
  },

  /** The middle of a button, and whether a press there is one of the button. */
  place(at) {
    const button = this.buttons()[at];
    if (!button) return null;
    button.form.noValidate = true; // what a browser itself complains of moves nothing
    const { x, y, width, height } = button.getBoundingClientRect();
    const middle = [x + width / 2, y + height / 2];
    const hit = document.elementFromPoint(...middle);
    return { middle, isFree: button.contains(hit), hit: hit?.outerHTML.slice(0, 80) };
  },

  /** Scrolls to a button. Only its own menu is open: another would lie over the page. */
  scrollTo(at) {
    const button = this.buttons()[at];
    for (const menu of document.querySelectorAll('details.menu')) menu.open = menu.contains(button);
    button.scrollIntoView({ block: 'center' });
  },

  focus(at) {
    this.buttons()[at].focus({ preventScroll: true });
  },

  /** From now on it is heard when the page says that something is wrong. */
  listen() {
    this.heard = new Promise((resolve) => {
      const said = '#toasts .bad, main [role=alert]:not(:empty), #why.says, #problem:not(:empty)';
      const observer = new MutationObserver((changes) => {
        const told = changes.find(({ target }) => target instanceof Element && target.closest('#toasts, [role=alert], #why'));
        if (!told || !document.querySelector(said)) return;
        observer.disconnect();
        resolve(document.querySelector(said).textContent.trim());
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
  },
};
