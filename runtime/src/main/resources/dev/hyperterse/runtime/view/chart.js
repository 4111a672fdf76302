/** Rows as bars or lines, and the same rows as a table for those who do not see them. */
const MOST_POINTS = 200;
const HEIGHT = 220;
const LEFT = 52;
const TOP = 8;
const BOTTOM = 24;
const LEAST_LABEL = 64;

/** @returns the elements, or null where no column has numbers */
function chartOf(found, title, declared) {
  const columns = columnsOf(found.rows);
  const numeric = columns.filter((column) => isNumeric(found.rows, column));
  const label = declared.label ?? columns.find((column) => !numeric.includes(column));
  const wanted = declared.values?.length > 0 ? declared.values : numeric.filter((column) => column !== label).slice(0, 4);
  const values = wanted.filter((column) => numeric.includes(column));
  if (values.length === 0) {
    return null;
  }
  const rows = found.rows.slice(0, MOST_POINTS);
  const labels = rows.map((row, index) => (label === undefined ? String(index + 1) : cellText(row[label])));
  const lines = declared.marks ? declared.marks === 'Lines' : labels.every((text) => /^\d{4}-\d{2}(-\d{2})?/.test(text));
  const frame = h('div');
  let width = 0;
  const draw = () => {
    if (frame.clientWidth > 0 && frame.clientWidth !== width) {
      width = frame.clientWidth;
      frame.replaceChildren(drawn({ rows, labels, values, lines, width, title }));
    }
  };
  new ResizeObserver(draw).observe(frame);
  return [
    values.length > 1 ? legendOf(values) : null,
    frame,
    rows.length < found.rows.length ? h('p', { class: 'muted' }, `The chart has the first ${MOST_POINTS} of ${counted(found.rows.length)}.`) : null,
    h('details', {}, h('summary', {}, 'Data as a table'), tableOf(found, title)),
  ].filter((part) => part !== null);
}

function legendOf(values) {
  const mark = (index) =>
    svg('svg', { viewBox: '0 0 10 10', 'aria-hidden': 'true' }, svg('rect', { width: 10, height: 10, class: `series-${index + 1}` }));
  return h('ul', { class: 'legend' }, values.map((column, index) => h('li', {}, mark(index), column)));
}

function drawn({ rows, labels, values, lines, width, title }) {
  const numbers = values.map((column) => rows.map((row) => numberOf(row[column])));
  const known = numbers.flat().filter((number) => !Number.isNaN(number));
  const ticks = ticksOf(Math.min(0, ...known), Math.max(0, ...known));
  const [least, most] = [ticks[0], ticks.at(-1)];
  const band = (width - LEFT) / rows.length;
  const x = (index) => LEFT + band * (index + 0.5);
  const y = (number) => TOP + ((most - number) / (most - least)) * (HEIGHT - TOP - BOTTOM);
  const titleOf = (index, series) => svg('title', {}, `${labels[index]}: ${cellText(rows[index][values[series]])}`);

  const grid = ticks.map((tick) => [
    svg('line', { class: 'grid', x1: LEFT, x2: width, y1: y(tick), y2: y(tick) }),
    svg('text', { x: LEFT - 6, y: y(tick) + 4, 'text-anchor': 'end' }, shortened(tick)),
  ]);
  const step = Math.ceil(LEAST_LABEL / band);
  const letters = Math.floor((step * band) / 7);
  const axis = labels.map((text, index) =>
    index % step === 0
      ? svg('text', { x: x(index), y: HEIGHT - 8, 'text-anchor': 'middle' }, text.length > letters ? `${text.slice(0, letters - 1)}…` : text)
      : null,
  );
  const marks = numbers.map((series, at) => (lines ? lineOf(series, at) : barsOf(series, at)));

  function barsOf(series, at) {
    const barWidth = Math.max(1, (band * 0.8) / values.length);
    return series.map((number, index) =>
      Number.isNaN(number)
        ? null
        : svg(
            'rect',
            {
              class: `series-${at + 1}`,
              x: x(index) - (barWidth * values.length) / 2 + barWidth * at,
              y: y(Math.max(0, number)),
              width: barWidth,
              height: Math.max(0.5, Math.abs(y(number) - y(0))),
            },
            titleOf(index, at),
          ),
    );
  }

  function lineOf(series, at) {
    const points = series.map((number, index) => ({ number, index })).filter((point) => !Number.isNaN(point.number));
    const path = points.map(({ number, index }, place) => `${place === 0 ? 'M' : 'L'}${x(index)} ${y(number)}`).join('');
    return [
      svg('path', { class: `line series-${at + 1}`, d: path }),
      points.map(({ number, index }) => svg('circle', { class: `series-${at + 1}`, cx: x(index), cy: y(number), r: 3 }, titleOf(index, at))),
    ].flat();
  }

  const described = `${lines ? 'Line' : 'Bar'} chart of ${values.join(', ')}: ${counted(rows.length)}`;
  return svg(
    'svg',
    { viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img', 'aria-label': `${title}. ${described}` },
    grid.flat(),
    axis,
    marks.flat(),
  );
}

/** Round numbers from the least to the most, about five. */
function ticksOf(least, most) {
  const span = most - least || 1;
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const first = Math.floor(least / step);
  const count = Math.max(1, Math.ceil(most / step) - first);
  return Array.from({ length: count + 1 }, (_, index) => (first + index) * step);
}

const shortened = (number) => new Intl.NumberFormat(document.documentElement.lang, { notation: 'compact', maximumFractionDigits: 2 }).format(number);
