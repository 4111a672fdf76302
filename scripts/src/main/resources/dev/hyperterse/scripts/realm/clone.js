// structuredClone.
() => {
  'use strict';
  const isArray = Array.isArray;

  const clone = (value, seen) => {
    if (typeof value === 'function' || typeof value === 'symbol') {
      throw new TypeError('functions and symbols cannot be cloned');
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    if (seen.has(value)) {
      return seen.get(value);
    }
    const put = (copy) => (seen.set(value, copy), copy);
    if (value instanceof Date) return put(new Date(value));
    if (value instanceof RegExp) return put(new RegExp(value.source, value.flags));
    if (value instanceof ArrayBuffer) return put(value.slice(0));
    if (ArrayBuffer.isView(value)) {
      return put(new value.constructor(value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength)));
    }
    if (value instanceof Map) {
      const copy = put(new Map());
      value.forEach((item, key) => copy.set(clone(key, seen), clone(item, seen)));
      return copy;
    }
    if (value instanceof Set) {
      const copy = put(new Set());
      value.forEach((item) => copy.add(clone(item, seen)));
      return copy;
    }
    const copy = put(isArray(value) ? new Array(value.length) : value instanceof Error ? new Error(value.message) : {});
    for (const key of Object.keys(value)) {
      copy[key] = clone(value[key], seen);
    }
    return copy;
  };

  const structuredClone = (value) => clone(value, new Map());

  return { structuredClone };
}
