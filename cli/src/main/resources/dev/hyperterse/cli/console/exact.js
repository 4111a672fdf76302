/** JSON whose numbers keep all their digits, which a number of JavaScript may not have. Knows no document. */

/** A number that would lose digits. */
export class ExactNumber {
  constructor(source) {
    this.source = source;
  }

  toString() {
    return this.source;
  }
}

/** The value of a JSON text; throws for any other text. */
export function parse(text) {
  return JSON.parse(text, (_, value, context) =>
    typeof value === 'number' && context?.source && !isSame(value, context.source)
      ? new ExactNumber(context.source)
      : value);
}

function isSame(value, source) {
  if (String(value) === source) {
    return true;
  }
  // 9.50 is 9.5; of 17 digits and more some may be others.
  return source.replace(/[^0-9]/g, '').length <= 15;
}

/** The JSON text of a value, in lines. */
export function pretty(value) {
  return JSON.stringify(
    value,
    (_, inner) => (inner instanceof ExactNumber ? (JSON.rawJSON?.(inner.source) ?? Number(inner.source)) : inner),
    2,
  );
}
