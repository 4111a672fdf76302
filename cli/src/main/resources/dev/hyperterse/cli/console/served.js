/** What the endpoint serves to this caller: lists, search and calls. Knows no document. */
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
  #search;

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
   */
  async read(names) {
    const [tools, prompts, resources, templates] = await Promise.all([
      this.#client.all('tools/list', 'tools'),
      this.#client.all('prompts/list', 'prompts'),
      this.#client.all('resources/list', 'resources'),
      this.#client.all('resources/templates/list', 'resourceTemplates'),
    ]);
    const named = new Map(tools.map((tool) => [tool.name, tool]));
    this.#search = tools.find((tool) => roleOf(tool) === 'search')?.name;
    this.hasSearch = this.#search !== undefined;
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
  }

  /** The tools that a query finds, the best first. */
  async search(query) {
    const result = await this.#call(this.#search, `{"query":${JSON.stringify(query)}}`);
    const hits = parse(result.content[0].text).map(listed);
    hits.forEach((hit) => this.#found.set(hit.name, hit));
    return hits;
  }

  /** A tool with its schemas; undefined where this caller does not see it. */
  async tool(name) {
    const listed = this.tools.find((tool) => tool.name === name);
    if (!listed?.hidden) {
      return listed;
    }
    if (!this.#found.has(name)) {
      await this.search(name);
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

/** The definitions that have all words, in their name, title or description. */
export function filtered(definitions, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return definitions.filter((one) => {
    const text = [one.name, one.title, one.description, one.key].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
