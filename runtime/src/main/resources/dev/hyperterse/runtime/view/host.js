/** The host of the page: JSON-RPC over messages between the two windows, as MCP Apps (2026-01-26) has it. */
const PROTOCOL = '2026-01-26';

/**
 * Listens to the host.
 *
 * @param {Object<string, function(object)>} notified by the methods of its notifications
 */
function connect(notified) {
  const waiting = new Map();
  let last = 0;
  const send = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const requested = { ping: () => ({}), 'ui/resource-teardown': () => ({}) };

  window.addEventListener('message', (event) => {
    const message = event.data;
    if (event.source !== window.parent || message?.jsonrpc !== '2.0') {
      return;
    }
    if (message.method === undefined) {
      const waits = waiting.get(message.id);
      waiting.delete(message.id);
      message.error ? waits?.reject(new Error(message.error.message)) : waits?.resolve(message.result ?? {});
    } else if (message.id === undefined) {
      notified[message.method]?.(message.params ?? {});
    } else {
      const answer = requested[message.method];
      send(
        answer
          ? { id: message.id, result: answer() }
          : { id: message.id, error: { code: -32601, message: `unknown method ${message.method}` } },
      );
    }
  });

  return {
    notify: (method, params) => send({ method, params }),
    request: (method, params) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        send({ id: last, method, params });
      }),
  };
}

/** Applies what the host says of itself: its colours and fonts, and which of the two schemes it has. */
function applyContext(context) {
  const root = document.documentElement;
  if (context.theme === 'light' || context.theme === 'dark') {
    root.style.colorScheme = context.theme;
  }
  for (const [name, value] of Object.entries(context.styles?.variables ?? {})) {
    if (name.startsWith('--') && typeof value === 'string') {
      root.style.setProperty(name, value);
    }
  }
  if (typeof context.locale === 'string') {
    root.lang = context.locale;
  }
}

/** Reports each new height to the host, which chooses the width of the frame. */
function reportSize(host) {
  let reported = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height !== reported) {
      reported = height;
      host.notify('ui/notifications/size-changed', { height });
    }
  }).observe(document.body);
}
