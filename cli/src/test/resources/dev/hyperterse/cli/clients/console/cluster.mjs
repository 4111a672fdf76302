// Drives the page of a server in a cluster: node cluster.mjs CHROMIUM URL. Prints each step that has passed.
import assert from 'node:assert/strict';
import { openBrowser, take } from './browser.mjs';

const [chromium, url] = process.argv.slice(2);
// The console has the 404 of reasons of ranks, which a replica does not give.
const browser = await openBrowser(chromium, (asked) => asked.startsWith(url), { hearsConsole: false });
const { page, complaints, go, shows, check } = browser;

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
          await check(`${scheme} ${width} ${hash}`);
        }
      }
    }
  },
  async 'nothing failed, and nothing came from elsewhere'() {
    assert.deepEqual(complaints, []);
  },
};

await take(steps, browser);
