/** JSON whose numbers keep all their digits, which a number of JavaScript may not have. Knows no document. */

/** A number that would lose digits. */
export class ExactNumber {
  constructor(source) {
    this.source = source;
  }

  toString() {
    return this.source;
  }

  /** For JSON.stringify, wherever the number is in a value. */
  toJSON() {
    return JSON.rawJSON?.(this.source) ?? Number(this.source);
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
  const [digits] = source.toLowerCase().split('e');
  const isInRange = Number.isFinite(value) && (value !== 0 || !/[1-9]/.test(digits));
  // 9.50 is 9.5; of 17 digits and more some may be others.
  return isInRange && digits.replace(/[^0-9]/g, '').length <= 15;
}

/** The JSON text of a value, in lines. */
export const pretty = (value) => JSON.stringify(value, null, 2);
