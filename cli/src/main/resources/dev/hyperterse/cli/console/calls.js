/** The page of the last calls of all clients. */
import { chartsOf, totalsTable } from './charts.js';
import { h } from './dom.js';
import { milliseconds } from './results.js';

const SECTIONS = { 'tools/call': 'tools', 'prompts/get': 'prompts' };
const HEADINGS = ['Time', 'Client', 'Called', 'Arguments', 'Rows', 'Time taken'];

/** @param {Set<string>} names of the definitions of the directory, which have a page */
export function callsPage(calls, names) {
  return h(
    'article',
    { class: 'page wide' },
    h('h2', {}, 'Calls'),
    calls === undefined || calls.length > 0
      ? h('p', { class: 'hint' }, 'The last 200 of all clients, the newest first.')
      : h('p', { class: 'empty' }, 'No calls yet. Those of every client appear here.'),
    calls === undefined || calls.length === 0
      ? null
      : [
        chartsOf(calls),
        totalsTable(calls, (one) => linked(one, names)),
        h(
          'div',
          { class: 'scroll calls', tabindex: '0', role: 'region', 'aria-label': 'Calls' },
          h(
            'table',
            {},
            h('thead', {}, h('tr', {}, HEADINGS.map((heading) => h('th', { scope: 'col' }, heading)))),
            h('tbody', {}, calls.map((call) => row(call, names))),
          ),
        ),
      ],
  );
}

/** The name of what was called, as a link where it has a page. */
function linked({ method, name }, names) {
  const section = SECTIONS[method];
  if (section === undefined) {
    return `${method} ${name}`;
  }
  return names.has(name) ? h('a', { href: `#/${section}/${encodeURIComponent(name)}` }, name) : name;
}

function row(call, names) {
  return h(
    'tr',
    { class: call.failure ? 'failed' : undefined },
    h('td', { class: 'number' }, call.at),
    h('td', {}, call.client || 'a client', call.caller ? h('span', { class: 'hint' }, ` ${call.caller}`) : null),
    h('td', {}, linked(call, names)),
    h('td', { class: 'json' }, call.arguments === '{}' ? '' : call.arguments, call.failure ? h('p', { class: 'problem' }, call.failure) : null),
    h('td', { class: 'number' }, call.rows < 0 ? '' : call.rows.toLocaleString('en')),
    h('td', { class: 'number' }, milliseconds(call.milliseconds)),
  );
}
