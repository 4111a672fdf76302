// Drives the page of a server in a cluster: node cluster.mjs CHROMIUM URL. Prints each step that has passed.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import puppeteer from 'puppeteer-core';

const [chromium, url] = process.argv.slice(2);
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const browser = await puppeteer.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
const complaints = [];
page.on('pageerror', (error) => complaints.push(error.message));
page.on('request', (request) => request.url().startsWith(url) || complaints.push(`asked ${request.url()}`));

const go = (hash) => page.evaluate((to) => { location.hash = to; }, hash);
const shows = (selector, text) =>
  page.waitForFunction(
    (where, wanted) => [...document.querySelectorAll(where)].some((one) => one.textContent.includes(wanted)),
    { timeout: 60_000 },
    selector,
    text,
  );

const steps = {
  async 'the server is found through the cluster'() {
    await page.goto(url);
    await shows('#server', 'Shop tools');
    await shows('.list .name', 'list-orders');
    await page.type('.list input', 'details of an order');
    await shows('.list .name', 'order-details');
  },
  async 'a call has its rows'() {
    await go('#/tools/list-orders');
    await shows('#detail h2', 'List orders');
    await page.type('#input-0', '1');
    await page.keyboard.press('Enter');
    await shows('.result td', 'shipped');
  },
  async 'replicas and their revision are shown'() {
    await go('#/server');
    await shows('#detail td', '1/1 ready');
    await shows('#detail td', '7, on 1 replicas');
  },
  async 'a directory has more, which has no link here'() {
    const links = await page.$$eval('#sections a', (all) => all.map((one) => one.getAttribute('href')));
    assert.deepEqual(links, ['#/tools', '#/prompts', '#/resources', '#/problems', '#/server']);
  },
  async 'every page passes axe in both schemes and fits a phone'() {
    for (const scheme of ['light', 'dark']) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      for (const width of [1280, 360]) {
        await page.setViewport({ width, height: 800 });
        for (const hash of ['#/tools/list-orders', '#/prompts', '#/problems', '#/server']) {
          await go(hash);
          await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 150))));
          await page.evaluate(axe);
          const { violations } = await page.evaluate(() => globalThis.axe.run());
          assert.deepEqual(violations.map((one) => `${one.id}: ${one.nodes[0].html}`), [], `${scheme} ${width} ${hash}`);
          const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          assert.ok(excess <= 0, `${scheme} ${width} ${hash} is ${excess} pixels too wide`);
        }
      }
    }
  },
  async 'nothing failed, and nothing came from elsewhere'() {
    assert.deepEqual(complaints, []);
  },
};

try {
  for (const [name, step] of Object.entries(steps)) {
    await step().catch((failure) => {
      failure.message = `${name}: ${failure.message}`;
      throw failure;
    });
    console.log(name);
  }
  console.log('ok');
} finally {
  await browser.close();
}
