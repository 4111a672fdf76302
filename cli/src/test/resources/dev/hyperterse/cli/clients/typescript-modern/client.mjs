// The official TypeScript client that probes the modern era first, against a running dev: it ends in the legacy era.
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [url] = process.argv.slice(2);
const client = new Client({ name: 'typescript', version: '2' }, { versionNegotiation: { mode: 'auto' } });
const transport = new StreamableHTTPClientTransport(new URL(url));
await client.connect(transport);
assert.equal(client.getNegotiatedProtocolVersion(), '2025-11-25');

const { tools } = await client.listTools();
assert.deepEqual(tools.map((tool) => tool.name).sort(), ['execute', 'search']);
const search = await client.callTool({ name: 'search', arguments: { query: 'list orders' } });
const [hit] = JSON.parse(search.content[0].text);
assert.equal(hit.name, 'list-orders');
assert.equal(hit.inputSchema.properties.customer_id.type, 'integer');
await client.close();
console.log('ok');
