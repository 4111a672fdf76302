// A page in Chromium for the scripts that drive pages: what it complains of, what it shows, and what axe finds in it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import puppeteer from 'puppeteer-core';

// `isOwn` says of a URL whether the page may ask for it; `hearsConsole` whether errors of the console are complaints.
export async function openBrowser(chromium, isOwn, { hearsConsole = true } = {}) {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const browser = await puppeteer.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage();
  const complaints = [];
  if (hearsConsole) {
    page.on('console', (message) => ['error', 'warn'].includes(message.type()) && complaints.push(message.text()));
  }
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => isOwn(request.url()) || complaints.push(`asked ${request.url()}`));

  return {
    page,
    complaints,
    close: () => browser.close(),
    go: (hash) => page.evaluate((to) => { location.hash = to; }, hash),
    shows: (selector, text) =>
      page.waitForFunction(
        (where, wanted) => [...document.querySelectorAll(where)].some((one) => one.textContent.includes(wanted)),
        { timeout: 60_000 },
        selector,
        text,
      ),
    hides: (selector) => page.waitForFunction((where) => !document.querySelector(where), { timeout: 60_000 }, selector),
    // Passes axe, and is no wider than the screen.
    async check(where, frame = page) {
      await frame.evaluate(axe);
      const { violations } = await frame.evaluate(() => globalThis.axe.run());
      const found = violations.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.target} ${node.html} ${node.failureSummary}`).join(' | ')}`);
      assert.deepEqual(found, [], where);
      const excess = await frame.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(excess <= 0, `${where} is ${excess} pixels too wide`);
    },
  };
}

// Takes the steps in their order, and prints each that has passed.
export async function take(steps, browser, failed = async () => {}) {
  try {
    for (const [name, step] of Object.entries(steps)) {
      await step().catch(async (failure) => {
        await failed();
        failure.message = `${name}: ${failure.message}`;
        throw failure;
      });
      console.log(name);
    }
    console.log('ok');
  } finally {
    await browser.close();
  }
}
