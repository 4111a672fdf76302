/** Checks of the modules that know no document; each exported function is one, and throws where it fails. */
import { inputNamed, readAnswer, tokensOf } from '../../../../../../main/resources/dev/hyperterse/cli/console/answer.js';
import { columnsOf, heightOf, spanOf, totalsOf } from '../../../../../../main/resources/dev/hyperterse/cli/console/chart.js';
import { dataOf } from '../../../../../../main/resources/dev/hyperterse/cli/console/events.js';
import { excerptOf } from '../../../../../../main/resources/dev/hyperterse/cli/console/excerpt.js';
import { parse, pretty } from '../../../../../../main/resources/dev/hyperterse/cli/console/exact.js';
import { argumentsOf, fieldsOf, isFree, valueOf } from '../../../../../../main/resources/dev/hyperterse/cli/console/fields.js';
import { languageOf, piecesOf } from '../../../../../../main/resources/dev/hyperterse/cli/console/highlight.js';
import { filtered, listed, reasonsOf } from '../../../../../../main/resources/dev/hyperterse/cli/console/served.js';
import { isRefused } from '../../../../../../main/resources/dev/hyperterse/cli/console/problems.js';
import { firstManifest } from '../../../../../../main/resources/dev/hyperterse/cli/console/server.js';
import { McpClient } from '../../../../../../main/resources/dev/hyperterse/cli/console/mcp.js';
import { cellOf, tableOf } from '../../../../../../main/resources/dev/hyperterse/cli/console/table.js';

function same(actual, expected) {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) {
    throw new Error(`${one} is not ${other}`);
  }
}

const one = (schema, required = true) =>
  fieldsOf({ type: 'object', properties: { it: schema }, required: required ? ['it'] : [] })[0];
const typed = (schema, text, required) => valueOf(one(schema, required), text);

export function eachTypeHasItsKindOfField() {
  const kinds = {
    text: { type: 'string' },
    long: { type: 'string', maxLength: 5000 },
    date: { type: 'string', format: 'date' },
    integer: { type: 'integer' },
    number: { type: ['number', 'null'] },
    boolean: { type: 'boolean' },
    choice: { type: 'string', enum: ['a', 'b'] },
    choices: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    list: { type: 'array', items: { type: 'integer' } },
    json: { type: 'object' },
  };
  Object.entries(kinds).forEach(([kind, schema]) => same(one(schema).kind, kind));
  same(one({ type: 'array', items: { type: 'object' } }).kind, 'json');
  same(one({ type: ['string', 'integer'] }).kind, 'json');
  same(one({ anyOf: [{ const: 1, title: 'One' }, { const: 2 }] }).options.map((option) => option.title), ['One', '2']);
  same(one(true).kind, 'json');
}

export function inputsAreNamedWithTheirBounds() {
  same(one({ type: 'integer', minimum: 1, maximum: 9 }).type, 'integer, 1 to 9');
  same(one({ type: 'string', minLength: 2 }).type, 'text, at least 2 characters');
  same(one({ type: 'array', items: { type: 'string' }, maxItems: 3 }).type, 'list of text, at most 3 items');
  same(one({ type: 'string', enum: ['a', 'b', 'c'] }).type, 'one of 3');
}

export function aLargeNumberKeepsItsDigits() {
  same(typed({ type: 'integer' }, '9007199254740993'), { json: '9007199254740993' });
  same(typed({ type: 'number' }, ' 0.10 '), { json: '0.10' });
  same(typed({ type: 'array', items: { type: 'integer' } }, '1\n\n9007199254740993\n'), { json: '[1,9007199254740993]' });
  same(typed({ type: 'object' }, '{"big": 9007199254740993}'), { json: '{"big": 9007199254740993}' });
}

export function whatIsNoNumberHasAProblem() {
  ['x', '1.5', '01', '1e3', '--1', '0x10'].forEach((text) => same('problem' in typed({ type: 'integer' }, text), true));
  ['x', '.5', '1.', 'NaN', 'Infinity'].forEach((text) => same('problem' in typed({ type: 'number' }, text), true));
  same(typed({ type: 'integer', minimum: 1, maximum: 9 }, '10').problem, 'This must be 1 to 9.');
  same(typed({ type: 'number', exclusiveMinimum: 0 }, '0').problem, 'This must be more than 0.');
  same(typed({ type: 'array', items: { type: 'integer' } }, '1\nx').problem, 'x: Write a whole number, as in 42.');
}

export function anEmptyInputIsLeftOutUnlessItIsRequired() {
  same(typed({ type: 'string' }, ' ', false), {});
  same(typed({ type: 'string' }, '').problem, 'This input is required.');
  same(typed({ type: 'integer', default: 10 }, ''), {});
  same(typed({ type: 'array', items: { enum: ['a'] } }, [], false), {});
}

