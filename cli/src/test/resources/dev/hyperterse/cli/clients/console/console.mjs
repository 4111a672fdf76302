// Drives the page of dev: node console.mjs CHROMIUM URL DIRECTORY [PICTURES]. Prints each step that has passed, and writes pictures
// of the page to that folder.
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openBrowser, take } from './browser.mjs';

const [chromium, url, directory, pictures] = process.argv.slice(2);
const MOST_BYTES = 150 * 1024;

const FAILS = `apiVersion: hyperterse.dev/v1alpha1
kind: Tool
metadata: {name: overflow}
spec:
  serverRefs: [{name: shop}]
  description: Fails in the database
  inputs:
    - {name: number, type: int}
  statement: {adapter: shop, text: {inline: "SELECT abs({{ inputs.number }} - 9223372036854775807 - 1) AS number"}}
`;

const ASKS = `apiVersion: hyperterse.dev/v1alpha1
kind: Tool
metadata: {name: ask}
spec:
  serverRefs: [{name: shop}]
  description: Asks for a city
  script:
    source:
      inline: |
        export default async (_, ctx) => {
          const { action, content } = await ctx.elicit('city', {
            message: 'Where to?',
            requestedSchema: { type: 'object', properties: { city: { type: 'string', title: 'City' } }, required: ['city'] },
          });
          return { action, city: content?.city ?? '' };
        };
`;

const browser = await openBrowser(chromium, (asked) => asked.startsWith(url));
const { page, complaints, go, shows, hides, check } = browser;
const file = (name) => join(directory, name);
const edit = async (name, from, to) => {
  const text = await readFile(file(name), 'utf8');
  assert.ok(text.includes(from), `${name} has no ${from}`);
  await writeFile(file(name), text.replace(from, to));
};
// Of the documentation, for readers in the light and in the dark. It shows no folder of this machine.
async function picture(name, width = 1160, height = 660) {
  if (!pictures) {
    return;
  }
  const before = page.viewport();
  await page.setViewport({ width, height });
  await page.evaluate((folder) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      texts.currentNode.data = texts.currentNode.data.replaceAll(folder, '');
    }
  }, `${dirname(directory)}/`);
  for (const [scheme, suffix] of [['dark', '-dark'], ['light', '']]) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.screenshot({ path: join(pictures, `console-${name}${suffix}.png`) });
  }
  await page.setViewport(before);
}
const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent);

