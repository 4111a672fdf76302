/** Results and failures of calls. */
import { h, copyButton, counted } from './dom.js';
import { pre } from './code.js';
import { pretty } from './exact.js';
import { readAnswer } from './answer.js';
import { cellOf } from './table.js';

const MOST_ROWS = 500;

/** The result of tools/call, without an error; @param duration in milliseconds */
export function toolResult(result, duration) {
  const answer = readAnswer(result);
  const views = viewsOf(answer);
  const facts = [
    answer.rows === null ? null : counted(answer.rows, 'row'),
    milliseconds(duration),
    `about ${counted(answer.tokens, 'token')}`,
  ];
  return panel(facts, views, answer.text);
}

function viewsOf(answer) {
  const views = [];
  if (answer.table) {
    views.push(['Table', () => h('div', {}, tableElement(answer.table), answer.more ? h('p', { class: 'empty' }, answer.more) : null)]);
  }
  if (answer.data !== undefined && typeof answer.data === 'object') {
    views.push(['JSON', () => pre(pretty(answer.data), 'json')]);
  }
  views.push(['Text', () => h('pre', { tabindex: '0', class: 'wrap' }, [answer.text, ...answer.others].join('\n'))]);
  return views;
}

/** Texts with their headings, as of prompts and resources. */
export function texts(blocks, duration) {
  const all = blocks.map((block) => block.text).join('\n');
  const show = () =>
    blocks.map((block) => [
      block.heading ? h('h3', {}, block.heading) : null,
      h('pre', { tabindex: '0', class: 'wrap' }, block.text),
    ]);
  return panel([milliseconds(duration)], [['Text', () => h('div', {}, show())]], all);
}

function panel(facts, views, text) {
  const body = h('div', { class: 'body' });
  const buttons = views.map(([name, show]) =>
    h('button', { type: 'button', class: 'quiet small', 'aria-pressed': 'false', click: (event) => choose(event.currentTarget, show) }, name));
  const choose = (chosen, show) => {
    buttons.forEach((button) => button.setAttribute('aria-pressed', String(button === chosen)));
    body.replaceChildren(show());
  };
  choose(buttons[0], views[0][1]);
  return h(
    'div',
    { class: 'result' },
    h(
      'div',
      { class: 'facts' },
      h('p', {}, facts.filter(Boolean).join(' · ')),
      h('div', { class: 'views', role: 'group', 'aria-label': 'Show as' }, views.length > 1 ? buttons : null),
      copyButton(text, 'Copy the result'),
    ),
    body,
  );
}

function tableElement(table) {
  if (table.rows.length === 0) {
    return h('p', { class: 'empty' }, 'No rows.');
  }
  const shown = table.rows.slice(0, MOST_ROWS);
  return h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Rows' },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, table.columns.map((column) => h('th', { scope: 'col' }, column)))),
      h('tbody', {}, shown.map((row) => h('tr', {}, row.map(cell)))),
    ),
    shown.length < table.rows.length
      ? h('p', { class: 'empty' }, `The first ${MOST_ROWS} of ${counted(table.rows.length, 'row')}; JSON has all.`)
      : null,
  );
}

function cell(value) {
  const { text, kind } = cellOf(value);
  return h('td', { class: kind }, text);
}

/** A failure, in words. */
export function failure(title, message, duration) {
  return h(
    'div',
    { class: 'result failed' },
    h('div', { class: 'facts' }, h('p', {}, duration === undefined ? title : `${title} · ${milliseconds(duration)}`)),
    h('pre', { class: 'wrap' }, message),
  );
}

export const milliseconds = (duration) => `${duration < 10 ? duration.toFixed(1) : Math.round(duration)} ms`;
