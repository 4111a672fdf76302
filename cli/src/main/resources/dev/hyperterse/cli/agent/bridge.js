// Passes the messages of a client on standard input to an MCP server at a URL, and what the server sends to standard output.
'use strict';
const { createInterface } = require('node:readline');

const [url, ...names] = process.argv.slice(2);
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
names.forEach((name, index) => (headers[name] = process.env[`HEADER_${index + 1}`] ?? ''));
const session = {};

/** A message is one line. */
const pass = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

function received(text) {
  if (text.trim() === '') return;
  const message = JSON.parse(text);
  // Of the answer to initialize; later requests have to name it.
  if (message.result?.protocolVersion) session['mcp-protocol-version'] = message.result.protocolVersion;
  pass(message);
}

async function receiveEvents(response) {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.body) {
    rest += decoder.decode(chunk, { stream: true });
    const events = rest.split(/\r?\n\r?\n/);
    rest = events.pop();
    for (const event of events) {
      const data = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
      received(data.map((line) => line.slice('data:'.length)).join('\n'));
    }
  }
}

/** Requests since 2026-07-28 repeat parts of the message in headers. */
function repeated({ method, params }) {
  const version = params?._meta?.['io.modelcontextprotocol/protocolVersion'];
  if (version === undefined) return session;
  const name = params.name ?? params.uri ?? params.taskId;
  const encoded = name === undefined ? {} : { 'mcp-name': `=?base64?${Buffer.from(String(name)).toString('base64')}?=` };
  return { 'mcp-protocol-version': version, 'mcp-method': method, ...encoded };
}

async function send(line) {
  const message = JSON.parse(line);
  try {
    const response = await fetch(url, { method: 'POST', headers: { ...headers, ...repeated(message) }, body: line });
    const id = response.headers.get('mcp-session-id');
    const type = response.headers.get('content-type') ?? '';
    if (id !== null) session['mcp-session-id'] = id;
    if (type.startsWith('text/event-stream')) return await receiveEvents(response);
    const text = await response.text();
    if (response.ok) received(text);
    else throw new Error(`${url} answers ${response.status}: ${text.slice(0, 500)}`);
  } catch (failed) {
    const said = failed.cause?.message ? `${failed.message}: ${failed.cause.message}` : failed.message;
    if (message.id === undefined) console.error(said);
    else pass({ jsonrpc: '2.0', id: message.id, error: { code: -32000, message: said } });
  }
  if (message.method === 'notifications/initialized') void listen();
}

/** Notices of the server, such as a changed list of tools; a server without them answers 405. */
async function listen() {
  for (;;) {
    try {
      const response = await fetch(url, { headers: { ...headers, ...session } });
      if (response.status >= 400 && response.status < 500) return;
      await receiveEvents(response);
    } catch (broken) {
      console.error(broken.message);
    }
    await new Promise((done) => setTimeout(done, 3000));
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
  await Promise.allSettled(open);
  process.exit(0);
});
