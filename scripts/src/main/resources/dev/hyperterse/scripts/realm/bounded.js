// Bounds what one built-in method makes, because nothing ends a run within it. Evaluated once in each context of the shared
// engine, before any code of an author. What is taken here is what the author cannot change.
(longest) => {
  'use strict';
  const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Object;
  const { isArray } = Array;
  const { apply } = Reflect;
  const { floor, min } = Math;
  const say = String;
  const { replace: replacing } = Symbol;
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

  const views = getPrototypeOf(Uint8Array.prototype);
  const kindOfView = unbound(getOwnPropertyDescriptor(views, Symbol.toStringTag).get);
  const lengthOfView = unbound(getOwnPropertyDescriptor(views, 'length').get);
  // Of texts, arrays and views, and of text objects, whose length is a property that cannot be changed.
  const lengthOf = (value) => {
    if (typeof value === 'string' || isArray(value)) {
      return value.length;
    }
    if (typeof value !== 'object' || value === null) {
      return 0;
    }
    if (kindOfView(value) !== undefined) {
      return lengthOfView(value);
    }
    const own = getOwnPropertyDescriptor(value, 'length');
    return own !== undefined && !own.configurable && typeof own.value === 'number' ? own.value : 0;
  };
  // Once, because an object can become another text the next time. What has none fails in the method itself.
  const textOf = (value) => (value === undefined || value === null || typeof value === 'symbol' ? value : say(value));

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
      look(first);
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
  const decides = (searched) => typeof searched === 'object' && searched !== null && (searched[replacing] ?? null) !== null;
  replace(texts, 'replaceAll', (replaceAll) => ({
    replaceAll(searched, replacement) {
      if (this === undefined || this === null || typeof searched === 'symbol' || typeof replacement === 'symbol' || decides(searched)) {
        return apply(replaceAll, this, [searched, replacement]);
      }
      const text = textOf(this);
      const part = say(searched);
      if (typeof replacement === 'function') {
        return replaceInSteps(text, part, replacement);
      }
      const by = say(replacement);
      return text.length > items || text.length * by.length * (includes(by, '$') ? text.length : 1) > items
        ? replaceInSteps(text, part, by) : apply(replaceAll, text, [part, by]);
    },
  }));

  // The JDK copies a text for each letter that becomes two. What a letter becomes can depend on those beside it.
  const sigma = 0x3a3;
  const belongTogether = (before, after) => before === sigma || after === sigma
    || (after & 0xfc00) === 0xdc00 || (after >= 0x300 && after < 0x370);
  const endOf = (text, from) => {
    const end = from + step;
    for (let at = end; at < end + 64; at++) {
      if (codeAt(text, at) <= 32) {
        return at;
      }
    }
    let at = end;
    while (at < end + 64 && belongTogether(codeAt(text, at - 1), codeAt(text, at))) {
      at++;
    }
    return at;
  };
  ['toLowerCase', 'toUpperCase', 'toLocaleLowerCase', 'toLocaleUpperCase'].forEach((name) => replace(texts, name, (map) => ({
    [name](locales) {
      const text = textOf(this);
      if (typeof text !== 'string' || text.length <= short) {
        return apply(map, text, [locales]);
      }
      let mapped = '';
      for (let at = 0; at < text.length;) {
        const end = endOf(text, at);
        mapped += apply(map, slice(text, at, end), [locales]);
        at = end;
      }
      return mapped;
    },
  })));

  // A character becomes at most 4 others, and 18 where it is only compatible with them.
  replace(texts, 'normalize', (normalize) => ({
    normalize(form) {
      const text = textOf(this);
      const as = textOf(form);
      const widest = as === undefined || as === 'NFC' || as === 'NFD' ? 4 : 18;
      check('normalized characters', lengthOf(text), floor(longest / widest));
      return apply(normalize, text, [as]);
    },
  }));

  const checkProperties = (of) => check('properties', lengthOf(of), items);
  checkFirst(Object, ['entries', 'getOwnPropertyDescriptors', 'getOwnPropertyNames', 'keys', 'values'], checkProperties);
  checkFirst(Reflect, ['ownKeys'], checkProperties);
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
  ['encodeURI', 'encodeURIComponent', 'escape'].forEach((name) => replace(globalThis, name, (encode) => ({
    [name](given) {
      const text = textOf(given);
      check('encoded characters', lengthOf(text), floor(longest / 9));
      return apply(encode, undefined, [text]);
    },
  })));
  ['asIntN', 'asUintN'].forEach((name) => replace(BigInt, name, (wrap) => ({
    [name](width, value) {
      const most = +width;
      check('bits', most, bits);
      return apply(wrap, BigInt, [most, value]);
    },
  })));
}
