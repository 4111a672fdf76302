// Passes the messages of a client on standard input to an MCP server at a URL, and what the server sends to standard output.
'use strict';
const { createInterface } = require('node:readline');

const [url, ...names] = process.argv.slice(2);
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
names.forEach((name, index) => {
  const value = process.env[`HEADER_${index + 1}`] ?? '';
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
    // The value itself is not for a log.
    console.error(`the value of ${name} has characters that no header can have`);
    process.exit(1);
  }
  headers[name] = value;
});

/** What later requests repeat of the answer to initialize. Another object is another session. */
let session = {};
/** The message that began the session, for the next one: clients on standard input never begin a second. */
let initialize;
let beginning;

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const reason = (failed) => (failed.cause?.message ? `${failed.message}: ${failed.cause.message}` : failed.message);

/** A message is one line. Its text is passed on as it is, because numbers of JavaScript are less exact. */
const pass = (text) => process.stdout.write(`${text.replace(/[\r\n]+/g, ' ')}\n`);
const fail = (id, code, message) => pass(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));

const versionOf = (message) => message.params?._meta?.['io.modelcontextprotocol/protocolVersion'];

/** Requests since 2026-07-28 repeat parts of the message in headers. */
function repeated(message) {
  const version = versionOf(message);
  if (version === undefined) return session;
  const name = message.params.name ?? message.params.uri ?? message.params.taskId;
  const encoded = name === undefined ? {} : { 'mcp-name': `=?base64?${Buffer.from(String(name)).toString('base64')}?=` };
  return { 'mcp-protocol-version': version, 'mcp-method': message.method, ...encoded };
}

/** A server elsewhere must not get the headers, so redirects are not followed. */
const post = (message, line, signal) =>
  fetch(url, { method: 'POST', redirect: 'error', headers: { ...headers, ...repeated(message) }, body: line, signal });

/** Each message of a response, and the ids of events. */
async function forEachMessage(response, received, identified = () => {}) {
  if (!(response.headers.get('content-type') ?? '').startsWith('text/event-stream')) {
    const text = await response.text();
    if (text.trim() !== '') received(text);
    return;
  }
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.body) {
    rest += decoder.decode(chunk, { stream: true });
    const events = rest.split(/\r?\n\r?\n/);
    rest = events.pop();
    for (const event of events) {
      const fields = event.split(/\r?\n/).map((line) => line.match(/^(data|id): ?(.*)$/)).filter((field) => field !== null);
      fields.filter(([, name]) => name === 'id').forEach(([, , id]) => identified(id));
      const data = fields.filter(([, name]) => name === 'data').map(([, , value]) => value).join('\n');
      if (data.trim() !== '') received(data);
    }
  }
}

/** Remembers what later requests have to repeat. */
function remember(response, text) {
  const version = JSON.parse(text).result?.protocolVersion;
  const id = response.headers.get('mcp-session-id');
  if (version !== undefined) session['mcp-protocol-version'] = version;
  if (id !== null) session['mcp-session-id'] = id;
}

/** Begins another session for the client, once for all requests that found that theirs has ended. */
function beginAgain(ended) {
  if (ended !== session) return beginning;
  session = {};
  beginning = (async () => {
    try {
      const response = await post(JSON.parse(initialize), initialize);
      if (!response.ok) throw new Error(`${url} answers ${response.status}`);
      await forEachMessage(response, (text) => remember(response, text));
      const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
      await (await post(initialized, JSON.stringify(initialized))).text();
    } catch (failed) {
      // The next request tries again.
      session = ended;
      throw failed;
    }
    void listen();
  })();
  return beginning;
}

/** An answer with an error of the protocol says more than its status. */
function passError(id, status, text) {
  let error;
  try {
    error = JSON.parse(text).error;
  } catch {
    // Of a proxy, say.
  }
  if (error === undefined) throw new Error(`${url} answers ${status}: ${text.slice(0, 500)}`);
  pass(JSON.stringify({ jsonrpc: '2.0', id, error }));
}

async function exchange(message, line, signal) {
  const used = session;
  let response = await post(message, line, signal);
  const hasEnded = response.status === 404 && used['mcp-session-id'] !== undefined && versionOf(message) === undefined;
  if (hasEnded && message.method !== 'initialize') {
    await response.text();
    await beginAgain(used);
    response = await post(message, line, signal);
  }
  if (!response.ok) {
    const text = await response.text();
    if (message.id === undefined) throw new Error(`${url} answers ${response.status}: ${text.slice(0, 500)}`);
    return passError(message.id, response.status, text);
  }
  let answered = message.id === undefined || message.method === undefined;
  await forEachMessage(response, (text) => {
    const { id, result, error } = JSON.parse(text);
    answered ||= id === message.id && (result !== undefined || error !== undefined);
    if (message.method === 'initialize') remember(response, text);
    pass(text);
  });
  if (!answered) throw new Error(`${url} ended without an answer`);
}

/** Requests since 2026-07-28, which are cancelled by disconnecting. */
const disconnects = new Map();

async function send(line) {
  let message;
  try {
    message = JSON.parse(line);
  } catch (malformed) {
    fail(null, -32700, malformed.message);
    return;
  }
  if (message.method === 'initialize') initialize = line;
  const cancelled = message.method === 'notifications/cancelled' && disconnects.get(message.params?.requestId);
  if (cancelled) {
    cancelled.abort();
    return;
  }
  const disconnect = new AbortController();
  if (message.id !== undefined && versionOf(message) !== undefined) disconnects.set(message.id, disconnect);
  try {
    await exchange(message, line, disconnect.signal);
    if (message.method === 'notifications/initialized') void listen();
  } catch (failed) {
    if (disconnect.signal.aborted) return;
    if (message.id === undefined) console.error(reason(failed));
    else fail(message.id, -32000, reason(failed));
  } finally {
    disconnects.delete(message.id);
  }
}

/** Notices of the server, such as a changed list of tools; a server without them answers 405. */
async function listen() {
  const mine = session;
  let last = {};
  for (let wait = 1_000; mine === session; wait = Math.min(2 * wait, 60_000)) {
    try {
      const response = await fetch(url, { redirect: 'error', headers: { ...headers, ...mine, ...last } });
      if (response.status === 405) return;
      if (response.status === 404) return await beginAgain(mine);
      if (response.ok) {
        wait = 500;
        await forEachMessage(response, pass, (id) => (last = { 'last-event-id': id }));
      }
    } catch (broken) {
      console.error(reason(broken));
    }
    await pause(wait);
  }
}

const open = new Set();
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  if (line.trim() === '') return;
  const sent = send(line);
  open.add(sent);
  void sent.finally(() => open.delete(sent));
});
lines.on('close', async () => {
  // Answers of requests that run are still passed on; streams without an end are not waited for.
  await Promise.race([Promise.allSettled(open), pause(30_000)]);
  if (session['mcp-session-id'] !== undefined) {
    const signal = AbortSignal.timeout(2_000);
    await fetch(url, { method: 'DELETE', redirect: 'error', headers: { ...headers, ...session }, signal }).catch(() => {});
  }
  process.exit(0);
});
