/**
 * Asks the engine on the server, and hears what it finds as it thinks.
 *
 * @typedef {{text: string, readable: string, score: number, win: number, spread: number, equity: number, leave: string}} Choice
 * @typedef {{turns: Choice[], draws: number, proven: boolean, assumptions: string[]}} Findings
 * @typedef {Findings & {played: Choice, isBest: boolean, lost: number, mistake: string | null, why: string[]}} Found
 */

/**
 * @param {Record<string, string>} question
 * @param {(found: Findings) => void} hear What it has found so far.
 * @param {AbortSignal} signal
 * @returns {Promise<Found>}
 */
export async function think(question, hear, signal) {
  const response = await post('/analysis/think', question, signal);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let kept = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error('');
    kept += decoder.decode(value, { stream: true });
    const events = kept.split('\n\n');
    kept = events.pop() ?? '';
    for (const event of events) {
      const [, name, data] = /^event: (\S+)\ndata: (.*)$/s.exec(event) ?? [];
      if (!name || !data) continue;
      const told = JSON.parse(data);
      if (name === 'refused') throw new Error(told.problem);
      if (name === 'so-far') hear(told);
      if (name === 'found') return told;
    }
  }
}

/**
 * @param {Record<string, string>} question
 * @returns {Promise<{position: string, board: string[], scores: number[], readable: string, squares: string[]}>} The position after a turn.
 */
export async function tryTurn(question) {
  return (await post('/analysis/try', question)).json();
}

/**
 * @param {string} address
 * @param {Record<string, string>} fields
 * @param {AbortSignal} [signal]
 */
async function post(address, fields, signal) {
  const headers = { Accept: 'application/json' };
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(fields), headers, signal: signal ?? null });
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new Error(problem.detail ?? problem.title ?? response.statusText);
}