const steps = {
  async 'the tools of the directory are listed'() {
    await page.goto(url);
    await shows('#server', 'Shop tools');
    await shows('.list .told', '6 tools');
    const { painted, bytes } = await page.evaluate(async () => {
      const entry = await new Promise((seen) => {
        new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').forEach(seen)).observe({ type: 'paint', buffered: true });
      });
      const files = performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.startsWith('/console/'));
      const sizes = [...performance.getEntriesByType('navigation'), ...files].map(({ transferSize }) => transferSize);
      return { painted: entry.startTime, bytes: sizes.reduce((sum, size) => sum + size) };
    });
    console.log(`first paint after ${Math.round(painted)} ms; the page and its files are ${Math.ceil(bytes / 1024)} KiB`);
    assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
  },
  async 'search asks the server'() {
    await page.keyboard.press('/');
    await page.keyboard.type('customer by mail');
    await shows('.list .score', '');
    await shows('.list .reasons', '“customer” as');
    await shows('.list .told', 'tokens for a model');
    await picture('search', 1000, 400);
    await page.keyboard.press('ArrowDown');
    assert.match(await focused(), /^find-customer/);
    await page.keyboard.press('Enter');
    await shows('#detail h2', 'Find a customer');
    await shows('details .of-word', 'SELECT');
  },
  async 'a missing input gets the focus and a word'() {
    await go('#/tools/order-details');
    await shows('#detail h2', 'Order details');
    await shows('#detail .badge', 'reads only');
    await page.click('#detail button[type=submit]');
    await shows('#input-0-problem', 'required');
    assert.equal(await focused(), 'input-0');
    await page.keyboard.type('x');
    await page.keyboard.press('Enter');
    await shows('#input-0-problem', 'whole number');
  },
  async 'rows become a table'() {
    await page.keyboard.press('Backspace');
    await page.keyboard.type('1001');
    await page.keyboard.press('Enter');
    await shows('.result td', 'Espresso cup, white');
    await shows('.result .facts', '2 rows');
    await shows('.result .facts', 'tokens');
    await picture('tool');
  },
  async 'a saved description is there, and what was typed and answered stays'() {
    await edit('tools.yaml', 'the details of one order', 'Every item of an order');
    await shows('.description', 'Every item of an order');
    assert.equal(await page.$eval('#input-0', (input) => input.value), '1001');
    await shows('.result td', 'Espresso cup, white');
  },
  async 'a failure is told in words'() {
    await page.focus('.list input');
    await page.keyboard.press('Escape');
    await shows('.list .told', '6 tools');
    await writeFile(file('overflow.yaml'), FAILS);
    await shows('.list .name', 'overflow');
    await go('#/tools/overflow');
    await shows('#detail h2', 'overflow');
    await page.type('#input-0', '0');
    await page.keyboard.press('Enter');
    await shows('.result.failed', 'integer overflow');
    await page.$eval('#input-0', (input) => { input.value = ''; });
    await page.type('#input-0', '99999999999999999999');
    await page.keyboard.press('Enter');
    await shows('#input-0-problem', 'int');
  },
  async 'a tool asks its user'() {
    await writeFile(file('ask.yaml'), ASKS);
    await shows('.list .name', 'ask');
    await go('#/tools/ask');
    await shows('#detail h2', 'ask');
    // Nothing says that it only reads.
    assert.deepEqual(await page.$$eval('#detail .badge', (all) => all.map((one) => one.textContent)), []);
    await page.click('#detail button[type=submit]');
    await shows('dialog', 'Where to?');
    await check('question');
    await page.click('dialog button[type=submit]');
    await shows('#question-0-problem', 'required');
    await page.type('#question-0', 'Lisbon');
    await page.keyboard.press('Enter');
    await shows('.result', 'Lisbon');
  },
  async 'a table becomes a tool'() {
    await go('#/tables');
    await shows('.list .name', 'shop/orders');
    await go('#/tables/' + encodeURIComponent('shop/orders'));
    await shows('#detail h2', 'orders');
    await shows('#detail td', 'one of open, paid, shipped, returned');
    await picture('table');
    const made = await page.$$eval('#detail details', (all) =>
      all.find((one) => one.querySelector('summary').textContent === 'get-order').querySelector('pre').textContent);
    await page.click('#detail td a');
    await shows('#detail h2', 'customers');
    await writeFile(file('made.yaml'), made);
    await go('#/tools/get-order');
    await shows('#detail h2', 'Get order');
    await page.type('#input-0', '1001');
    await page.keyboard.press('Enter');
    await shows('.result td', 'shipped');
  },
  async 'a resource and a prompt are read'() {
    await go('#/resources/' + encodeURIComponent('shop://products/{id}'));
    await shows('#detail h2', 'A product');
    await page.type('#input-0', '3');
    await page.keyboard.press('Enter');
    await shows('.result', 'Cappuccino cup');
    await go('#/prompts/answer-customer');
    await shows('#detail h2', 'Answer a customer');
    await page.type('#input-0', 'Ada');
    await page.type('#input-1', 'Where is it?');
    await page.keyboard.press('Enter');
    await shows('.result', 'Where is it?');
  },
  async 'the calls of all clients are shown'() {
    await go('#/calls');
    await shows('.calls tr', 'order-details');
    await shows('.calls tr.failed', 'integer overflow');
    await shows('.charts rect.failed', '');
    await shows('.charts figcaption', 'logarithmic');
    await shows('.totals tr', 'overflow');
    const called = await page.$$eval('.calls td:nth-child(3)', (all) => all.map((one) => one.textContent));
    assert.ok(!called.includes('search'), 'what the page looks up is no call of a client');
    const call = { method: 'tools/call', params: { name: 'execute', arguments: { tool: 'low-stock', inputs: { below: 4242 } } } };
    await fetch(`${url}mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
    });
    await shows('.calls tr', '{"below":4242}');
    await picture('calls');
  },
  async 'adapters have their health, and tools their tokens'() {
    await go('#/server');
    await shows('.health.good', 'up');
    await shows('#detail td a', 'order-details');
  },
  async 'clients have their entries'() {
    await go('#/connect');
    await shows('details pre', `"url" : "${url}mcp"`);
    await shows('details code', `hyperterse connect cursor ${url}mcp`);
  },
  async 'a mistake is shown with its line and a caret until it is fixed'() {
    await edit('tools.yaml', 'WHERE i.order_id =', 'WHERE i.order_ido =');
    await shows('nav .count.error', '1');
    await go('#/problems');
    await shows('.problems pre', 'WHERE i.order_ido =');
    const [source, caret] = (await page.$eval('.problems pre', (pre) => pre.textContent)).split('\n');
    assert.equal(source.slice(caret.indexOf('^')).startsWith('i.order_ido'), true, `${source}\n${caret}`);
    await picture('problem');
    await edit('tools.yaml', 'WHERE i.order_ido =', 'WHERE i.order_id =');
    await hides('.problems li');
  },
  async 'every page passes axe in both schemes and fits a phone'() {
    for (const scheme of ['light', 'dark']) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      for (const width of [1280, 360]) {
        await page.setViewport({ width, height: 800 });
        await passes(`${scheme} ${width}`);
      }
    }
  },
  async 'lists that were asked for last are shown'() {
    const shown = await page.evaluate(async () => {
      const { Served } = await import('/console/served.js');
      const answers = [];
      const served = new Served({ all: () => new Promise((answer, fail) => answers.push({ answer, fail })) });
      const reads = [1, 2, 3].map(() => served.read([]));
      answers.slice(8).forEach(({ answer }) => answer([{ name: 'third' }]));
      answers.slice(4, 8).forEach(({ answer }) => answer([{ name: 'second' }]));
      answers.slice(0, 4).forEach(({ fail }) => fail(new Error('refused')));
      await Promise.all(reads);
      return served.tools.map((tool) => tool.name);
    });
    assert.deepEqual(shown, ['third']);
  },
  async 'a server that did not answer is asked again'() {
    const failing = await page.evaluateOnNewDocument(() => {
      const real = globalThis.fetch;
      globalThis.failing = new Set(['initialize', 'prompts/list']);
      globalThis.fetch = (path, options) => {
        const { method } = options?.body ? JSON.parse(options.body) : {};
        return globalThis.failing.delete(method) ? Promise.reject(new TypeError('Failed to fetch')) : real(path, options);
      };
    });
    await page.goto(`${url}#/prompts`);
    await page.reload();
    await shows('.list .name', 'answer-customer');
    assert.equal(await page.evaluate(() => globalThis.failing.size), 0);
    await page.removeScriptToEvaluateOnNewDocument(failing.identifier);
  },
  async 'a tool that is refused says where the reason is'() {
    await writeFile(file('refused.yaml'), FAILS.replaceAll('overflow', 'refused').replace('inputs.number', 'inputs.numbre'));
    await shows('nav .count.error', '2');
    await go('#/tools/refused');
    await shows('#detail .empty', 'refused is not served. Problems says why.');
    await page.click('#detail .empty a');
    await shows('.problems .message', 'numbre');
  },
  async 'an empty directory has a tool to begin with'() {
    await go('#/tools');
    await Promise.all(['tools', 'overflow', 'ask', 'made', 'refused'].map((name) => rm(file(`${name}.yaml`))));
    await shows('.welcome pre', 'kind: Tool');
    await check('empty');
    // A phone has the search of the server too.
    assert.equal(page.viewport().width, 360);
    await page.waitForSelector('.list input', { visible: true });
    await page.waitForSelector('.welcome pre', { visible: true });
    await writeFile(file('greet.yaml'), await page.$eval('.welcome pre', (pre) => pre.textContent));
    await go('#/tools/greet');
    await shows('#detail h2', 'greet');
    await page.type('#input-0', 'Ada');
    await page.keyboard.press('Enter');
    await shows('.result td', 'Hello, Ada');
  },
  async 'nothing was refused, and nothing came from elsewhere'() {
    assert.deepEqual(complaints, []);
  },
};

