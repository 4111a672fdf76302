/** What a result of a tool says: its data, its texts, and how much it costs. Knows no document. */
import { parse } from './exact.js';
import { tableOf } from './table.js';

const BYTES_A_TOKEN = 4;

/**
 * Reads the result of tools/call.
 *
 * @returns {{failed: boolean, data: any, text: string, table: ?object, rows: ?number, more: ?string, tokens: number, others: string[]}}
 *     data is undefined where the result is no JSON; more says that rows are left out; tokens are estimated
 */
export function readAnswer(result) {
  const content = result.content ?? [];
  const blocks = content.filter((block) => block.type === 'text').map((block) => block.text);
  const text = blocks.join('\n');
  // A notice of left out rows is a block of its own, behind them.
  const notice = blocks.length > 1 ? dataOf(blocks.at(-1)) : undefined;
  const isCut = notice?.truncated === true;
  const data = result.structuredContent ?? dataOf(isCut ? blocks.slice(0, -1).join('\n') : text);
  const table = result.isError || data === undefined ? null : tableOf(data);
  return {
    failed: result.isError === true,
    data,
    text,
    table,
    rows: table?.count ?? null,
    more: isCut ? notice.more : undefined,
    tokens: tokensOf(text),
    others: content.filter((block) => block.type !== 'text').map(described),
  };
}

/** About as many tokens as models count. */
export function tokensOf(text) {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0);
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return Math.ceil(bytes / BYTES_A_TOKEN);
}

function dataOf(text) {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function described(block) {
  return block.type === 'resource_link'
    ? `resource ${block.uri}`
    : `${block.type}${block.mimeType ? ` (${block.mimeType})` : ''}`;
}

/** The input that a failure is about, if its message names one. */
export function inputNamed(message, names) {
  const named = /field '([^']+)'|inputs?[. ]'?([A-Za-z_][\w-]*)/.exec(message);
  const name = (named?.[1] ?? named?.[2] ?? '').split(/[.[]/)[0];
  return names.includes(name) ? name : undefined;
}
