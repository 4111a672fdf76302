// Shows the views of a server as a client with MCP Apps does, in sandboxed frames: node views.mjs CHROMIUM URL. The tools are
// low-stock and one-row (tables), sales-by-month (a chart), find-products, repeat and choose (forms). Prints each step that has passed.
import assert from 'node:assert/strict';
import { openBrowser, take } from './browser.mjs';

const [chromium, url] = process.argv.slice(2);
const HOSTILE = '<img src=x onerror="parent.postMessage(0)"></script>';

async function ask(method, params) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = await answer.json();
  assert.equal(error, undefined, JSON.stringify(error));
  return result;
}
const call = (name, args) => ask('tools/call', { name, arguments: args });

// The frames of the page itself are no requests to elsewhere.
const browser = await openBrowser(chromium, (asked) => asked.startsWith('about:'));
const { page, complaints, check } = browser;
const calls = [];
await page.exposeFunction('callTool', (params) => {
  calls.push(params);
  return call(params.name, params.arguments);
});

// A host: its frame may run scripts and nothing else, and it answers what the view asks.
async function show(tool, { result, theme = 'light' } = {}) {
  const { tools } = await ask('tools/list', {});
  const uri = tools.find(({ name }) => name === tool)._meta.ui.resourceUri;
  const [{ text, mimeType }] = (await ask('resources/read', { uri })).contents;
  assert.equal(mimeType, 'text/html;profile=mcp-app');
  await page.goto('about:blank');
  await page.evaluate(
    (html, told, scheme) => {
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.title = 'View';
      frame.style = 'border: 0; width: 100%; height: 100px';
      const send = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
      const answers = {
        'ui/initialize': async () => ({
          protocolVersion: '2026-01-26',
          hostInfo: { name: 'test', version: '1' },
          hostCapabilities: { serverTools: {} },
          hostContext: { theme: scheme },
        }),
        'tools/call': (params) => window.callTool(params),
      };
      window.addEventListener('message', async ({ data, source }) => {
        if (source !== frame.contentWindow) {
          return;
        }
        if (data.id !== undefined && answers[data.method]) {
          send({ id: data.id, result: await answers[data.method](data.params) });
        } else if (data.method === 'ui/notifications/initialized' && told) {
          send({ method: 'ui/notifications/tool-result', params: told });
        } else if (data.method === 'ui/notifications/size-changed') {
          frame.style.height = `${data.params.height}px`;
        }
      });
      document.documentElement.lang = 'en';
      document.title = 'Host';
      document.body.style.margin = 0;
      frame.srcdoc = html;
      document.body.replaceChildren(frame);
    },
    text,
    result,
    theme,
  );
  const frame = await page.waitForFrame((one) => one !== page.mainFrame() && one.url() === 'about:srcdoc');
  await frame.waitForSelector('#state');
  return frame;
}

const shows = (frame, selector, text) =>
  frame.waitForFunction(
    (where, wanted) => [...document.querySelectorAll(where)].some((one) => one.textContent.includes(wanted)),
    { timeout: 60_000 },
    selector,
    text,
  );
const column = (frame, index) => frame.$$eval('tbody tr', (rows, at) => rows.map((row) => row.cells[at].textContent), index);
const rows = (list) => ({ content: [], structuredContent: { rows: list } });

