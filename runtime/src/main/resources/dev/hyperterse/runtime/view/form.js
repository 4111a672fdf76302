/** A form of the inputs of a tool. A value that no control fits is written as JSON. */
function fieldsOf(schema) {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, declared]) => fieldOf(name, declared, required.has(name)));
}

function fieldOf(name, declared, required) {
  const id = `input-${name}`;
  const hint = h('p', { class: 'hint', id: `${id}-hint` }, declared.description);
  const problem = h('p', { class: 'error', id: `${id}-problem`, role: 'alert' });
  const control = controlOf(declared, { id, name, required, 'aria-describedby': `${hint.id} ${problem.id}` });
  const label = h('label', { for: id }, required ? `${declared.title ?? name} (required)` : (declared.title ?? name));
  const box = control.element.type === 'checkbox' ? h('div', { class: 'check' }, control.element, label) : [label, control.element];
  if (declared.default !== undefined) {
    control.set(declared.default);
  }
  return { name, problem, row: h('div', {}, box, problem, hint), ...control };
}

/** @returns the element, and how its value is read (undefined where there is none, a failure where it is none) and set */
function controlOf(declared, attributes) {
  if (Array.isArray(declared.enum)) {
    return choiceOf(declared.enum, attributes);
  }
  if (declared.type === 'array' && Array.isArray(declared.items?.enum)) {
    return choicesOf(declared, attributes);
  }
  switch (declared.type) {
    case 'boolean': {
      // A box that nobody has touched would say false.
      if (declared.default === undefined) {
        return choiceOf([true, false], attributes);
      }
      // A box that must be ticked is not a value that must be there.
      const box = h('input', { ...attributes, required: false, type: 'checkbox' });
      return { element: box, get: () => box.checked, set: (value) => { box.checked = value === true; } };
    }
    case 'integer':
    case 'number': {
      const { minimum: min, maximum: max } = declared;
      const input = h('input', { ...attributes, type: 'number', step: declared.type === 'integer' ? 1 : 'any', min, max });
      return textual(input, declared.type === 'integer' ? (text) => exact(Number(text), text) : Number, String);
    }
    case 'string': {
      const { minLength: minlength, maxLength: maxlength, format } = declared;
      const bounded = { ...attributes, minlength, maxlength };
      return textual(format ? h('input', { ...bounded, type: 'text' }) : h('textarea', { ...bounded, rows: 1 }), (text) => text, cellText);
    }
    default:
      return textual(
        h('textarea', { ...attributes, class: 'json', spellcheck: 'false', placeholder: 'JSON' }),
        parsed,
        (value) => JSON.stringify(value, null, 2),
      );
  }
}

function choiceOf(values, attributes) {
  const options = values.map((value, index) => h('option', { value: index }, cellText(value)));
  const select = h('select', attributes, h('option', { value: '' }, ''), options);
  return {
    element: select,
    get: () => (select.value === '' ? undefined : values[Number(select.value)]),
    set: (value) => {
      const index = values.indexOf(value);
      select.value = index < 0 ? '' : String(index);
    },
  };
}

/** Nothing chosen is an empty list, where leaving it out would mean another one or nothing that is accepted. */
function choicesOf({ items, minItems, default: initial }, { required, ...attributes }) {
  const options = items.enum.map((value, index) => h('option', { value: index }, cellText(value)));
  const select = h('select', { ...attributes, multiple: true, required: required && minItems > 0 }, options);
  const none = required || initial !== undefined ? [] : undefined;
  return {
    element: select,
    get: () => (select.selectedOptions.length === 0 ? none : [...select.selectedOptions].map((one) => items.enum[Number(one.value)])),
    set: (values) => options.forEach((option, index) => { option.selected = (values ?? []).includes(items.enum[index]); }),
  };
}

function textual(input, read, written) {
  return {
    element: input,
    get: () => (input.value === '' ? undefined : read(input.value)),
    set: (value) => { input.value = value === undefined ? '' : written(value); },
  };
}

/** Browsers round whole numbers beyond 2^53, and the tool would get another one. */
function exact(number, text) {
  if (/^-?\d+$/.test(text) && !Number.isSafeInteger(number)) {
    throw new RangeError(`This page cannot send whole numbers beyond ${Number.MAX_SAFE_INTEGER}.`);
  }
  return number;
}

function parsed(text) {
  try {
    // Older browsers do not say how a number was written.
    return JSON.parse(text, (_, value, { source } = {}) => (typeof value === 'number' ? exact(value, source) : value));
  } catch (failure) {
    throw failure instanceof SyntaxError ? new SyntaxError('This is not JSON.') : failure;
  }
}

/**
 * Fills the form.
 *
 * @param run calls the tool with arguments, and resolves when its result is shown
 * @returns sets the values of the arguments
 */
function buildForm(form, schema, run) {
  const fields = fieldsOf(schema);
  const button = h('button', { type: 'button', class: 'run', click: submit }, 'Run');
  form.replaceChildren(...fields.map((field) => field.row), button);
  form.hidden = false;
  form.addEventListener('keydown', (event) => {
    // In a text of several lines Enter begins the next one.
    if (event.key === 'Enter' && (event.target.tagName === 'INPUT' || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
    }
  });

  // Hosts do not let sandboxed pages submit forms.
  async function submit() {
    if (button.disabled) {
      return;
    }
    fields.forEach(check);
    const faulty = fields.find((field) => !field.element.validity.valid);
    if (faulty) {
      faulty.element.focus();
      return;
    }
    const values = fields.map((field) => [field.name, field.get()]).filter(([, value]) => value !== undefined);
    button.disabled = true;
    await run(Object.fromEntries(values));
    button.disabled = false;
  }

  return (values) => fields.filter((field) => field.name in values).forEach((field) => field.set(values[field.name]));
}

/** Says beside a field what is wrong with its value. */
function check({ element, get, problem }) {
  element.setCustomValidity('');
  try {
    get();
  } catch (failure) {
    element.setCustomValidity(failure.message);
  }
  problem.textContent = element.validationMessage;
}
