/** Pages that answer a form: what the server keeps for a browser to come back to stands in no address that is kept. */
const SHOWN = 'shown';

const here = new URL(location.href);
if (here.searchParams.has(SHOWN)) {
  here.searchParams.delete(SHOWN);
  history.replaceState(history.state, '', here);
}
