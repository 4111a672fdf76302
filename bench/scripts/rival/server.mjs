// The tool 'transform' on the official TypeScript SDK, with a session for each connection, as its examples do it.
import { randomUUID } from 'node:crypto';
import express from 'express';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';

const sessions = new Map();

const open = async () => {
  const server = new McpServer({ name: 'rival', version: '1.0.0' });
  server.registerTool('transform', {
    description: 'Prices of a cart with tax',
    inputSchema: { customer: z.string(), prices: z.array(z.number()) },
  }, async (inputs) => {
    const lines = inputs.prices.map((price, at) => ({ line: at + 1, price, withTax: Math.round(price * 119) / 100 }));
    const result = { customer: inputs.customer.trim().toUpperCase(), total: lines.reduce((sum, line) => sum + line.withTax, 0), lines };
    return { content: [{ type: 'text', text: JSON.stringify([result]) }] };
  });
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: (id) => sessions.set(id, transport),
  });
  await server.connect(transport);
  return transport;
};

const app = express();
app.use(express.json());
app.post('/mcp', async (request, response) => {
  const transport = sessions.get(request.headers['mcp-session-id']) ?? await open();
  await transport.handleRequest(request, response, request.body);
});
app.listen(Number(process.argv[2]), '127.0.0.1');
