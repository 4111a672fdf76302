/** Wires the parts: what is known of the directory or the namespace, what the endpoint serves to the caller, and where the user is. */
import { callsPage } from './calls.js';
import { Caller, connectPage } from './connection.js';
import { promptPage, resourcePage, toolPage } from './definitions.js';
import { byId, h } from './dom.js';
import { follow } from './follow.js';
import { Known } from './known.js';
import { List } from './list.js';
import { McpClient } from './mcp.js';
import { isRefused, problemsOf } from './problems.js';
import { ask } from './question.js';
import { Served } from './served.js';
import { firstTool, serverPage } from './server.js';
import { notesOf, tablePage, tablesIn } from './tables.js';

const SECTIONS = [
  ['tools', 'Tools'],
  ['prompts', 'Prompts'],
  ['resources', 'Resources'],
  ['tables', 'Tables'],
  ['problems', 'Problems'],
  ['calls', 'Calls'],
  ['server', 'Server'],
  ['connect', 'Connect'],
];
/** What is not of a namespace: its databases, its calls and its address are known elsewhere. */
const OF_DIRECTORY = ['tables', 'calls', 'connect'];
const KINDS = { tools: 'Tool', prompts: 'Prompt', resources: 'Resource' };
const PAGES = { tools: toolPage, prompts: promptPage, resources: resourcePage, tables: tablePage };
/** Milliseconds until a server that did not answer is asked again. */
const AGAIN = 1000;
/** The pages without a list beside them. */
const SINGLE = {
  problems: () => problemsOf(overview),
  calls: () => callsPage(known.calls, new Set(overview.definitions.map((one) => one.name))),
  server: () => serverPage(overview, known.server),
  connect: () => connectPage(location.origin + (caller.path(overview.path) ?? overview.path), known.connect),
};

const caller = new Caller();
const list = new List(byId('list'));
const known = new Known((section) => {
  // Rows that are read by keyboard stay until the focus has left them.
  if (section === place().section && !document.activeElement?.closest('.calls tbody, .totals tbody')) {
    show();
  }
});
let overview;
let about;
let client;
let served;
let drawn = '';
let again;

const sections = () => SECTIONS.filter(([name]) => !overview?.cluster || !OF_DIRECTORY.includes(name));

function place() {
  const [, section = 'tools', key] = location.hash.split('/');
  return { section: sections().some(([name]) => name === section) ? section : 'tools', key: key && decodeURIComponent(key) };
}

/** Connects as the caller, and reads what it sees. */
async function connect() {
  client?.close();
  served = undefined;
  // A page that stays would call by the client that is closed.
  drawn = '';
  known.again(caller.address(overview.path));
  const path = caller.path(overview.path);
  if (path === undefined) {
    failed({ kind: 'credentials', message: `The path ${overview.path} needs values.` });
    return;
  }
  client = new McpClient(path, caller.headers, { notice: heard, question: ask });
  const mine = client;
  try {
    about = await client.begin();
    if (mine === client) {
      served = new Served(client);
      await read();
    }
  } catch (failure) {
    if (mine === client) {
      failed(failure);
    }
  }
}

async function read() {
  try {
    const names = overview.definitions.filter((one) => one.kind === 'Tool').map((one) => one.name);
    if (await served.read(names)) {
      byId('notice').replaceChildren();
      await show();
    }
  } catch (failure) {
    failed(failure);
  }
}

function heard(notice) {
  if (served && (notice === 'reconnected' || notice.endsWith('list_changed'))) {
    read();
  }
}

function failed(failure) {
  if (failure.kind === 'unreachable') {
    const mine = client;
    clearTimeout(again);
    again = setTimeout(() => mine === client && (served ? read : connect)(), AGAIN);
  }
  if (failure.kind === 'cancelled' || failure.kind === 'unreachable') {
    return;
  }
  byId('notice').replaceChildren(
    h('p', {}, failure.kind === 'credentials' ? `The server does not admit this caller: ${failure.message}` : failure.message),
    h('button', { type: 'button', class: 'small', click: () => caller.edit(overview.path, connect) }, 'Enter credentials'),
  );
  about = undefined;
  show();
}

/** Draws what has changed. */
async function show() {
  const { section, key } = place();
  header(section);
  if (!overview.cluster) {
    known.enter(section, caller.address(overview.path));
  }
  const isPaired = section in PAGES;
  byId('panes').classList.toggle('single', !isPaired);
  byId('panes').classList.toggle('chosen', isPaired && key !== undefined);
  byId('panes').classList.toggle('bare', isPaired && key === undefined && definitionsOf(section)?.length === 0);
  if (isPaired) {
    list.show(section, definitionsOf(section), section === 'tools' && served?.hasSearch ? (query) => served.search(query) : null, key);
    await showDefinition(section, key);
  } else {
    const page = SINGLE[section]();
    draw(() => page, page.outerHTML);
  }
}

/** Of a section with a list; undefined while they are not known. */
const definitionsOf = (section) => (section === 'tables' ? tablesIn(known.tables) : served?.[section]);

