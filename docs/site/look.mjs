// Looks at the built site in a browser, as .ci/site asks: node look.mjs CHROMIUM SITE [FOLDER for pictures of the pages].
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { openBrowser } from './browser.mjs';

const [chromium, site, pictures] = process.argv.slice(2);
const TYPES = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png' };

// As any server of files does it.
const server = createServer(async (request, response) => {
  try {
    const path = join(site, normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname)));
    const file = (await stat(path)).isDirectory() ? join(path, 'index.html') : path;
    await stat(file);
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  } catch {
    // Browsers ask for an icon beside a picture, too.
    response.writeHead(request.url === '/favicon.ico' ? 204 : 404).end();
  }
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const home = `http://127.0.0.1:${server.address().port}/`;

const browser = await openBrowser(chromium, (asked) => asked.startsWith(home) || asked.startsWith('data:'));
const { page, complaints, check } = browser;

// Every word of a picture lies within it, within the box that it stands on, and beside the others.
async function fits(picture) {
  await page.goto(new URL(picture, home));
  const outside = await page.evaluate(() => {
    const within = (inner, outer) => inner.x >= outer.x && inner.y >= outer.y && inner.right <= outer.right && inner.bottom <= outer.bottom;
    const boxes = [...document.querySelectorAll('rect')].map((box) => box.getBoundingClientRect());
    const overlap = (one, other) => one.x < other.right && other.x < one.right && one.y < other.bottom - 4 && other.y < one.bottom - 4;
    const texts = [...document.querySelectorAll('text')];
    return texts
      .filter((text) => {
        const words = text.getBoundingClientRect();
        const middle = { x: words.x + words.width / 2, y: words.y + words.height / 2 };
        const under = boxes.filter((box) => within({ ...middle, right: middle.x, bottom: middle.y }, box));
        return under.some((box) => words.x < box.x || words.right > box.right)
          || texts.some((other) => other !== text && overlap(words, other.getBoundingClientRect()));
      })
      .map((text) => text.textContent);
  });
  assert.deepEqual(outside, [], `${picture} has words over others or beyond their boxes`);
}

// What has the focus, in the tree of the dialog too.
const focused = () => page.evaluate(() => {
  let element = document.activeElement;
  while (element.shadowRoot?.activeElement) {
    element = element.shadowRoot.activeElement;
  }
  return element.getAttribute('aria-label') ?? element.textContent.trim();
});

// The dialog of the search by keys alone: axe finds nothing in it, the arrows choose, Escape leads back, Enter to the result.
async function searches(where) {
  await page.goto(home, { waitUntil: 'networkidle0' });
  await page.keyboard.press('/');
  await page.waitForSelector('pierce/dialog[open] input');
  await check(`search ${where}`);
  await page.keyboard.type('insert or update', { delay: 20 });
  const first = 'pierce/[role="option"][aria-selected="true"][href*="cookbook/"][href*="insert-or-update"]';
  await page.waitForSelector(first, { timeout: 20_000 });
  await check(`results ${where}`);
  await page.keyboard.press('ArrowDown');
  await page.waitForSelector('pierce/[role="option"][aria-selected="true"][aria-posinset="2"]');
  await page.keyboard.press('ArrowUp');
  await page.waitForSelector(first);
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'Close search', where);
  await page.keyboard.press('Escape');
  await page.waitForSelector('pierce/dialog:not([open])');
  if (await page.$eval('.md-search__button', (button) => button.checkVisibility())) {
    await page.focus('.md-search__button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('pierce/dialog[open] input');
    assert.equal(await focused(), 'Search', where);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement.className.includes('md-search__button'));
  }
  await page.keyboard.press('/');
  await page.waitForSelector(first);
  await Promise.all([page.waitForFunction(() => location.hash === '#insert-or-update'), page.keyboard.press('Enter')]);
}

try {
  for (const [scheme, name] of [['light', 'default'], ['dark', 'slate']]) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.goto(home);
    // The choice of a reader is kept there.
    await page.evaluate(() => localStorage.clear());
    for (const width of [1440, 360]) {
      await page.setViewport({ width, height: 900 });
      for (const path of ['', 'postgres/', 'security/']) {
        await page.goto(new URL(path, home), { waitUntil: 'networkidle0' });
        assert.equal(await page.evaluate(() => document.body.dataset.mdColorScheme), name);
        const shown = await page.$$eval('img[src*="console-"]', (all) => all.filter((one) => one.checkVisibility()).map((one) => one.src.includes('-dark.png')));
        assert.deepEqual(shown, path === 'postgres/' ? [name === 'slate', name === 'slate'] : [], `${path} ${scheme}`);
        if (pictures) {
          await page.screenshot({ path: join(pictures, `${path.replace('/', '') || 'home'}-${scheme}-${width}.png`) });
        }
        await check(`${path || 'home'} ${scheme} ${width}`);
      }
      await searches(`${scheme} ${width}`);
    }
  }
  console.log('axe finds nothing in light and dark, on a screen and a phone; the search is used by keys, and finds a heading of the cookbook');
  const pages = (await readdir(site, { recursive: true }))
    .filter((path) => path.endsWith('/index.html') && !path.startsWith('decisions/'))
    .map((path) => path.slice(0, -'index.html'.length));
  assert.ok(pages.length > 60, `${pages.length} pages`);
  for (const path of pages) {
    await page.goto(new URL(path, home), { waitUntil: 'load' });
    await page.waitForFunction(() => !document.querySelector('.md-typeset__scrollwrap:not([tabindex]), .md-typeset th:empty'));
    await check(path);
  }
  console.log(`axe finds nothing in ${pages.length} pages on a phone in the dark`);
  for (const picture of ['architecture', 'call', 'login', 'publication', 'tenancy']) {
    await fits(`pictures/${picture}.svg`);
  }
  console.log('the words of the pictures are in their boxes');
  assert.deepEqual(complaints, []);
  console.log('nothing was asked of another host');
} finally {
  await browser.close();
  server.close();
}
