/** Follows what dev knows of its directory: each request is answered when there is something new. */

const AGAIN = 1000;

/**
 * Follows from now on, while the page can be seen.
 *
 * @param {{changed: function(object), lost: function()}} listener
 */
export async function followDirectory(listener) {
  let seen = '';
  for (;;) {
    await whileHidden();
    try {
      const answer = await fetch(`/console/directory?seen=${encodeURIComponent(seen)}`, { signal: untilHidden() });
      if (!answer.ok) {
        throw new Error(`status ${answer.status}`);
      }
      const { version, overview } = await answer.json();
      const began = seen.split('.')[0];
      seen = version;
      listener.changed(overview, { restarted: began !== '' && began !== version.split('.')[0] });
    } catch (failure) {
      if (failure.name !== 'AbortError') {
        seen = seen === '' ? '' : `${seen.split('.')[0]}.lost`;
        listener.lost();
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    }
  }
}

/** A browser has six connections to an address; a hidden page leaves them to others. */
function untilHidden() {
  const controller = new AbortController();
  document.addEventListener('visibilitychange', () => document.hidden && controller.abort(), {
    once: true,
  });
  return controller.signal;
}

function whileHidden() {
  return document.hidden
    ? new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
    : Promise.resolve();
}
