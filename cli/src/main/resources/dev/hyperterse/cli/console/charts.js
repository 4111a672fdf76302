/** Charts of the last calls: how many, and how long they took. The table below them has the numbers. */
import { columnsOf, heightOf, spanOf, totalsOf } from './chart.js';
import { counted, h } from './dom.js';
import { milliseconds } from './results.js';

const SVG = 'http://www.w3.org/2000/svg';
const HEIGHT = 64;
const WIDTH = 600;

/** @param calls at least one, the newest first */
export function chartsOf(calls) {
  return h('div', { class: 'charts' }, numberChart(calls), latencyChart(calls));
}

function numberChart(calls) {
  const { seconds, columns } = columnsOf(calls);
  const most = Math.max(...columns.map((one) => one.done + one.failed));
  const failed = calls.filter((call) => call.failure).length;
  const bars = columns.map(({ done, failed: bad }) => [
    { height: (done + bad) / most, kind: 'done' },
    { height: bad / most, kind: 'failed' },
  ]);
  return figure(bars, `Calls in each ${spanOf(seconds)}, at most ${most}; ${failed} of ${calls.length} failed`);
}

function latencyChart(calls) {
  const slowest = Math.max(...calls.map((call) => call.milliseconds));
  const bars = calls.toReversed().map((call) => [
    { height: heightOf(call.milliseconds, slowest), kind: call.failure ? 'failed' : 'done' },
  ]);
  return figure(bars, `Time taken by each of ${counted(calls.length, 'call')}, at most ${milliseconds(slowest)}, logarithmic`);
}

/** @param bars from left to right, each with the parts that are drawn over each other */
function figure(bars, caption) {
  const svg = drawn('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  const width = Math.min(24, WIDTH / bars.length);
  bars.forEach((parts, index) =>
    parts.filter((part) => part.height > 0).forEach(({ height, kind }) =>
      svg.append(drawn('rect', {
        class: kind,
        x: WIDTH - (bars.length - index) * width,
        y: HEIGHT * (1 - height),
        width: width * 0.8,
        height: HEIGHT * height,
      }))));
  return h('figure', {}, svg, h('figcaption', { class: 'hint' }, `${caption}.`));
}

function drawn(name, attributes) {
  const element = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, String(value)));
  return element;
}

/** @param link makes an element of a name and a method */
export function totalsTable(calls, link) {
  const headings = ['Name', 'Calls', 'Failed', 'Median', '95 of 100', 'Slowest'];
  return h(
    'div',
    { class: 'scroll totals', tabindex: '0', role: 'region', 'aria-label': 'By name' },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, headings.map((heading) => h('th', { scope: 'col' }, heading)))),
      h('tbody', {}, totalsOf(calls).map((one) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, link(one)),
          [String(one.calls), one.failed === 0 ? '' : String(one.failed), ...[one.median, one.most, one.slowest].map(milliseconds)]
            .map((text) => h('td', { class: 'number' }, text)),
        ))),
    ),
  );
}
