/** The pages of one tool, one prompt and one resource: what it is, a form, and what a call of it gave. */
import { Form } from './form.js';
import { folded } from './code.js';
import { h } from './dom.js';
import { languageOf } from './highlight.js';
import { McpFailure } from './mcp.js';
import { inputNamed, readAnswer } from './answer.js';
import { failure, texts, toolResult } from './results.js';
import { pretty } from './exact.js';

const HINTS = [
  ['readOnlyHint', 'reads only', 'changes data'],
  ['destructiveHint', 'may delete or overwrite', ''],
  ['idempotentHint', 'may be repeated', ''],
  ['openWorldHint', 'reaches other systems', ''],
];

/** What is typed and what was answered, by key, so that it outlives a reload of the directory. */
const remembered = new Map();

/**
 * A page.
 *
 * @param {{heading: string, name: string, description: string, hints: string[], schema: object, key: string,
 *     place: ?object, button: string, sections: Array, run: function(string, AbortSignal): Promise<Node>}} definition
 */
function page(definition) {
  const memory = remembered.get(definition.key) ?? { typed: new Map(), result: undefined };
  remembered.set(definition.key, memory);
  const form = new Form(definition.schema, 'input', memory.typed);
  const output = h('div', { class: 'output', 'aria-live': 'polite' }, memory.result);
  const button = h('button', { type: 'submit' }, definition.button);
  let running;
  const remember = () => {
    memory.typed = form.typed();
  };
  async function submit(event) {
    event.preventDefault();
    if (running) {
      running.abort();
      return;
    }
    const json = form.json();
    if (json === undefined) {
      return;
    }
    running = new AbortController();
    button.textContent = 'Cancel';
    output.setAttribute('aria-busy', 'true');
    const began = performance.now();
    try {
      memory.result = await definition.run(json, running.signal, began);
    } catch (problem) {
      memory.result = explained(problem, form, performance.now() - began);
    } finally {
      running = undefined;
      button.textContent = definition.button;
      output.removeAttribute('aria-busy');
    }
    output.replaceChildren(memory.result);
  }
  return h(
    'article',
    { class: 'page' },
    heading(definition),
    h(
      'form',
      {
        novalidate: true,
        submit,
        input: remember,
        keydown: (event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && submit(event),
      },
      form.isEmpty ? h('p', { class: 'hint' }, 'No inputs.') : form.element,
      h('div', { class: 'buttons' }, button, h('span', { class: 'hint keys' }, 'Ctrl Enter')),
    ),
    output,
    definition.sections,
  );
}

function heading({ heading: title, name, description, hints, place }) {
  return h(
    'div',
    { class: 'heading' },
    h('h2', {}, title),
    h('p', { class: 'facts' }, [
      title === name ? null : h('code', {}, name),
      hints.map((hint) => h('span', { class: 'badge' }, hint)),
      place?.file ? h('span', { class: 'place' }, `${place.file}:${place.line}`) : null,
    ]),
    description ? h('p', { class: 'description' }, description) : null,
  );
}

/** In the words of a person: without the prefixes that are for programs, and beside the input it is about. */
function explained(problem, form, duration) {
  const message = problem.message.replace(/^execution failed: /, '');
  const input = inputNamed(message, form.names);
  if (input !== undefined) {
    form.refuse(input, message.replace(/^validation error for field '[^']*': /, ''));
  }
  return failure(problem.kind === 'cancelled' ? 'Cancelled' : 'The call failed', message, duration);
}

export function toolPage(tool, served, place) {
  const annotations = tool.annotations ?? {};
  const name = tool.title ?? annotations.title ?? tool.name;
  return page({
    heading: name,
    name: tool.name,
    description: tool.description,
    hints: hintsOf(annotations),
    schema: tool.inputSchema,
    key: `tool ${tool.name}`,
    place,
    button: annotations.readOnlyHint === false ? 'Run and change data' : 'Run',
    run: async (json, signal, began) => {
      const result = await served.call(tool.name, json, signal);
      if (result.isError) {
        // The message may name an input, as that of an error of the protocol does.
        throw new McpFailure('refused', readAnswer(result).text);
      }
      return toolResult(result, performance.now() - began);
    },
    sections: [
      tool.statement ? folded('Statement', tool.statement.trim(), languageOf(tool.statement)) : null,
      folded('Input schema', pretty(tool.inputSchema), 'json'),
      tool.outputSchema ? folded('Output schema', pretty(tool.outputSchema), 'json') : null,
    ],
  });
}

function hintsOf(annotations) {
  return HINTS.map(([hint, yes, no]) => (hint in annotations ? (annotations[hint] ? yes : no) : '')).filter(Boolean);
}

export function promptPage(prompt, served, place) {
  const properties = Object.fromEntries(
    (prompt.arguments ?? []).map((one) => [one.name, { type: 'string', title: one.title, description: one.description }]),
  );
  const required = (prompt.arguments ?? []).filter((one) => one.required).map((one) => one.name);
  return page({
    heading: prompt.title ?? prompt.name,
    name: prompt.name,
    description: prompt.description,
    hints: [],
    schema: { type: 'object', properties, required, additionalProperties: false },
    key: `prompt ${prompt.name}`,
    place,
    button: 'Get',
    run: async (json, signal, began) => {
      const { messages } = await served.prompt(prompt.name, json, signal);
      const blocks = messages.map(({ role, content }) => ({ heading: role, text: textOf(content) }));
      return texts(blocks, performance.now() - began);
    },
    sections: [],
  });
}

const textOf = (content) => content.text ?? content.resource?.text ?? pretty(content);

export function resourcePage(resource, served, place) {
  const names = [...(resource.uriTemplate ?? '').matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  const isPlain = names.every((name) => /^\w+$/.test(name));
  const properties = isPlain
    ? Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    : { uri: { type: 'string', description: resource.uriTemplate } };
  const uriOf = (values) =>
    isPlain
      ? resource.key.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name]))
      : values.uri;
  return page({
    heading: resource.title ?? resource.name ?? resource.key,
    name: resource.key,
    description: resource.description,
    hints: [resource.mimeType, resource.size === undefined ? undefined : `${resource.size} bytes`].filter(Boolean),
    schema: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
    key: `resource ${resource.key}`,
    place,
    button: 'Read',
    run: async (json, signal, began) => {
      const { contents } = await served.resource(uriOf(JSON.parse(json)), signal);
      const blocks = contents.map((one) => ({ text: one.text ?? `${one.blob.length} characters of base64` }));
      return texts(blocks, performance.now() - began);
    },
    sections: [],
  });
}
