/**
 * The fields of a form for a JSON Schema of inputs, and the JSON of what was typed into them. Values become JSON text and
 * no values of JavaScript, so that a number keeps its digits. Knows no document.
 */

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const LONG = 300;

/** One field for each property, in the order of the schema. */
export function fieldsOf(schema) {
  const required = new Set(schema?.required ?? []);
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => fieldOf(name, property, required.has(name)));
}

/** Whether inputs without a property are accepted, and there is none to make a field of. */
export function isFree(schema) {
  return Object.keys(schema?.properties ?? {}).length === 0 && schema?.additionalProperties !== false;
}

function fieldOf(name, schema, required) {
  const plain = schema === true || schema === false ? {} : schema;
  return {
    name,
    title: plain.title ?? '',
    description: plain.description ?? '',
    required,
    kind: kindOf(plain),
    type: typeName(plain),
    options: optionsOf(plain.type === 'array' ? (plain.items ?? {}) : plain),
    initial: plain.default,
    schema: plain,
  };
}

function typesOf(schema) {
  return [schema.type ?? []].flat().filter((type) => type !== 'null');
}

function kindOf(schema) {
  const types = typesOf(schema);
  if (optionsOf(schema).length > 0) {
    return 'choice';
  }
  if (types.length !== 1) {
    return 'json';
  }
  switch (types[0]) {
    case 'boolean':
      return 'boolean';
    case 'integer':
    case 'number':
      return types[0];
    case 'string':
      return kindOfText(schema);
    case 'array':
      return kindOfList(schema.items ?? {});
    default:
      return 'json';
  }
}

function kindOfText(schema) {
  if (schema.format === 'date') {
    return 'date';
  }
  return schema.maxLength > LONG || schema.contentMediaType ? 'long' : 'text';
}

function kindOfList(items) {
  if (optionsOf(items).length > 0) {
    return 'choices';
  }
  const [type, ...others] = typesOf(items);
  return others.length === 0 && ['string', 'integer', 'number'].includes(type) ? 'list' : 'json';
}

/** Values with their titles; empty where any value is possible. */
function optionsOf(schema) {
  if (Array.isArray(schema.enum)) {
    return schema.enum.map((value, index) => ({ value, title: schema.enumNames?.[index] ?? String(value) }));
  }
  const constants = schema.oneOf ?? schema.anyOf;
  return Array.isArray(constants) && constants.length > 0 && constants.every((one) => 'const' in one)
    ? constants.map((one) => ({ value: one.const, title: one.title ?? String(one.const) }))
    : [];
}

/** The type as people say it: "integer, 1 to 100", "date-time", "list of text". */
export function typeName(schema) {
  const options = optionsOf(schema);
  if (options.length > 0) {
    return `one of ${options.length}`;
  }
  const types = typesOf(schema);
  const name = types.length === 0 ? 'JSON' : types.map((type) => named(type, schema)).join(' or ');
  return [name, ...bounds(schema)].join(', ');
}

function named(type, schema) {
  if (type === 'string') {
    return schema.format ?? 'text';
  }
  if (type === 'array') {
    const items = typesOf(schema.items ?? {});
    return items.length === 1 ? `list of ${named(items[0], schema.items)}` : 'list';
  }
  return type;
}

