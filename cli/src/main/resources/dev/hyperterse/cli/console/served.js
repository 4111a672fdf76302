/** What the endpoint serves to this caller: lists, search and calls. Knows no document. */
import { parse } from './exact.js';

const isEntry = (tool, ...inputs) => inputs.every((input) => tool?.inputSchema?.properties?.[input]);

export class Served {
  #client;
  #found = new Map();

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
    this.hasSearch = isEntry(named.get('search'), 'query') && isEntry(named.get('execute'), 'tool', 'inputs');
    if (this.hasSearch) {
      named.delete('search');
      named.delete('execute');
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
    const result = await this.#call('search', `{"query":${JSON.stringify(query)}}`);
    const hits = parse(result.content[0].text);
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

  /** Calls a tool; @param json its arguments */
  call(name, json, signal) {
    const isListed = this.tools.some((tool) => tool.name === name && !tool.hidden);
    return isListed
      ? this.#call(name, json, signal)
      : this.#call('execute', `{"tool":${JSON.stringify(name)},"inputs":${json}}`, signal);
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