async function showDefinition(section, key) {
  const all = definitionsOf(section);
  if (all === undefined || key === undefined) {
    draw(() => welcome(section, all), `${section} ${about?.serverInfo?.name} ${JSON.stringify(all?.length)} ${byId('notice').textContent}`);
    return;
  }
  const definition = section === 'tools'
    ? await served.tool(key).catch(() => undefined)
    : all.find((one) => (one.key ?? one.name) === key);
  const now = place();
  if (now.section !== section || now.key !== key) {
    return;
  }
  if (definition === undefined) {
    const reason = absent(section, key);
    draw(() => h('article', { class: 'page' }, back(section), h('p', { class: 'empty' }, reason)), `none ${key} ${reason.length}`);
    return;
  }
  const kind = KINDS[section];
  const source = section === 'tables' ? overview.directory : overview.definitions.find((one) => one.kind === kind && one.name === key);
  const { relevance_score: _, ...known } = definition;
  const pageOf = () => {
    const page = PAGES[section](definition, served, source);
    page.prepend(back(section));
    return page;
  };
  draw(pageOf, JSON.stringify([section, known, source]));
}

const back = (section) => h('a', { class: 'back', href: `#/${section}` }, `All ${section}`);

/** Leaves what is typed and read where nothing differs: a page that is built takes the result of the one before. */
function draw(pageOf, essence) {
  if (essence !== drawn) {
    drawn = essence;
    byId('detail').replaceChildren(pageOf());
  }
}

/** Why there is no page of it, as children of an element. */
function absent(section, key) {
  if (section === 'tables') {
    return [`There is no table ${key}.`];
  }
  return isRefused(overview, KINDS[section], key)
    ? [`${key} is not served. `, h('a', { href: '#/problems' }, 'Problems'), ' says why.']
    : [`This caller does not see ${key}.`];
}

function welcome(section, all) {
  return h(
    'div',
    { class: 'page welcome' },
    about?.instructions && section !== 'tables' ? h('p', { class: 'description' }, about.instructions) : null,
    h('p', { class: 'empty' }, all ? invitation(section, all) : byId('notice').hasChildNodes() ? 'Nothing to see without the right caller.' : 'Connecting.'),
    section === 'tools' && all?.length === 0 && !overview.cluster ? firstTool(overview) : null,
    section === 'tables' && all ? [notesOf(known.tables), h('div', { class: 'buttons' }, h('button', { type: 'button', class: 'quiet', click: () => known.again() }, 'Read again'))] : null,
  );
}

function invitation(section, all) {
  if (all.length > 0) {
    return [`Choose one of the ${section}.`, ...(overview.cluster ? [] : [' An agent uses them once you ', h('a', { href: '#/connect' }, 'connect a client'), '.'])];
  }
  return section === 'tables'
    ? 'No adapter of this server has tables that can be shown.'
    : `${overview.server} has no ${section}. ${overview.cluster ? 'Apply one to' : 'Save one in'} ${overview.directory} and it appears here.`;
}

function header(section) {
  const title = about?.serverInfo?.title ?? overview.server.split('/')[1];
  byId('server').textContent = title;
  document.title = `${title} – Hyperterse`;
  byId('caller').textContent = caller.name;
  const problems = overview.problems.length;
  const counts = { tools: served?.tools.length, prompts: served?.prompts.length, resources: served?.resources.length, problems };
  const hasErrors = overview.problems.some((one) => one.severity === 'error');
  const links = sections().map(([name, label]) =>
    h(
      'a',
      { href: `#/${name}`, 'aria-current': name === section ? 'page' : undefined },
      label,
      counts[name] === undefined || (name === 'problems' && problems === 0)
        ? null
        : h('span', { class: name === 'problems' ? `count ${hasErrors ? 'error' : 'warning'}` : 'count' }, String(counts[name])),
    ));
  const active = document.activeElement?.closest?.('#sections a')?.getAttribute('href');
  byId('sections').replaceChildren(...links);
  links.find((link) => link.getAttribute('href') === active)?.focus();
}

function live(isLive) {
  byId('live').textContent = isLive ? 'live' : 'no answer';
  byId('live').classList.toggle('lost', !isLive);
}

byId('caller').addEventListener('click', () => overview && caller.edit(overview.path, connect));
addEventListener('hashchange', async () => {
  if (overview) {
    await show();
    const { section, key } = place();
    if (key !== undefined || !(section in PAGES)) {
      byId('detail').focus({ preventScroll: true });
      byId('detail').scrollTop = 0;
    }
  }
});
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea, select, dialog');
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    document.querySelector('#list input')?.focus();
  }
});

follow('/console/directory', {
  changed(next, { restarted }) {
    const isOther = overview === undefined || restarted || next.path !== overview.path || next.server !== overview.server;
    overview = next;
    live(true);
    if (isOther) {
      connect();
    } else {
      known.again(caller.address(next.path));
      (served ? read : show)();
    }
  },
  lost: () => live(false),
}, new AbortController().signal);
