/** A form for a JSON Schema of inputs. */
import { argumentsOf, fieldsOf, isFree, valueOf } from './fields.js';
import { h } from './dom.js';

const FREE = { name: '', title: 'inputs', kind: 'json', type: 'JSON object', options: [], schema: { type: 'object' } };

export class Form {
  #fields;
  #controls = new Map();
  #free;

  /**
   * @param {object} schema of the inputs
   * @param {string} id begins the ids of elements
   * @param {Map<string, string|string[]>} typed before, by names
   */
  constructor(schema, id, typed) {
    this.#free = isFree(schema);
    this.#fields = this.#free ? [{ ...FREE, description: 'Any object', required: false }] : fieldsOf(schema);
    this.element = h(
      'div',
      { class: 'fields' },
      this.#fields.map((field, index) => this.#row(field, `${id}-${index}`, typed.get(field.name))),
    );
  }

  get isEmpty() {
    return this.#fields.length === 0;
  }

  get names() {
    return this.#fields.map((field) => field.name);
  }

  /** What stands in the form, by names. */
  typed() {
    return new Map([...this.#controls].map(([name, control]) => [name, control.read()]));
  }

  /** The JSON of the inputs; undefined where an input is wrong, which is shown then, and gets the focus. */
  json() {
    const typed = this.typed();
    if (this.#free) {
      return this.#freeJson(typed.get(''));
    }
    const { json, problems } = argumentsOf(this.#fields, typed);
    this.#controls.forEach((control, name) => control.show(problems.get(name) ?? ''));
    const [first] = problems.keys();
    this.#controls.get(first)?.focus();
    return problems.size === 0 ? json : undefined;
  }

  #freeJson(typed) {
    const { json = '{}', problem } = valueOf(this.#fields[0], typed);
    this.#controls.get('').show(problem ?? '');
    return problem ? undefined : json;
  }

  /** Shows what the server says of an input. */
  refuse(name, problem) {
    this.#controls.get(name)?.show(problem);
    this.#controls.get(name)?.focus();
  }

  #row(field, id, typed) {
    const problem = h('p', { id: `${id}-problem`, class: 'problem', role: 'alert' });
    const description = h('p', { id: `${id}-description`, class: 'hint' }, field.description);
    const control = controlOf(field, id, typed);
    const marked = control.focusable;
    marked.setAttribute('aria-describedby', `${id}-description ${id}-problem`);
    this.#controls.set(field.name, {
      read: control.read,
      focus: () => marked.focus(),
      show: (text) => {
        problem.textContent = text;
        marked.toggleAttribute('data-invalid', text !== '');
        marked.setAttribute('aria-invalid', String(text !== ''));
      },
    });
    const name = [
      h('span', { class: 'name' }, field.title || field.name),
      field.required ? h('span', { class: 'required' }, 'required') : null,
      h('span', { class: 'type' }, field.type),
    ];
    const label = control.isGroup
      ? h('div', { class: 'label', id: `${id}-label` }, name)
      : h('label', { class: 'label', for: id }, name);
    return h('div', { class: 'field' }, label, h('div', { class: 'control' }, control.element, description, problem));
  }
}

function controlOf(field, id, typed) {
  switch (field.kind) {
    case 'choice':
      return select(field, id, typed, field.options.map((option, index) => [String(index), option.title]));
    case 'boolean':
      return select(field, id, typed, [['true', 'true'], ['false', 'false']]);
    case 'choices':
      return checkboxes(field, id, typed ?? []);
    default:
      return text(field, id, typed ?? '');
  }
}

function select(field, id, typed, options) {
  const none = initialText(field) || (field.required ? 'choose' : 'not set');
  const element = h(
    'select',
    { id, required: field.required && field.initial === undefined },
    h('option', { value: '' }, none),
    options.map(([value, title]) => h('option', { value, selected: value === typed }, title)),
  );
  return { element, focusable: element, read: () => element.value };
}

function checkboxes(field, id, typed) {
  const boxes = field.options.map((option, index) => {
    const box = h('input', { type: 'checkbox', value: index, checked: typed.includes(String(index)) });
    return { box, label: h('label', {}, box, option.title) };
  });
  const element = h(
    'div',
    { id, role: 'group', tabindex: '-1', class: 'choices', 'aria-labelledby': `${id}-label` },
    boxes.map((one) => one.label),
  );
  const read = () => boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
  return { element, focusable: element, isGroup: true, read };
}

function text(field, id, typed) {
  const isLong = ['long', 'list', 'json'].includes(field.kind);
  const attributes = {
    id,
    'aria-required': field.required ? 'true' : undefined,
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: initialText(field) || exampleOf(field),
  };
  const element = isLong
    ? h('textarea', { ...attributes, rows: field.kind === 'long' ? 4 : 2 })
    : h('input', { ...attributes, type: field.kind === 'date' ? 'date' : 'text', inputmode: inputMode(field) });
  element.value = typed;
  return { element, focusable: element, read: () => element.value };
}

const inputMode = (field) => ({ integer: 'numeric', number: 'decimal' })[field.kind];

function initialText(field) {
  return field.initial === undefined ? '' : `default: ${JSON.stringify(field.initial).replace(/^"|"$/g, '')}`;
}

function exampleOf(field) {
  switch (field.kind) {
    case 'list':
      return 'one a line';
    case 'json':
      return field.schema.type === 'array' ? '[ ]' : '{ }';
    default:
      return field.schema.format === 'date-time' ? '2026-01-31T12:00:00Z' : undefined;
  }
}
