/** Rows from results, and elements from calls. Texts become text nodes, so no cell can become markup. */
const SVG = 'http://www.w3.org/2000/svg';

function element(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      made.addEventListener(name, value);
    } else if (value !== false && value !== undefined) {
      made.setAttribute(name, value === true ? '' : String(value));
    }
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return made;
}

/** @param attributes by name; a function listens to the event of its name, false and undefined are left out */
const h = (tag, attributes = {}, ...children) => element(document.createElement(tag), attributes, children);

const svg = (tag, attributes = {}, ...children) => element(document.createElementNS(SVG, tag), attributes, children);

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** The structured content, else a text that is JSON. */
function contentOf(result) {
  if (result.structuredContent !== undefined) {
    return result.structuredContent;
  }
  try {
    return JSON.parse(textOf(result));
  } catch {
    return undefined;
  }
}

function textOf(result) {
  return (Array.isArray(result.content) ? result.content : [])
    .filter((block) => block.type === 'text')
    .map((block) => block.text)
    .join('\n');
}

/**
 * The rows of a result, each an object.
 *
 * @param isRow whether the result is the only row, whose members may be lists
 * @returns {?{rows: object[], truncated: boolean}} null where it has none
 */
function rowsOf(result, isRow) {
  const content = contentOf(result);
  const list = Array.isArray(content) ? content : isObject(content) && !isRow ? listIn(content) : undefined;
  const rows = list ?? (isObject(content) && Object.keys(content).length > 0 ? [content] : undefined);
  return rows && { rows: rows.map((row) => (isObject(row) ? row : { value: row })), truncated: Boolean(content.truncated) };
}

/** An empty list is one of rows only where no other is: scripts return lists of warnings beside their rows. */
function listIn(content) {
  if (Array.isArray(content.rows)) {
    return content.rows;
  }
  const lists = Object.values(content).filter((member) => Array.isArray(member) && member.every(isObject));
  return lists.find((list) => list.length > 0) ?? lists[0];
}

const columnsOf = (rows) => [...new Set(rows.flatMap(Object.keys))];

const cellText = (value) =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** A number, also one that a database writes as text to keep it exact; NaN where it is beyond those of browsers. */
function numberOf(value) {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value));
  return isNumber && Number.isFinite(Number(value)) ? Number(value) : NaN;
}

/** Whether all that a column has are numbers. */
function isNumeric(rows, column) {
  const values = rows.map((row) => row[column]).filter((value) => value !== null && value !== undefined);
  return values.length > 0 && values.every((value) => !Number.isNaN(numberOf(value)));
}

const counted = (count) => (count === 1 ? '1 row' : `${count} rows`);
