/** A line of source with a caret below it. Knows no document. */

/** @param {{line: number, column: number, excerpt: string}} problem columns count from 1 */
export function excerptOf({ line, column, excerpt }) {
  const indent = excerpt.length - excerpt.trimStart().length;
  const number = String(line);
  const before = [...excerpt].slice(indent, Math.max(indent, column - 1)).map((one) => (one === '\t' ? one : ' '));
  return `${number} | ${excerpt.trimStart()}\n${' '.repeat(number.length)} | ${before.join('')}^`;
}