async function passes(where) {
  await edit('tools.yaml', 'WHERE i.order_id =', 'WHERE i.order_ido =');
  await go('#/problems');
  await shows('.problems pre', 'WHERE');
  await check(`${where} problems`);
  await edit('tools.yaml', 'WHERE i.order_ido =', 'WHERE i.order_id =');
  await hides('.problems li');
  for (const hash of ['#/tools', '#/tools/order-details', '#/tools/overflow', '#/tools/none', '#/prompts/answer-customer', '#/tables', '#/tables/shop%2Forders', '#/calls', '#/server', '#/connect']) {
    await go(hash);
    await page.waitForFunction((to) => location.hash === to, {}, hash);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 150))));
    await page.$$eval('details', (all) => all.forEach((one) => { one.open = true; }));
    await check(`${where} ${hash}`);
  }
  await go('#/tools');
  await shows('.list .told', 'tools');
  await page.type('.list input', 'mail of customers');
  await shows('.list .reasons', 'for the');
  await check(`${where} search`);
  await page.$eval('.list input', (input) => { input.value = ''; input.dispatchEvent(new Event('input')); });
  await page.click('#caller');
  await check(`${where} caller`);
  await page.keyboard.press('Escape');
  await hides('dialog');
}

await take(steps, browser, async () => pictures && page.screenshot({ path: join(pictures, 'failed.png') }));
