"""A page in another theme, without loading it anew."""

from playwright.sync_api import Page

# As the server would send the page; the style sheet of all pages is the first one, and what depends on
# the theme besides hangs on the root. Colours that glide would be seen half way.
_PUT_ON = """async (theme) => {
  const address = new URL(location.href);
  address.searchParams.set('theme', theme);
  const answer = await fetch(address);
  const sent = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (!answer.ok || sent.documentElement.dataset.theme !== theme) return false;
  const sheet = (page) => page.querySelector('link[rel=stylesheet]');
  const wanted = sheet(sent).getAttribute('href');
  if (sheet(document).getAttribute('href') !== wanted) {
    await new Promise((done) => {
      sheet(document).addEventListener('load', done, { once: true });
      sheet(document).setAttribute('href', wanted);
    });
  }
  document.documentElement.dataset.theme = theme;
  for (const moving of document.getAnimations()) if (moving instanceof CSSTransition) moving.finish();
  return true;
}"""


def put_on(page: Page, theme: str) -> None:
    """Show the page as it is now in that theme."""
    assert page.evaluate(_PUT_ON, theme), (page.url, theme)
