/** A form of the inputs of a tool. A value that no control fits is written as JSON. */
function fieldsOf(schema) {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, declared]) => fieldOf(name, declared, required.has(name)));
}

function fieldOf(name, declared, required) {
  const id = `input-${name}`;
  const hint = declared.description ? h('p', { class: 'hint', id: `${id}-hint` }, declared.description) : null;
  const control = controlOf(declared, { id, name, required, 'aria-describedby': hint ? hint.id : undefined });
  const label = h('label', { for: id }, required ? `${declared.title ?? name} (required)` : (declared.title ?? name));
  const box = control.element.type === 'checkbox' ? h('div', { class: 'check' }, control.element, label) : [label, control.element];
  if (declared.default !== undefined) {
    control.set(declared.default);
  }
  return { name, row: h('div', {}, box, hint), ...control };
}

/** @returns the element, and how its value is read (undefined where there is none) and set */
function controlOf(declared, attributes) {
  if (Array.isArray(declared.enum)) {
    const options = declared.enum.map((value, index) => h('option', { value: index }, cellText(value)));
    const select = h('select', attributes, h('option', { value: '' }, ''), options);
    return {
      element: select,
      get: () => (select.value === '' ? undefined : declared.enum[Number(select.value)]),
      set: (value) => {
        const index = declared.enum.indexOf(value);
        select.value = index < 0 ? '' : String(index);
      },
    };
  }
  switch (declared.type) {
    case 'boolean': {
      // A box that must be ticked is not a value that must be there.
      const box = h('input', { ...attributes, required: false, type: 'checkbox' });
      return { element: box, get: () => box.checked, set: (value) => { box.checked = value === true; } };
    }
    case 'integer':
    case 'number': {
      const { minimum: min, maximum: max } = declared;
      const input = h('input', { ...attributes, type: 'number', step: declared.type === 'integer' ? 1 : 'any', min, max });
      return textual(input, Number, String);
    }
    case 'string': {
      const { minLength: minlength, maxLength: maxlength } = declared;
      return textual(h('input', { ...attributes, type: 'text', minlength, maxlength }), (text) => text, cellText);
    }
    default:
      return textual(h('textarea', { ...attributes, spellcheck: 'false', placeholder: 'JSON' }), JSON.parse, (value) => JSON.stringify(value, null, 2));
  }
}

function textual(input, read, written) {
  return {
    element: input,
    get: () => (input.value === '' ? undefined : read(input.value)),
    set: (value) => { input.value = value === undefined ? '' : written(value); },
  };
}

/**
 * Fills the form.
 *
 * @param run calls the tool with arguments, and resolves when its result is shown
 * @param failed shows what is wrong with a value
 * @returns sets the values of the arguments
 */
function buildForm(form, schema, run, failed) {
  const fields = fieldsOf(schema);
  const button = h('button', { type: 'button', class: 'run', click: submit }, 'Run');
  form.replaceChildren(...fields.map((field) => field.row), button);
  form.hidden = false;
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target.tagName === 'INPUT') {
      event.preventDefault();
      submit();
    }
  });

  // Hosts do not let sandboxed pages submit forms.
  async function submit() {
    if (button.disabled || !form.reportValidity()) {
      return;
    }
    const values = {};
    for (const field of fields) {
      try {
        const value = field.get();
        if (value !== undefined) {
          values[field.name] = value;
        }
      } catch {
        failed(`${field.name} is not JSON`);
        field.element.focus();
        return;
      }
    }
    button.disabled = true;
    await run(values);
    button.disabled = false;
  }

  return (values) => fields.filter((field) => field.name in values).forEach((field) => field.set(values[field.name]));
}