const steps = {
  async 'rows become a table that sorts by keyboard'() {
    const frame = await show('low-stock', { result: await call('low-stock', { below: 10 }) });
    await shows(frame, 'caption', '4 rows');
    assert.deepEqual(await column(frame, 2), ['0', '3', '4', '7']);
    await frame.focus('th:nth-child(3) button');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await frame.waitForSelector('th[aria-sort=descending]');
    assert.deepEqual(await column(frame, 2), ['7', '4', '3', '0']);
    await check('the table', frame);
  },

  async 'cells stay text'() {
    const frame = await show('low-stock', { result: rows([{ name: HOSTILE, stock: null }, { name: 'b', [HOSTILE]: 1 }]) });
    await shows(frame, 'caption', '2 rows');
    assert.equal(await frame.$('img'), null);
    assert.deepEqual(await column(frame, 0), [HOSTILE, 'b']);
  },

  async 'the dark and a phone are fine'() {
    await page.setViewport({ width: 360, height: 700 });
    const frame = await show('low-stock', { result: await call('low-stock', { below: 1000 }), theme: 'dark' });
    await shows(frame, 'caption', '10 rows');
    assert.equal(await frame.evaluate(() => document.documentElement.style.colorScheme), 'dark');
    await check('the table in the dark', frame);
  },

  async 'rows become a chart, which is a table too'() {
    const frame = await show('sales-by-month', { result: await call('sales-by-month', {}) });
    await frame.waitForSelector('svg');
    await shows(frame, 'th', 'revenue');
    await check('the chart', frame);
  },

  async 'nothing and a failure are said'() {
    await shows(await show('low-stock', { result: rows([]) }), '#state', 'No rows.');
    const failed = await show('low-stock', { result: { isError: true, content: [{ type: 'text', text: `No ${HOSTILE}` }] } });
    await shows(failed, '[role=alert]', `No ${HOSTILE}`);
    await check('a failure', failed);
  },

  async 'a form calls its tool'() {
    const frame = await show('find-products');
    await frame.type('#input-name', 'cup');
    await frame.select('#input-category', '2');
    await check('the form', frame);
    await frame.focus('#input-category');
    await page.keyboard.down('Control');
    await page.keyboard.press('Enter');
    await page.keyboard.up('Control');
    await shows(frame, 'caption', '3 rows');
    assert.deepEqual(calls, [{ name: 'find-products', arguments: { name: 'cup', category: 'tableware' } }]);
    await frame.click('button.run');
    await shows(frame, 'caption', '3 rows');
  },

  async 'what is missing is not sent'() {
    const frame = await show('find-products');
    calls.length = 0;
    await frame.click('button.run');
    assert.equal(await frame.$eval('#input-name', (input) => input.validity.valueMissing), true);
    assert.notEqual(await frame.$eval('#input-name-problem', (problem) => problem.textContent), '');
    await check('the form with a problem', frame);
    assert.deepEqual(calls, []);
  },

  async 'a form sends what its user wrote'() {
    const frame = await show('repeat');
    calls.length = 0;
    await frame.type('#input-note', 'one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await frame.click('button.run');
    await shows(frame, 'caption', '1 row');
    await frame.select('#input-sold', '1');
    await frame.click('button.run');
    await frame.waitForFunction(() => document.querySelector('tbody tr').cells[1].textContent !== 'null');
    assert.deepEqual(calls.map((sent) => sent.arguments), [{ note: 'one\ntwo' }, { note: 'one\ntwo', sold: false }]);
  },

  async 'what nobody has chosen is asked for, and not sent as false'() {
    const frame = await show('choose');
    calls.length = 0;
    await frame.click('button.run');
    assert.equal(await frame.$eval('#input-sold', (input) => input.validity.valueMissing), true);
    assert.deepEqual(calls, []);
    await frame.select('#input-sold', '1');
    await frame.click('button.run');
    await shows(frame, 'caption', '1 row');
    assert.deepEqual(await column(frame, 1), ['0']);
    await frame.select('#input-sizes', '0', '2');
    await check('the form of lists', frame);
    await frame.click('button.run');
    await frame.waitForFunction(() => document.querySelector('tbody tr').cells[1].textContent === '2');
    assert.deepEqual(calls.map((sent) => sent.arguments), [
      { sold: false, sizes: [] },
      { sold: false, sizes: ['small', 'huge'] },
    ]);
  },

  async 'numbers that browsers round are refused beside their field'() {
    const frame = await show('repeat');
    calls.length = 0;
    await frame.type('#input-count', '9007199254740993');
    await frame.type('#input-more', '{"a": [9007199254740993]}');
    await frame.click('button.run');
    await shows(frame, '#input-count-problem', '9007199254740991');
    await shows(frame, '#input-more-problem', '9007199254740991');
    await frame.$eval('#input-count', (input) => { input.value = '9007199254740991'; });
    await frame.$eval('#input-more', (input) => { input.value = '{"a": 1'; });
    await frame.click('button.run');
    await shows(frame, '#input-more-problem', 'This is not JSON.');
    assert.equal(await frame.$eval('#input-count-problem', (problem) => problem.textContent), '');
    assert.deepEqual(calls, []);
    await frame.$eval('#input-more', (input) => { input.value = '{"a": 1e300}'; });
    await frame.click('button.run');
    await shows(frame, 'caption', '1 row');
    assert.deepEqual(calls.map((sent) => sent.arguments), [{ count: 9007199254740991, more: { a: 1e300 } }]);
  },

  async 'rows are found beside lists that are empty'() {
    const frame = await show('low-stock', { result: { content: [], structuredContent: { warnings: [], found: [{ a: 1 }, { a: 2 }] } } });
    await shows(frame, 'caption', '2 rows');
    assert.deepEqual(await column(frame, 0), ['1', '2']);
    const none = await show('low-stock', { result: { content: [], structuredContent: { warnings: [], found: [] } } });
    await shows(none, '#state', 'No rows.');
  },

  async 'lists in the one row of a tool are no rows'() {
    const frame = await show('one-row', { result: { content: [], structuredContent: { id: 1, rows: [{ a: 1 }, { a: 2 }] } } });
    await shows(frame, 'caption', '1 row');
    assert.deepEqual(await column(frame, 0), ['1']);
  },

  async 'numbers that browsers do not have are not drawn'() {
    const list = [{ month: '2026-01', sum: '1e999', orders: 3 }, { month: '2026-02', sum: 4, orders: 5 }];
    const frame = await show('sales-by-month', { result: rows(list) });
    await frame.waitForSelector('svg[role=img]');
    assert.equal(await frame.$eval('svg[role=img]', (chart) => /NaN|Infinity/.test(chart.outerHTML)), false);
    assert.equal(await frame.$eval('svg[role=img]', (chart) => chart.getAttribute('aria-label').includes('of orders')), true);
  },

  async 'nothing came from elsewhere'() {
    assert.deepEqual(complaints, []);
  },
};

await take(steps, browser);
