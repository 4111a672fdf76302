/** The pieces of a text by their kind, for colours. Knows no document. */

const WORDS = `all and as asc between by case cast cross delete desc distinct else end except exists filter for from full
  group having in inner insert intersect into is join lateral left like limit natural not null offset on or order outer
  over partition recursive returning right rows select set some then true false union update using values when where
  window with`.split(/\s+/).join('|');

const PLACE = String.raw`(?<place>\{\{[^}]*\}\})`;
const DOUBLE = String.raw`"(?:\\.|[^"\\\n])*"`;
const SINGLE = String.raw`'(?:''|[^'])*'`;
const NUMBER = String.raw`(?<number>(?<![\w.])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.]))`;

const LANGUAGES = {
  json: new RegExp(String.raw`(?<key>${DOUBLE}(?=\s*:))|(?<text>${DOUBLE})|${NUMBER}|(?<word>\b(?:true|false|null)\b)`, 'g'),
  sql: new RegExp(String.raw`(?<comment>--[^\n]*|/\*[^]*?\*/)|${PLACE}|(?<text>${SINGLE})|${NUMBER}|(?<word>\b(?:${WORDS})\b)`, 'gi'),
  toml: new RegExp(String.raw`(?<comment>^#[^\n]*)|(?<word>^\[[^\]\n]*\])|(?<key>^[\w.-]+(?=\s*=))|(?<text>${DOUBLE})|${NUMBER}`, 'gm'),
  yaml: new RegExp(String.raw`(?<comment>(?<=^|\s)#[^\n]*)|${PLACE}|(?<key>(?<=^[ -]*|[{,] ?)(?:[\w.-]+|${DOUBLE})(?=:(?:\s|$)))|(?<text>${DOUBLE}|${SINGLE})|(?<word>\b(?:true|false|null)\b)`, 'gm'),
};

/** Colours of more would take longer than they help. */
const LONGEST = 100_000;

/**
 * The text in pieces.
 *
 * @param {string} language json, sql, toml or yaml
 * @returns {string[][]} pairs of a kind (comment, key, number, place, text, word, or empty) and a piece
 */
export function piecesOf(text, language) {
  const pattern = LANGUAGES[language];
  if (pattern === undefined || text.length > LONGEST) {
    return [['', text]];
  }
  const pieces = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) {
      pieces.push(['', text.slice(end, match.index)]);
    }
    const [kind] = Object.entries(match.groups).find(([, piece]) => piece !== undefined);
    pieces.push([kind, match[0]]);
    end = match.index + match[0].length;
  }
  return end < text.length || pieces.length === 0 ? [...pieces, ['', text.slice(end)]] : pieces;
}

/** The language of a statement: documents and requests are JSON, all else is closest to SQL. */
export const languageOf = (statement) => (/^\s*[{[]/.test(statement) ? 'json' : 'sql');