function bounds(schema) {
  return [
    range(schema.minimum, schema.maximum, ''),
    schema.exclusiveMinimum === undefined ? '' : `more than ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum === undefined ? '' : `less than ${schema.exclusiveMaximum}`,
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    schema.pattern === undefined ? '' : `matches ${schema.pattern}`,
  ].filter((bound) => bound !== '');
}

function range(least, most, unit) {
  if (least !== undefined && most !== undefined) {
    return least === most ? `${least}${unit}` : `${least} to ${most}${unit}`;
  }
  if (least !== undefined) {
    return `at least ${least}${unit}`;
  }
  return most === undefined ? '' : `at most ${most}${unit}`;
}

/**
 * The JSON object of what was typed.
 *
 * @param {Array} fields of the form
 * @param {Map<string, string|string[]>} typed by the names of fields; an empty text is an input that is left out
 * @returns {{json: string, problems: Map<string, string>}} with the problems of fields
 */
export function argumentsOf(fields, typed) {
  const problems = new Map();
  const members = [];
  for (const field of fields) {
    const { json, problem } = valueOf(field, typed.get(field.name) ?? '');
    if (problem) {
      problems.set(field.name, problem);
    } else if (json !== undefined) {
      members.push(`${JSON.stringify(field.name)}:${json}`);
    }
  }
  return { json: `{${members.join(',')}}`, problems };
}

/** The JSON of one field, its problem, or neither for an input that is left out. */
export function valueOf(field, typed) {
  const isEmpty = Array.isArray(typed) ? typed.length === 0 : typed.trim() === '';
  if (isEmpty) {
    return field.required && field.initial === undefined ? { problem: 'This input is required.' } : {};
  }
  switch (field.kind) {
    case 'choice':
      return { json: optionJson(field, typed) };
    case 'choices':
      return counted(field, typed.map((one) => optionJson(field, one)));
    case 'boolean':
      return { json: typed };
    case 'integer':
    case 'number':
      return numberOf(field.kind, field.schema, typed.trim());
    case 'list':
      return listOf(field, typed);
    case 'json':
      return jsonOf(field, typed);
    default:
      return textOf(field.schema, typed);
  }
}

const optionJson = (field, typed) => JSON.stringify(field.options[Number(typed)].value);

function numberOf(kind, schema, typed) {
  if (!(kind === 'integer' ? INTEGER : NUMBER).test(typed)) {
    return { problem: kind === 'integer' ? 'Write a whole number, as in 42.' : 'Write a number, as in 9.5.' };
  }
  const value = Number(typed);
  const low = schema.minimum ?? -Infinity;
  const high = schema.maximum ?? Infinity;
  if (value < low || value > high) {
    return { problem: `This must be ${range(schema.minimum, schema.maximum, '')}.` };
  }
  if (value <= (schema.exclusiveMinimum ?? -Infinity)) {
    return { problem: `This must be more than ${schema.exclusiveMinimum}.` };
  }
  return value >= (schema.exclusiveMaximum ?? Infinity)
    ? { problem: `This must be less than ${schema.exclusiveMaximum}.` }
    : { json: typed };
}

function textOf(schema, typed) {
  const length = [...typed].length;
  if (length < (schema.minLength ?? 0) || length > (schema.maxLength ?? Infinity)) {
    return { problem: `This must have ${range(schema.minLength, schema.maxLength, ' characters')}.` };
  }
  return matches(schema.pattern, typed)
    ? { json: JSON.stringify(typed) }
    : { problem: `This must match ${schema.pattern}.` };
}

/** A pattern that only the server can read is left to it. */
function matches(pattern, typed) {
  try {
    return pattern === undefined || new RegExp(pattern, 'u').test(typed);
  } catch {
    return true;
  }
}

function listOf(field, typed) {
  const items = field.schema.items;
  const [type] = typesOf(items);
  const values = [];
  for (const line of typed.split('\n').filter((one) => one.trim() !== '')) {
    const { json, problem } = type === 'string' ? textOf(items, line) : numberOf(type, items, line.trim());
    if (problem) {
      return { problem: `${line.trim()}: ${problem}` };
    }
    values.push(json);
  }
  return counted(field, values);
}

function counted(field, values) {
  const { minItems, maxItems } = field.schema;
  return values.length < (minItems ?? 0) || values.length > (maxItems ?? Infinity)
    ? { problem: `This must have ${range(minItems, maxItems, ' items')}.` }
    : { json: `[${values.join(',')}]` };
}

function jsonOf(field, typed) {
  let value;
  try {
    value = JSON.parse(typed);
  } catch {
    return { problem: 'This is not JSON. Write text in "quotes", a list in [brackets], an object in {braces}.' };
  }
  const types = typesOf(field.schema);
  return types.length === 0 || types.some((type) => isOf(type, value))
    ? { json: typed.trim() }
    : { problem: `This must be ${types.map((type) => named(type, field.schema)).join(' or ')}.` };
}

function isOf(type, value) {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return value !== null && typeof value === 'object' && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
