/** Rows as a table that sorts by a click on a column. */
const FIRST_ROWS = 200;

function tableOf({ rows, truncated }, title) {
  const columns = columnsOf(rows);
  const numeric = new Set(columns.filter((column) => isNumeric(rows, column)));
  const caption = h('caption', {}, `${title}: ${truncated ? `the first ${counted(rows.length)} of more` : counted(rows.length)}`);
  const body = h('tbody');
  const more = h('button', { type: 'button', class: 'more', click: showMore });
  const heads = columns.map((column) =>
    h(
      'th',
      { scope: 'col', class: numeric.has(column) && 'number' },
      h('button', { type: 'button', click: () => sortBy(column) }, column),
    ),
  );
  let sorted = rows;
  let shown = Math.min(FIRST_ROWS, rows.length);
  let ascending = true;
  let by;

  function sortBy(column) {
    ascending = by === column ? !ascending : true;
    by = column;
    sorted = rows.toSorted((one, other) => compare(one[column], other[column], numeric.has(column), ascending));
    heads.forEach((head, index) => {
      if (columns[index] === column) {
        head.setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
      } else {
        head.removeAttribute('aria-sort');
      }
    });
    fill();
  }

  function showMore() {
    shown = Math.min(shown + FIRST_ROWS, rows.length);
    fill();
  }

  function fill() {
    body.replaceChildren(
      ...sorted.slice(0, shown).map((row) => h('tr', {}, columns.map((column) => cellOf(row[column], numeric.has(column))))),
    );
    more.textContent = `Show more: ${rows.length - shown} left`;
    more.hidden = shown === rows.length;
  }

  fill();
  const table = h('table', {}, caption, h('thead', {}, h('tr', {}, heads)), body);
  return [h('div', { class: 'scroll', role: 'region', 'aria-label': `Table: ${title}`, tabindex: 0 }, table), more];
}

function cellOf(value, number) {
  return value === null
    ? h('td', { class: 'none' }, 'null')
    : h('td', { class: number && 'number' }, cellText(value));
}

/** What is absent comes last in both directions. */
function compare(one, other, number, ascending) {
  const absent = (value) => value === null || value === undefined;
  if (absent(one) || absent(other)) {
    return absent(one) - absent(other);
  }
  const order = number ? numberOf(one) - numberOf(other) : cellText(one).localeCompare(cellText(other), undefined, { numeric: true });
  return ascending ? order : -order;
}