export function textIsCountedAndMatched() {
  same(typed({ type: 'string', maxLength: 2 }, '👍👍'), { json: '"👍👍"' });
  same(typed({ type: 'string', maxLength: 2 }, 'abc').problem, 'This must have at most 2 characters.');
  same(typed({ type: 'string', pattern: '^a' }, 'b').problem, 'This must match ^a.');
  // RE2 knows patterns that JavaScript refuses: the server decides.
  same(typed({ type: 'string', pattern: '(?i)^a' }, 'A"\n'), { json: '"A\\"\\n"' });
}

export function choicesAreTheValuesOfTheSchema() {
  same(typed({ enum: [1, 'b', null] }, '0'), { json: '1' });
  same(typed({ enum: [1, 'b', null] }, '2'), { json: 'null' });
  same(typed({ type: 'array', items: { enum: ['a', 'b'] }, maxItems: 1 }, ['0', '1']).problem, 'This must have at most 1 items.');
  same(typed({ type: 'boolean' }, 'false'), { json: 'false' });
}

export function jsonMustBeOfItsType() {
  same(typed({ type: 'object' }, '[1]').problem, 'This must be object.');
  same('problem' in typed({ type: 'object' }, '{a:1}'), true);
  same(typed({}, 'null'), { json: 'null' });
}

export function argumentsAreOneObject() {
  const fields = fieldsOf({ properties: { a: { type: 'integer' }, 'b"': { type: 'string' }, c: { type: 'string' } }, required: ['a'] });
  same(argumentsOf(fields, new Map([['a', '1'], ['b"', 'x']])).json, '{"a":1,"b\\"":"x"}');
  const wrong = argumentsOf(fields, new Map([['b"', 'x']]));
  same([...wrong.problems.keys()], ['a']);
  same(isFree({ type: 'object' }), true);
  same(isFree({ type: 'object', additionalProperties: false }), false);
}

export function rowsBecomeATable() {
  same(tableOf([{ a: 1 }, { b: 2 }]).columns, ['a', 'b']);
  same(tableOf([{ a: 1 }, { b: null }]).rows, [[1, undefined], [undefined, null]]);
  same(tableOf({ rows: [{ a: 1 }] }).count, 1);
  same(tableOf([1, 'x']).rows, [[1], ['x']]);
  same(tableOf({ a: 1, b: [2] }).rows, [['a', 1], ['b', [2]]]);
  same(tableOf([]), { columns: [], rows: [], count: 0 });
  same(tableOf('text'), null);
  same(tableOf([{ a: 1 }, 2]).columns, ['value']);
}

export function whetherThereAreMoreRowsIsNoMemberBesideThemAlone() {
  same(tableOf({ rows: [{ a: 1 }], truncated: true, nextCursor: 'x' }).rows, [[1]]);
  const all = { rows: [{ a: 1 }], truncated: true, nextCursor: 'x', other: 2 };
  same(tableOf(all).rows, Object.entries(all));
  same(tableOf({ list: [1], truncated: true }).rows, [['list', [1]], ['truncated', true]]);
}

export function onlyAnErrorOfItsOwnObjectRefusesADefinition() {
  const refused = (problem, definitions = []) =>
    isRefused({ server: 'shop/main', definitions, problems: [{ severity: 'error', object: 'Tool shop/a', ...problem }] }, 'Tool', 'a');
  same(refused({}), true);
  same(refused({ severity: 'warning' }), false);
  same(refused({ object: 'Tool other/a' }), false);
  same(refused({ object: 'Prompt shop/a' }), false);
  same(refused({}, [{ kind: 'Tool', name: 'a', object: 'shop/a' }]), false);
}

export function theFirstToolIsOfItsServerWhateverTheirNames() {
  const manifest = firstManifest('shop/123');
  same(manifest.includes('  name: greet\n  namespace: "shop"\nspec:\n  serverRefs: [{name: "123"}]\n'), true);
  same(firstManifest('default/true').includes('  name: greet\nspec:\n  serverRefs: [{name: "true"}]\n'), true);
}

export function cellsShowWhatIsMissing() {
  same(cellOf(undefined), { text: '', kind: 'none' });
  same(cellOf(null), { text: 'null', kind: 'none' });
  same(cellOf([1]), { text: '[1]', kind: 'json' });
  same(cellOf(0), { text: '0', kind: 'number' });
  same(cellOf('<b>'), { text: '<b>', kind: 'text' });
}

