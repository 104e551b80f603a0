// @ts-check
/** Asking the computer that judges, over a network that may fail. */

/**
 * What came of a question: a verdict, a problem with the question in a sentence, or no answer at all.
 * @typedef {{ kind: "verdict", good: boolean, words: string[], isSponsor: boolean, lists: string[] }
 *         | { kind: "problem", sentence: string }
 *         | { kind: "lost" }} Answer
 */

/** An answer that has not come by then is not waited for: players stand in front of the screen. */
const PATIENCE_MS = 8000;

/**
 * The answer to a question. Anything that is not plainly a verdict of ours is "lost", never a verdict.
 * @param {string} words
 * @param {string} of the division whose play it is, where that matters
 * @returns {Promise<Answer>}
 */
export async function ask(words, of) {
  try {
    const response = await fetchInTime(`/api/v1/judge${of && `?of=${encodeURIComponent(of)}`}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ words }),
    });
    const body = await response.json();
    if (response.ok && typeof body.good === "boolean" && Array.isArray(body.words)) {
      /** @type {{ name: unknown }[]} */
      const used = Array.isArray(body.lists) ? body.lists : [];
      const lists = used.map((list) => String(list.name));
      return { kind: "verdict", good: body.good, words: body.words.map(String), isSponsor: body.sponsors?.length > 0, lists };
    }
    if (!response.ok && typeof body.sentence === "string") {
      return { kind: "problem", sentence: body.sentence };
    }
  } catch {
    // No network, no answer in time, or the answer of something else such as a hotel's login page.
  }
  return { kind: "lost" };
}

/**
 * Whether the computer that judges can be reached now.
 * @returns {Promise<boolean>}
 */
export async function isThere() {
  try {
    const response = await fetchInTime("/healthz", {});
    return response.ok && (await response.text()) === "ok\n";
  } catch {
    return false;
  }
}

/**
 * @param {string} address
 * @param {RequestInit} options
 */
async function fetchInTime(address, options) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  try {
    const response = await fetch(address, { ...options, cache: "no-store", redirect: "error", signal: stop.signal });
    // The body is read while the timer runs: a network can fail between the head and the body.
    const body = await response.arrayBuffer();
    return new Response(body, { status: response.status, headers: response.headers });
  } finally {
    clearTimeout(timer);
  }
}
