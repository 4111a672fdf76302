// The official TypeScript client that speaks the modern era, against a running dev: requests, and a change that it listens for.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [url, file] = process.argv.slice(2);
const client = new Client({ name: 'typescript', version: '2' }, { versionNegotiation: { mode: 'auto' } });
const transport = new StreamableHTTPClientTransport(new URL(url));
await client.connect(transport);
assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');

const { tools } = await client.listTools();
assert.deepEqual(tools.map((tool) => tool.name).sort(), ['execute', 'search']);
const search = await client.callTool({ name: 'search', arguments: { query: 'list orders' } });
const [hit] = JSON.parse(search.content[0].text);
assert.equal(hit.name, 'list-orders');
assert.equal(hit.inputs[0].name, 'customer_id');
assert.equal(hit.inputs[0].type, 'int');
const executed = await client.callTool({ name: 'execute', arguments: { tool: 'list-orders', inputs: { customer_id: 1 } } });
assert.equal(JSON.parse(executed.content[0].text)[0].id, 1008);
const prompt = await client.getPrompt({ name: 'answer-customer', arguments: { customer: 'Ada', question: 'Where is it?' } });
assert.match(prompt.messages[0].content.text, /Where is it\?/);
const resource = await client.readResource({ uri: 'shop://opening-hours' });
assert.match(resource.contents[0].text, /Saturday/);

const changed = new Promise((resolve) => {
  client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
});
const subscription = await client.listen({ toolsListChanged: true, resourceSubscriptions: ['shop://none'] });
assert.deepEqual(subscription.honoredFilter, { toolsListChanged: true });
writeFileSync(file, readFileSync(file, 'utf8').replace('newest first', 'the newest first'));
await changed;
await subscription.close();
await client.close();
console.log('ok');
