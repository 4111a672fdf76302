// Fifty users who pause for 50 ms after three calls and a list, each of these in a session of its own. SERVER is the URL,
// SECONDS how long, RAMP how many seconds the users take to come. Prints one line of JSON; ends at the first wrong answer.
import http from 'k6/http';
import exec from 'k6/execution';
import { sleep } from 'k6';
import { Counter, Trend } from 'k6/metrics';

const USERS = 50;
// The public benchmark asks for 2024-11-05, which the Java SDK does not speak.
const VERSION = '2025-11-25';
const PAUSE = 0.05;
const PERCENTILES = ['med', 'p(95)', 'p(99)'];
const { SERVER, SECONDS } = __ENV;
const RAMP = Number(__ENV.RAMP ?? 0);

export const options = {
  scenarios: {
    users: {
      executor: 'ramping-vus',
      startVUs: RAMP > 0 ? 1 : USERS,
      stages: [{ duration: `${RAMP}s`, target: USERS }, { duration: `${SECONDS}s`, target: USERS }],
      gracefulRampDown: '0s',
      gracefulStop: '5s',
    },
  },
  // Tags that nobody reads cost the load generator time of the processors that it shares with the servers.
  systemTags: [],
  summaryTrendStats: PERCENTILES,
};

const counted = new Counter('counted');
const calls = new Trend('call');
const begins = new Trend('initialize');
const lists = new Trend('list');

const user = `user-${String(__VU).padStart(5, '0')}`;
const tools = [
  {
    name: 'search_products',
    arguments: { category: 'Electronics', min_price: 50, max_price: 500, limit: 10 },
    waits: new Trend('search_products'),
    isRight: (it) => it.total_found === 2251 && it.products.length === 10 && it.products[0].price >= 50
      && it.top10_popular_ids.length === 10,
  },
  {
    name: 'get_user_cart',
    arguments: { user_id: user },
    waits: new Trend('get_user_cart'),
    isRight: (it) => it.user_id === user && it.cart.items.length >= 2 && it.cart.estimated_total > 0
      && it.recent_history.length === 5 && it.recent_history[0].order_id === `${user}/1`,
  },
  {
    name: 'checkout',
    arguments: { user_id: user, items: [{ product_id: 42, quantity: 2 }, { product_id: 1337, quantity: 1 }] },
    waits: new Trend('checkout'),
    isRight: (it) => it.status === 'confirmed' && it.total > 0 && it.items_count === 2 && it.rate_limit_count > 0,
  },
];

const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
const ofSession = (session) => ({ ...headers, 'MCP-Protocol-Version': VERSION, 'Mcp-Session-Id': session });
const post = (session, message) => http.post(SERVER, JSON.stringify({ jsonrpc: '2.0', ...message }),
  { headers: session === undefined ? headers : ofSession(session) });

// An answer is JSON, or the last event of a stream.
const resultOf = (response) => {
  const text = response.body ?? '';
  const json = text.startsWith('{') ? text : text.split('\n').filter((line) => line.startsWith('data:')).pop()?.slice(5);
  const result = json === undefined ? undefined : JSON.parse(json).result;
  if (result === undefined) {
    exec.test.abort(`HTTP ${response.status}: ${text}`);
  }
  return result;
};

const accepted = (response) => {
  if (response.status < 200 || response.status > 299) {
    exec.test.abort(`HTTP ${response.status}: ${response.body}`);
  }
};

// In a session of its own.
const request = (method, params, waits) => {
  const begun = post(undefined, { id: 1, method: 'initialize',
    params: { protocolVersion: VERSION, capabilities: {}, clientInfo: { name: 'bench', version: '1' } } });
  if (resultOf(begun).protocolVersion !== VERSION) {
    exec.test.abort(`another version: ${begun.body}`);
  }
  const session = begun.headers['Mcp-Session-Id'];
  if (session === undefined) {
    exec.test.abort('no session');
  }
  accepted(post(session, { method: 'notifications/initialized' }));
  const answer = post(session, { id: 2, method, params });
  accepted(http.del(SERVER, null, { headers: ofSession(session) }));
  counted.add(2);
  begins.add(begun.timings.duration);
  waits.forEach((it) => it.add(answer.timings.duration));
  return resultOf(answer);
};

export default () => {
  for (const tool of tools) {
    const { content, isError } = request('tools/call', { name: tool.name, arguments: tool.arguments }, [calls, tool.waits]);
    if (isError || !tool.isRight(JSON.parse(content[0].text))) {
      exec.test.abort(`${tool.name}: ${content[0].text}`);
    }
  }
  const listed = request('tools/list', {}, [lists]).tools.map((it) => it.name);
  if (!tools.every((it) => listed.includes(it.name))) {
    exec.test.abort(`tools/list: ${listed}`);
  }
  sleep(PAUSE);
};

export const handleSummary = ({ metrics }) => {
  // An aborted test has not seen all of them; what it says is in the log.
  if (metrics.list === undefined) {
    return {};
  }
  const figures = { requests: metrics.counted.values.count, requests_per_s: metrics.counted.values.rate };
  for (const name of ['call', 'initialize', 'list', ...tools.map((it) => it.name)]) {
    const values = metrics[name].values;
    PERCENTILES.forEach((it) => { figures[`${name}_p${it === 'med' ? 50 : it.slice(2, 4)}_ms`] = values[it]; });
  }
  return { stdout: `${JSON.stringify(figures)}\n` };
};
