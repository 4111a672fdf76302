/** Follows what the process knows: each request is answered when there is something new. */

const AGAIN = 1000;
/** Calls of a load test come by the thousand in a second. */
const PAUSE = 200;

/**
 * Follows a path while the page can be seen.
 *
 * @param {{changed: function(any, {restarted: boolean}), lost: function()}} listener
 * @param {AbortSignal} signal ends it
 */
export async function follow(path, listener, signal) {
  let seen = '';
  while (!signal.aborted) {
    await whileHidden();
    const hiding = untilHidden();
    try {
      const answer = await fetch(`${path}?seen=${encodeURIComponent(seen)}`, { signal: AbortSignal.any([signal, hiding.signal]) });
      if (!answer.ok) {
        throw new Error(`status ${answer.status}`);
      }
      const { version, value } = await answer.json();
      if (version !== seen && !signal.aborted) {
        const restarted = seen !== '' && epochOf(seen) !== epochOf(version);
        seen = version;
        listener.changed(value, { restarted });
      }
      // Also where nothing is new: a process that ends answers at once.
      await pause(PAUSE);
    } catch (failure) {
      if (failure.name !== 'AbortError') {
        seen = seen === '' ? '' : `${epochOf(seen)}.lost`;
        listener.lost();
        await pause(AGAIN);
      }
    } finally {
      hiding.abort();
    }
  }
}

const epochOf = (version) => version.split('.')[0];
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A browser has six connections to an address; a hidden page leaves them to others. */
function untilHidden() {
  const controller = new AbortController();
  document.addEventListener('visibilitychange', () => document.hidden && controller.abort(), {
    once: true,
    signal: controller.signal,
  });
  return controller;
}

function whileHidden() {
  return document.hidden
    ? new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
    : Promise.resolve();
}