export function numbersKeepAllTheirDigits() {
  const value = parse('{"rows":[{"id":9007199254740993,"in":{"of":[1e400]}}]}');
  same(JSON.stringify(value), '{"rows":[{"id":9007199254740993,"in":{"of":[1e400]}}]}');
  same(JSON.stringify(parse('[1e-400,0.00,1E2,-0]')), '[1e-400,0,100,0]');
  same(pretty(parse('[12345678901234567890]')), '[\n  12345678901234567890\n]');
  const [id, nested] = tableOf(value).rows[0].map(cellOf);
  same([id, nested], [{ text: '9007199254740993', kind: 'number' }, { text: '{"of":[1e400]}', kind: 'json' }]);
}

export function theInputsOfAHitAreAClosedSchema() {
  const { inputSchema } = listed({ name: 'a', inputs: [{ name: 'id', type: 'int', optional: false }] });
  same(inputSchema, { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'], additionalProperties: false });
  same(listed({ inputs: [], inputSchema: { type: 'object' } }).inputSchema, { type: 'object' });
}

/** What the page gets of a browser, as far as one call needs it. */
class FakeSignal {
  listeners = new Set();

  addEventListener(_, listener) {
    this.listeners.add(listener);
  }

  removeEventListener(_, listener) {
    this.listeners.delete(listener);
  }

  abort() {
    this.listeners.forEach((listener) => listener());
  }
}

function clientOf(answer) {
  const sent = [];
  globalThis.AbortController = class {
    signal = new FakeSignal();
  };
  globalThis.AbortSignal = { any: (signals) => signals.at(-1) };
  globalThis.fetch = (_, { body, signal }) => {
    sent.push(JSON.parse(body));
    return answer(signal);
  };
  return { client: new McpClient('/mcp', {}, {}), sent };
}

export async function aCancelledCallIsCancelledAtTheServer() {
  const { client, sent } = clientOf(
    (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject({ name: 'AbortError' }))));
  const signal = new FakeSignal();
  const call = client.request('tools/call', '{}', signal);
  signal.abort();
  same(await call.catch((failure) => failure.kind), 'cancelled');
  same(sent[1], {
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: sent[0].id, reason: 'cancelled in the console' },
  });
}

export async function aCallThatHasItsAnswerIsNotCancelled() {
  const { client, sent } = clientOf(async () => ({
    ok: true,
    headers: new Map([['Content-Type', 'application/json']]),
    text: async () => '{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"id":9007199254740993}}}',
  }));
  const signal = new FakeSignal();
  const { structuredContent } = await client.request('tools/call', '{}', signal);
  signal.abort();
  same(String(structuredContent.id), '9007199254740993');
  same(sent.length, 1);
}

export function rowsThatAreCutAreATable() {
  const cut = '{"truncated":true,"rows":1,"more":"These are the first rows."}';
  const answer = readAnswer({ content: [{ type: 'text', text: '[{"a":1}]' }, { type: 'text', text: cut }] });
  same([answer.table.columns, answer.rows, answer.more], [['a'], 1, 'These are the first rows.']);
  const structured = { rows: [{ a: 1 }, { a: 2 }], truncated: true, nextCursor: 'x' };
  same(readAnswer({ content: [], structuredContent: structured }).table.columns, ['a']);
  same(readAnswer({ content: [{ type: 'text', text: '[1]' }, { type: 'text', text: '[2]' }] }).table, null);
}

export function anAnswerSaysItsRowsAndTokens() {
  const answer = readAnswer({ content: [{ type: 'text', text: '[{"a":1},{"a":2}]' }] });
  same([answer.rows, answer.tokens, answer.failed], [2, 5, false]);
  const failed = readAnswer({ isError: true, content: [{ type: 'text', text: '[1]' }] });
  same([failed.rows, failed.failed, failed.table], [null, true, null]);
  same(readAnswer({ content: [{ type: 'image', mimeType: 'image/png', data: '' }] }).others, ['image (image/png)']);
  same(readAnswer({ content: [], structuredContent: { total: 7 } }).table.rows, [['total', 7]]);
  same(readAnswer({}).text, '');
  same([tokensOf(''), tokensOf('abcde'), tokensOf('ääää'), tokensOf('👍')], [0, 2, 2, 1]);
}

export function aFailureFindsItsInput() {
  same(inputNamed("validation error for field 'order_id': no int", ['order_id']), 'order_id');
  same(inputNamed("validation error for field 'ids[2]': no int", ['ids']), 'ids');
  same(inputNamed("validation error for field 'other': no int", ['order_id']), undefined);
  same(inputNamed('out of stock', ['stock']), undefined);
}

