// Bounds what one built-in method makes, because nothing ends a run within it. Evaluated once in each context of the shared
// engine, before any code of an author. What is taken here is what the author cannot change.
(longest) => {
  'use strict';
  const { defineProperty } = Object;
  const { isArray } = Array;
  const { isView } = ArrayBuffer;
  const { apply } = Reflect;
  const { floor, min } = Math;
  const say = String;
  const OutOfRange = RangeError;
  const texts = String.prototype;
  const { bind, call } = Function.prototype;
  const unbound = (method) => apply(bind, call, [method]);
  const codeAt = unbound(texts.charCodeAt);
  const includes = unbound(texts.includes);
  const indexOf = unbound(texts.indexOf);
  const slice = unbound(texts.slice);

  // An item that is a text of its own takes about 40 bytes.
  const items = floor(longest / 16);
  const bits = 1 << 20;
  // Characters that are mapped at once, of texts that have more than these.
  const step = 128;
  const short = 4096;

  const check = (what, size, most) => {
    if (size > most) {
      throw new OutOfRange(`one operation makes at most ${most} ${what} on the heap of this replica`);
    }
  };

  const lengthOf = (value) => (isArray(value) || isView(value) ? value.length ?? 0 : 0);

  const replace = (object, name, around) => {
    const original = object[name];
    const value = around(original)[name];
    if (value.length !== original.length) {
      defineProperty(value, 'length', { value: original.length, configurable: true });
    }
    defineProperty(object, name, { value, writable: true, configurable: true });
  };
  // Methods of at most two arguments.
  const checkFirst = (object, names, look) => names.forEach((name) => replace(object, name, (original) => ({
    [name](first, second) {
      look(first, this);
      return apply(original, this, [first, second]);
    },
  })));

  replace(texts, 'split', (split) => ({
    split(separator, limit) {
      if ((typeof this === 'string' && this.length < items) || (typeof separator === 'object' && separator !== null)) {
        return apply(split, this, [separator, limit]);
      }
      const parts = apply(split, this, [separator, limit === undefined ? items + 1 : min(limit >>> 0, items + 1)]);
      check('parts', parts.length, items);
      return parts;
    },
  }));

  // What the author's text means in the place of a match.
  const expand = (replacement, text, from, to) => {
    let expanded = '';
    let at = 0;
    for (let sign = indexOf(replacement, '$'); sign >= 0; sign = indexOf(replacement, '$', at)) {
      expanded += slice(replacement, at, sign);
      at = sign + 2;
      switch (replacement[sign + 1]) {
        case '$': expanded += '$'; break;
        case '&': expanded += slice(text, from, to); break;
        case '`': expanded += slice(text, 0, from); break;
        case "'": expanded += slice(text, to); break;
        default: expanded += '$'; at = sign + 1;
      }
    }
    return expanded + slice(replacement, at);
  };
  const replaceInSteps = (text, searched, replacement) => {
    const wide = searched.length;
    let replaced = '';
    let end = 0;
    for (let at = indexOf(text, searched); at >= 0;) {
      replaced += slice(text, end, at) + (typeof replacement === 'function'
        ? say(replacement(searched, at, text)) : expand(replacement, text, at, at + wide));
      end = at + wide;
      at = end + (wide === 0) > text.length ? -1 : indexOf(text, searched, end + (wide === 0));
    }
    return replaced + slice(text, end);
  };
  replace(texts, 'replaceAll', (replaceAll) => ({
    replaceAll(searched, replacement) {
      const inSteps = typeof this === 'string' && typeof searched === 'string' && (typeof replacement === 'function'
        || (typeof replacement === 'string' && (this.length > items
          || this.length * replacement.length * (includes(replacement, '$') ? this.length : 1) > items)));
      return inSteps ? replaceInSteps(this, searched, replacement) : apply(replaceAll, this, [searched, replacement]);
    },
  }));

  // The JDK copies a text for each letter that becomes two. What a letter becomes can depend on its word.
  const endOf = (text, from) => {
    const end = from + step;
    for (let at = end; at < end + 64; at++) {
      if (codeAt(text, at) === 32) {
        return at;
      }
    }
    return (codeAt(text, end) & 0xfc00) === 0xdc00 ? end + 1 : end;
  };
  ['toLowerCase', 'toUpperCase', 'toLocaleLowerCase', 'toLocaleUpperCase'].forEach((name) => replace(texts, name, (map) => ({
    [name](locales) {
      if (typeof this !== 'string' || this.length <= short) {
        return apply(map, this, [locales]);
      }
      let mapped = '';
      for (let at = 0; at < this.length;) {
        const end = endOf(this, at);
        mapped += apply(map, slice(this, at, end), [locales]);
        at = end;
      }
      return mapped;
    },
  })));

  // A character becomes at most 4 others, and 18 where it is only compatible with them.
  checkFirst(texts, ['normalize'], (form, text) => {
    if (typeof text === 'string') {
      const widest = form === undefined || form === 'NFC' || form === 'NFD' ? 4 : 18;
      check('normalized characters', text.length, floor(longest / widest));
    }
  });

  const checkProperties = (of) => check('properties', typeof of === 'string' ? of.length : lengthOf(of), items);
  checkFirst(Object, ['entries', 'getOwnPropertyDescriptors', 'getOwnPropertyNames', 'keys', 'values'], checkProperties);
  replace(Object, 'assign', (assign) => ({
    assign(...given) {
      for (let at = 1; at < given.length; at++) {
        checkProperties(given[at]);
      }
      return apply(assign, this, given);
    },
  }));
  replace(Array.prototype, 'concat', (concat) => ({
    concat(...given) {
      let count = lengthOf(this);
      for (let at = 0; at < given.length; at++) {
        count += lengthOf(given[at]);
      }
      check('items', count, floor(longest / 4));
      return apply(concat, this, given);
    },
  }));

  // A character becomes at most nine.
  checkFirst(globalThis, ['encodeURI', 'encodeURIComponent', 'escape'], (text) => {
    check('encoded characters', typeof text === 'string' ? text.length : 0, floor(longest / 9));
  });
  checkFirst(BigInt, ['asIntN', 'asUintN'], (width) => check('bits', +width, bits));
}
