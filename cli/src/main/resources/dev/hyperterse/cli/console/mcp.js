/** MCP (2025-11-25, streamable HTTP) with one endpoint, as any client speaks it. Knows no document. */
import { eventsOf } from './events.js';
import { parse } from './exact.js';

const VERSION = '2025-11-25';
const AGAIN = 1000;

/** What went wrong, for people; kind is credentials, unreachable, protocol or refused. */
export class McpFailure extends Error {
  constructor(kind, message, code) {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}

export class McpClient {
  #url;
  #headers;
  #listeners;
  #session;
  #next = 1;
  #closing = new AbortController();

  /**
   * @param {string} url of the endpoint
   * @param {object} headers with the credentials of the caller
   * @param {{notice: function(string), question: function(object): Promise<object>}} listeners of what the server says
   */
  constructor(url, headers, listeners) {
    this.#url = url;
    this.#headers = headers;
    this.#listeners = listeners;
  }

  /** Begins a session, and listens from then on; returns what the server says of itself. */
  async begin() {
    const about = await this.#initialize();
    this.#listen();
    return about;
  }

  async #initialize() {
    this.#session = undefined;
    const client = { name: 'hyperterse-console', title: 'Console of Hyperterse', version: '1' };
    const about = await this.#ask('initialize', JSON.stringify({
      protocolVersion: VERSION,
      capabilities: { elicitation: {} },
      clientInfo: client,
    }));
    await this.#post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return about;
  }

  /** All pages of a list. */
  async all(method, member) {
    const found = [];
    let cursor;
    do {
      const page = await this.request(method, JSON.stringify(cursor === undefined ? {} : { cursor }));
      found.push(...page[member]);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return found;
  }

  /**
   * Asks, once more in a new session if the server has forgotten this one.
   *
   * @param {string} params as JSON text, so that numbers keep their digits
   */
  async request(method, params, signal) {
    try {
      return await this.#ask(method, params, signal);
    } catch (failure) {
      if (failure.kind !== 'session') {
        throw failure;
      }
      await this.#initialize();
      return this.#ask(method, params, signal);
    }
  }

  async #ask(method, params, signal) {
    const id = this.#next++;
    const body = `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${params}}`;
    const cancel = () => this.#cancel(id);
    signal?.addEventListener('abort', cancel);
    try {
      return await this.#answerTo(id, body, signal);
    } catch (failure) {
      throw failure.name === 'AbortError' ? new McpFailure('cancelled', 'The call was cancelled.') : failure;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  async #answerTo(id, body, signal) {
    const response = await this.#send(body, signal);
    this.#session = response.headers.get('Mcp-Session-Id') ?? this.#session;
    for await (const message of messagesOf(response)) {
      if (message.id === id && !message.method) {
        if (message.error) {
          throw new McpFailure('refused', message.error.message, message.error.code);
        }
        return message.result;
      }
      this.#heard(message);
    }
    throw new McpFailure('protocol', 'The answer ended before the result came.');
  }

  /** A closed connection alone does not cancel a call: a client may come back for its answer. */
  #cancel(id) {
    const params = { requestId: id, reason: 'cancelled in the console' };
    // A server that is gone has cancelled the call too.
    this.#post({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => {});
  }

  async #send(body, signal) {
    const signals = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    const response = await this.#fetch({
      method: 'POST',
      body,
      signal: signals,
      headers: this.#with({ 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }),
    });
    if (!response.ok) {
      throw await failureOf(response, this.#session !== undefined);
    }
    return response;
  }

  async #fetch(options, url = this.#url) {
    try {
      return await fetch(url, options);
    } catch (failure) {
      throw failure.name === 'AbortError' ? failure : new McpFailure('unreachable', 'The server does not answer.');
    }
  }

  async #post(message) {
    const response = await this.#send(JSON.stringify(message));
    await response.body?.cancel();
  }

  #with(headers) {
    return {
      ...headers,
      ...this.#headers,
      'MCP-Protocol-Version': VERSION,
      ...(this.#session === undefined ? {} : { 'Mcp-Session-Id': this.#session }),
    };
  }

  #heard(message) {
    if (message.method && message.id !== undefined) {
      this.#answer(message);
    } else if (message.method) {
      this.#listeners.notice(message.method);
    }
  }

  /** A question of the server, which waits with the result until it is answered. */
  async #answer(message) {
    const known = message.method === 'elicitation/create';
    const reply = known
      ? { result: await this.#listeners.question(message.params) }
      : { error: { code: -32601, message: `the console does not answer ${message.method}` } };
    await this.#post({ jsonrpc: '2.0', id: message.id, ...reply });
  }

  /** Listens until it is closed. What was said between two streams is not known, so the listener reads again. */
  async #listen() {
    for (let first = true; !this.#closing.signal.aborted; first = false) {
      try {
        const response = await this.#fetch({
          signal: this.#closing.signal,
          headers: this.#with({ Accept: 'text/event-stream' }),
        });
        if (response.status === 404 && this.#session !== undefined) {
          await this.#initialize();
          continue;
        }
        if (!response.ok) {
          return;
        }
        if (!first) {
          this.#listeners.notice('reconnected');
        }
        for await (const message of messagesOf(response)) {
          this.#heard(message);
        }
      } catch {
        // The process may be starting again.
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }

  /** The JSON at another path of the server, with the rights of the caller; undefined where there is none. */
  async read(path) {
    const response = await this.#fetch({ headers: this.#with({}), signal: this.#closing.signal }, path);
    return response.ok ? response.json() : undefined;
  }

  close() {
    this.#closing.abort();
  }
}

async function* messagesOf(response) {
  if (response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
    for await (const data of eventsOf(response.body)) {
      yield parse(data);
    }
  } else if (response.status !== 202) {
    yield parse(await response.text());
  }
}

async function failureOf(response, hasSession) {
  const said = await response.json().then((body) => body.error?.message, () => undefined);
  const message = said ?? `The server answered with status ${response.status}.`;
  if (response.status === 401 || response.status === 403) {
    return new McpFailure('credentials', message, response.status);
  }
  return new McpFailure(response.status === 404 && hasSession ? 'session' : 'refused', message, response.status);
}
