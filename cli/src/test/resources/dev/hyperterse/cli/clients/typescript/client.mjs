// The official TypeScript client against a running dev: every request a client makes, then a save and its notification.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

const [url, file] = process.argv.slice(2);
const client = new Client({ name: 'typescript', version: '1' });
const changed = new Promise((resolve, reject) => {
  client.setNotificationHandler(ToolListChangedNotificationSchema, resolve);
  setTimeout(() => reject(new Error('no list_changed after the save')), 60_000).unref();
});
const transport = new StreamableHTTPClientTransport(new URL(url));
await client.connect(transport);

const { tools } = await client.listTools();
assert.deepEqual(tools.map((tool) => tool.name).sort(), ['execute', 'search']);
const search = await client.callTool({ name: 'search', arguments: { query: 'list orders' } });
assert.equal(JSON.parse(search.content[0].text)[0].name, 'list-orders');
const answer = await client.callTool({
  name: 'execute',
  arguments: { tool: 'list-orders', inputs: { customer_id: 1 } },
});
assert.equal(JSON.parse(answer.content[0].text)[0].id, 1008);
const prompt = await client.getPrompt({
  name: 'answer-customer',
  arguments: { customer: 'Ada', question: 'Where is it?' },
});
assert.match(prompt.messages[0].content.text, /Where is it\?/);
const resource = await client.readResource({ uri: 'shop://opening-hours' });
assert.match(resource.contents[0].text, /Saturday/);

writeFileSync(file, readFileSync(file, 'utf8').replace('newest first', 'the newest first'));
await changed;
await transport.terminateSession();
await client.close();
console.log('ok');
