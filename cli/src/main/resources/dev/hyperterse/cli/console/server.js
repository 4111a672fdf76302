/** The page of what serves: revision, adapters with their health, and what the tools cost a model. */
import { codeBlock } from './code.js';
import { counted, h } from './dom.js';

const HEALTH = { Up: 'good', Down: 'error', Connecting: 'warning' };
const MOST_TOOLS = 30;

/** The manifest of a tool to begin with, which needs no database. @param server its namespace and name */
export function firstManifest(server) {
  const [namespace, name] = server.split('/');
  return `apiVersion: hyperterse.dev/v1alpha1
kind: Tool
metadata:
  name: greet${namespace === 'default' ? '' : `\n  namespace: "${namespace}"`}
spec:
  serverRefs: [{name: "${name}"}]
  description: Greets a person by name.
  inputs:
    - {name: name, type: string, description: Name of the person}
  hints: {readOnly: true}
  script:
    language: JavaScript
    source:
      inline: "export default ({ inputs }) => \`Hello, \${inputs.name}\`"
`;
}

export function firstTool({ directory, server }) {
  return [h('p', {}, 'A tool to begin with, as ', h('code', {}, `${directory}/greet.yaml`), ':'), codeBlock(firstManifest(server), 'yaml', 'a first tool')];
}

/** @param state undefined while it is not known */
export function serverPage(overview, state) {
  const others = overview.servers.filter((server) => server !== overview.server);
  return h(
    'article',
    { class: 'page' },
    h('h2', {}, 'Server'),
    h('p', {}, h('code', {}, overview.server), ' of ', h('code', {}, overview.directory)),
    overview.facts.length > 0 ? table('Facts', ['Fact', 'Value'], overview.facts.map((fact) => [fact.name, fact.value])) : null,
    state ? h('p', { class: 'hint' }, `Revision ${state.reload} since dev began.`) : null,
    others.length > 0
      ? [h('h3', {}, 'Other servers of the directory'), h('ul', { class: 'plain' }, others.map((server) => h('li', {}, h('code', {}, `--server ${server}`))))]
      : null,
    state ? [h('h3', {}, 'Adapters'), adaptersOf(state.adapters), refusedOf(overview.problems), h('h3', {}, 'Tokens'), tokensOf(state.tokens)] : null,
  );
}

function adaptersOf(adapters) {
  return adapters.length === 0
    ? h('p', { class: 'empty' }, 'None.')
    : table('Adapters', ['Name', 'State', 'Reason'], adapters.map((one) => [
        h('code', {}, one.name),
        h('span', { class: `health ${HEALTH[one.state] ?? ''}` }, one.state.toLowerCase()),
        one.message,
      ]));
}

/** An adapter whose settings cannot be used has no connection, and so no health. */
function refusedOf(problems) {
  return problems.some((one) => one.field?.startsWith('spec.adapters'))
    ? h('p', { class: 'hint' }, 'There are ', h('a', { href: '#/problems' }, 'problems'), ' with adapters.')
    : null;
}

function tokensOf({ all, entryTools, search, tools }) {
  const shown = tools.slice(0, MOST_TOOLS);
  return [
    h('p', { class: 'hint' }, 'What a model reads of the tools, estimated as a quarter of the bytes.'),
    table('Tokens', ['List', 'Tokens'], [
      ['all tools (exposure: Direct)', number(all)],
      ['search and execute (exposure: Search)', number(entryTools)],
      ['and for each search, at most about', number(search)],
    ]),
    shown.length === 0 ? null : table('Tokens of each tool', ['Tool', 'Tokens'], shown.map((tool) => [
      h('a', { href: `#/tools/${encodeURIComponent(tool.name)}` }, tool.name),
      number(tool.tokens),
    ])),
    shown.length < tools.length ? h('p', { class: 'hint' }, `The ${MOST_TOOLS} largest of ${counted(tools.length, 'tool')}.`) : null,
  ];
}

const number = (value) => value.toLocaleString('en');

function table(label, headings, rows) {
  return h(
    'div',
    { class: 'scroll framed', tabindex: '0', role: 'region', 'aria-label': label },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, headings.map((heading) => h('th', { scope: 'col' }, heading)))),
      h('tbody', {}, rows.map((cells) => h('tr', {}, cells.map((cell) => h('td', {}, cell))))),
    ),
  );
}