export function aCaretStandsBelowItsColumn() {
  same(excerptOf({ line: 7, column: 5, excerpt: '  a: b' }), '7 | a: b\n  |   ^');
  same(excerptOf({ line: 12, column: 1, excerpt: '  a' }), '12 | a\n   | ^');
  same(excerptOf({ line: 1, column: 3, excerpt: '👍 x' }), '1 | 👍 x\n  |   ^');
}

export function eventsHaveTheirData() {
  same(dataOf('id: 1\ndata: {"a":\ndata: 1}'), '{"a":\n1}');
  same(dataOf(': heartbeat'), '');
}

const kindsIn = (text, language) =>
  Object.fromEntries(piecesOf(text, language).filter(([kind]) => kind).map(([kind, piece]) => [piece, kind]));

export function codeHasPiecesOfEachKind() {
  same(kindsIn("SELECT 'it''s' FROM t WHERE a = {{ inputs.a }} -- why\n  LIMIT 10", 'sql'), {
    SELECT: 'word', "'it''s'": 'text', FROM: 'word', WHERE: 'word', '{{ inputs.a }}': 'place', '-- why': 'comment', LIMIT: 'word', 10: 'number',
  });
  same(kindsIn('{"a": "b:", "c": [-1.5e3, null]}', 'json'), { '"a"': 'key', '"b:"': 'text', '"c"': 'key', '-1.5e3': 'number', null: 'word' });
  same(kindsIn('# it\nmetadata: {name: a}\n  - text: "x # y"', 'yaml'), { '# it': 'comment', metadata: 'key', name: 'key', text: 'key', '"x # y"': 'text' });
  same(kindsIn('[mcp_servers.a]\nurl = "b"', 'toml'), { '[mcp_servers.a]': 'word', url: 'key', '"b"': 'text' });
  same([languageOf(' {"find": 1}'), languageOf('SELECT 1')], ['json', 'sql']);
}

export function allPiecesTogetherAreTheText() {
  const texts = ["SELECT 'open", '{"a": ', '/* no end', 'key: [', '{{ inputs', '', 'x'.repeat(200_000)];
  for (const text of texts) {
    ['sql', 'json', 'yaml', 'toml', 'other'].forEach((language) =>
      same(piecesOf(text, language).map(([, piece]) => piece).join(''), text));
  }
}

const called = (time, milliseconds, failure = '', name = 'a') => ({ time, milliseconds, failure, name, method: 'tools/call' });

export function callsAreCountedInColumnsOfOneWidth() {
  const { seconds, columns } = columnsOf([called(12_000, 1), called(11_000, 1, 'validation'), called(10_000, 1)]);
  same([seconds, columns], [1, [{ done: 1, failed: 0 }, { done: 0, failed: 1 }, { done: 1, failed: 0 }]]);
  same(columnsOf([called(5_000, 1)]).columns, [{ done: 1, failed: 0 }]);
  const year = columnsOf([called(0, 1), called(365 * 86_400_000, 1)]);
  same([year.columns.length <= 49, year.columns[0].done, year.columns.at(-1).done], [true, 1, 1]);
  same([1, 5, 60, 900, 3600, 172_800].map(spanOf), ['second', '5 seconds', 'minute', '15 minutes', 'hour', '2 days']);
}

export function latenciesOfEveryMagnitudeCanBeSeen() {
  same([heightOf(1000, 1000), heightOf(10, 1000), heightOf(0, 1000)], [1, 0.5, 0.02]);
  same(heightOf(0, 0), 1);
}

export function totalsHaveTheShareThatFailed() {
  const calls = [1, 2, 3, 100].map((milliseconds) => called(0, milliseconds)).concat(called(0, 7, 'busy', 'b'));
  same(totalsOf(calls), [
    { name: 'a', method: 'tools/call', calls: 4, failed: 0, median: 2, most: 100, slowest: 100 },
    { name: 'b', method: 'tools/call', calls: 1, failed: 1, median: 7, most: 7, slowest: 7 },
  ]);
}

export function aRankHasItsReasonsWithMostPointsFirst() {
  const words = [
    { asked: 'mail', found: 'email', likeness: 'typo', points: 1, fields: { description: 1 } },
    { asked: 'order', found: 'order', likeness: 'exact', points: 2.25, fields: { name: 2, input_names: 0.25 } },
  ];
  same(
    reasonsOf({ words, name_coverage: 0.5, description_coverage: 0, pairs: 0 }),
    '2.3 “order” in name, input names; 1.0 “mail” as “email” (typo) in description; 0.5 for the name');
}

export function allWordsMustBeFound() {
  const all = [{ name: 'list-orders', description: 'Orders of a customer' }, { name: 'low-stock', title: 'Products' }];
  same(filtered(all, 'order CUSTOMER').map((it) => it.name), ['list-orders']);
  same(filtered(all, '').length, 2);
}
