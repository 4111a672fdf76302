/** The page of a table of a database: its columns, where they lead, and the tools that can be made of it. */
import { folded } from './code.js';
import { counted, h } from './dom.js';

/**
 * The tables of all adapters as a list shows them.
 *
 * @param {?Array} databases undefined while they are not known
 */
export function tablesIn(databases) {
  return databases?.flatMap(({ adapter, engine, tables }) =>
    tables.map((table) => ({ ...table, adapter, engine, key: keyOf(adapter, table.name), description: table.comment || about(table) })));
}

const keyOf = (adapter, table) => `${adapter}/${table}`;

function about(table) {
  const rows = table.rows < 0 ? null : `about ${counted(table.rows, 'row')}`;
  return [counted(table.columns.length, 'column'), rows].filter(Boolean).join(', ');
}

export function tablePage(table, _, directory) {
  const references = new Map(table.references.flatMap(({ columns, table: other, targets }) =>
    columns.map((column, index) => [column, { other: keyOf(table.adapter, other), text: `${other}.${targets[index]}` }])));
  return h(
    'article',
    { class: 'page' },
    h(
      'div',
      { class: 'heading' },
      h('h2', {}, table.name),
      h('p', { class: 'facts' }, [
        h('code', {}, table.adapter),
        h('span', {}, table.engine),
        table.view ? h('span', { class: 'badge' }, 'view') : null,
        h('span', {}, about(table)),
      ]),
      table.comment ? h('p', { class: 'description' }, table.comment) : null,
    ),
    columnsOf(table, references),
    h('h3', {}, 'Make a tool of it'),
    table.tools.length === 0
      ? h('p', { class: 'empty' }, 'No tool can be made of it: its name or columns do not fit into a statement.')
      : h('p', { class: 'hint' }, `Copy one into a file of ${directory}; a new file is a line more in its kustomization.yaml, if it has one. What you save is served at once.`),
    table.tools.map((tool) => folded(tool.name, tool.yaml, 'yaml', h('p', { class: 'hint' }, tool.description))),
  );
}

function columnsOf(table, references) {
  const row = (column) => {
    const reference = references.get(column.name);
    const facts = [column.key ? 'key' : null, column.nullable ? 'may be null' : null].filter(Boolean).join(', ');
    return h(
      'tr',
      {},
      h('th', { scope: 'row' }, column.name),
      h('td', {}, h('code', {}, column.type)),
      h('td', {}, facts),
      h('td', {}, reference ? h('a', { href: `#/tables/${encodeURIComponent(reference.other)}` }, reference.text) : ''),
      h('td', {}, [column.comment, column.choices.length > 0 ? `one of ${column.choices.join(', ')}` : ''].filter(Boolean).join(' ')),
    );
  };
  return h(
    'div',
    { class: 'scroll framed', tabindex: '0', role: 'region', 'aria-label': 'Columns' },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, ['Column', 'Type', 'Rules', 'Leads to', 'About'].map((heading) => h('th', { scope: 'col' }, heading)))),
      h('tbody', {}, table.columns.map(row)),
    ),
  );
}

/** Adapters whose tables are not shown, and what else is left out. */
export function notesOf(databases) {
  const notes = databases.flatMap(({ adapter, failure, notes: left }) =>
    [...(failure ? [`The tables of ${adapter} are not known: ${failure}`] : []), ...left.map((note) => `${adapter}: ${note}`)]);
  return notes.length === 0 ? null : h('ul', { class: 'plain' }, notes.map((note) => h('li', { class: 'wrap' }, note)));
}
