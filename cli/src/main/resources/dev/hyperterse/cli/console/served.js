/** What the endpoint serves to this caller: lists, search and calls. Knows no document. */
import { tokensOf } from './answer.js';
import { parse } from './exact.js';

/** Which entry tool it is, if it is one; their names are settings of the server. */
const roleOf = (tool) => tool._meta?.['dev.hyperterse/entryTool'];

const JSON_TYPES = { int: 'integer', float: 'number', datetime: 'string' };

/** A hit as tools/list has the tool: entries of inputs have the keywords of their schemas. */
export function listed(hit) {
  if (hit.inputSchema || !hit.inputs) {
    return hit;
  }
  const properties = {};
  for (const { name, type, optional: _, default_value: value, ...keywords } of hit.inputs) {
    properties[name] = {
      type: JSON_TYPES[type] ?? type,
      ...(type === 'datetime' ? { format: 'date-time' } : {}),
      ...(value === undefined ? {} : { default: value }),
      ...keywords,
    };
  }
  const required = hit.inputs.filter((input) => !input.optional).map((input) => input.name);
  return { ...hit, inputSchema: { type: 'object', properties, required, additionalProperties: false } };
}

export class Served {
  #client;
  #found = new Map();
  #reads = 0;
  #search;
  /** Is true of a tool that `execute` runs and whose hit has no annotations. */
  #unsaid = {};

  constructor(client) {
    this.#client = client;
    this.tools = [];
    this.prompts = [];
    this.resources = [];
    this.hasSearch = false;
  }

  /**
   * Reads the lists again.
   *
   * @param {string[]} names of the tools of the directory, of which a server with search lists none
   * @returns {Promise<boolean>} false where another reading has begun since: only the last one counts
   */
  async read(names) {
    const mine = ++this.#reads;
    const lists = await Promise.all([
      this.#client.all('tools/list', 'tools'),
      this.#client.all('prompts/list', 'prompts'),
      this.#client.all('resources/list', 'resources'),
      this.#client.all('resources/templates/list', 'resourceTemplates'),
    ]).catch((failure) => {
      if (mine === this.#reads) {
        throw failure;
      }
    });
    if (mine !== this.#reads) {
      return false;
    }
    const [tools, prompts, resources, templates] = lists;
    const named = new Map(tools.map((tool) => [tool.name, tool]));
    this.#search = tools.find((tool) => roleOf(tool) === 'search')?.name;
    this.hasSearch = this.#search !== undefined;
    const runsOthers = tools.find((tool) => roleOf(tool) === 'execute');
    this.#unsaid = runsOthers?.annotations?.readOnlyHint ? { annotations: { readOnlyHint: true } } : {};
    if (this.hasSearch) {
      tools.filter(roleOf).forEach((tool) => named.delete(tool.name));
      names.filter((name) => !named.has(name)).forEach((name) => named.set(name, { name, hidden: true }));
    }
    this.#found.clear();
    this.tools = [...named.values()].sort((one, other) => one.name.localeCompare(other.name));
    this.prompts = prompts;
    this.resources = [
      ...resources.map((resource) => ({ ...resource, key: resource.uri })),
      ...templates.map((template) => ({ ...template, key: template.uriTemplate })),
    ];
    return true;
  }

  /**
   * The tools that a query finds, the best first, with the reasons of their rank.
   *
   * @returns {Promise<{hits: Array, tokens: number}>} tokens are those of the answer, estimated
   */
  async search(query) {
    const [{ hits, text }, ranks] = await Promise.all([
      this.#hits(query),
      this.#client.read(`/search/explanation?query=${encodeURIComponent(query)}`).catch(() => undefined),
    ]);
    const reasons = new Map(ranks?.map((rank) => [rank.name, reasonsOf(rank)]));
    return { hits: hits.map((hit) => ({ ...hit, reasons: reasons.get(hit.name) })), tokens: tokensOf(text) };
  }

  async #hits(query) {
    const result = await this.#call(this.#search, `{"query":${JSON.stringify(query)}}`);
    const { text } = result.content[0];
    const hits = parse(text).map((hit) => ({ ...(hit.call_with ? {} : this.#unsaid), ...listed(hit) }));
    hits.forEach((hit) => this.#found.set(hit.name, hit));
    return { hits, text };
  }

  /** A tool with its schemas; undefined where this caller does not see it. */
  async tool(name) {
    const listed = this.tools.find((tool) => tool.name === name);
    if (!listed?.hidden) {
      return listed;
    }
    if (!this.#found.has(name)) {
      await this.#hits(name);
    }
    return this.#found.get(name);
  }

  /** Calls a tool, listed or not; @param json its arguments */
  call(name, json, signal) {
    return this.#call(name, json, signal);
  }

  #call(name, json, signal) {
    return this.#client.request('tools/call', `{"name":${JSON.stringify(name)},"arguments":${json}}`, signal);
  }

  prompt(name, json, signal) {
    return this.#client.request('prompts/get', `{"name":${JSON.stringify(name)},"arguments":${json}}`, signal);
  }

  resource(uri, signal) {
    return this.#client.request('resources/read', JSON.stringify({ uri }), signal);
  }
}

/** Why a tool has its rank, in one line: what each word has found, with most points first. */
export function reasonsOf({ words, name_coverage: name, description_coverage: description, pairs }) {
  const found = words
    .toSorted((one, other) => other.points - one.points)
    .map(({ asked, found: word, likeness, points, fields }) => {
      const where = Object.keys(fields).map((field) => field.replaceAll('_', ' ')).join(', ');
      const how = asked === word ? '' : ` as “${word}” (${likeness})`;
      return `${points.toFixed(1)} “${asked}”${how} in ${where}`;
    });
  const rest = [[name, 'the name'], [description, 'the description as a whole'], [pairs, 'neighbouring words']]
    .filter(([points]) => points > 0)
    .map(([points, what]) => `${points.toFixed(1)} for ${what}`);
  return [...found, ...rest].join('; ');
}

/** The definitions that have all words, in their name, title or description. */
export function filtered(definitions, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return definitions.filter((one) => {
    const text = [one.name, one.title, one.description, one.key].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
