/** Results as tables. Knows no document. */
import { ExactNumber } from './exact.js';

const isObject = (value) =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof ExactNumber);

/**
 * A table of a value: of a list of objects their members, of other lists one column, of an object one line for each
 * member. Null for all else.
 *
 * @returns {?{columns: string[], rows: Array[], count: number}} count is that of the rows of the result
 */
export function tableOf(value) {
  if (Array.isArray(value)) {
    return value.length > 0 && value.every(isObject) ? ofObjects(value) : ofValues(value);
  }
  if (!isObject(value)) {
    return null;
  }
  // Beside rows, structured content may say whether there are more.
  const { truncated: _, nextCursor: __, ...rest } = value;
  const [only, ...others] = Object.values('rows' in value ? rest : value);
  if (others.length === 0 && Array.isArray(only)) {
    return tableOf(only);
  }
  return { columns: ['member', 'value'], rows: Object.entries(value), count: 1 };
}

function ofObjects(objects) {
  const columns = [...new Set(objects.flatMap(Object.keys))];
  return { columns, rows: objects.map((one) => columns.map((column) => one[column])), count: objects.length };
}

function ofValues(values) {
  return { columns: values.length === 0 ? [] : ['value'], rows: values.map((one) => [one]), count: values.length };
}

/** The text of a cell, and how it is shown. */
export function cellOf(value) {
  if (value === undefined) {
    return { text: '', kind: 'none' };
  }
  if (value === null) {
    return { text: 'null', kind: 'none' };
  }
  if (typeof value === 'number' || value instanceof ExactNumber) {
    return { text: String(value), kind: 'number' };
  }
  return typeof value === 'object'
    ? { text: JSON.stringify(value), kind: 'json' }
    : { text: String(value), kind: typeof value === 'boolean' ? 'boolean' : 'text' };
}
