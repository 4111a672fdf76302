// Makes what a script sees beside ECMAScript, out of one function of the host that takes and returns texts and numbers.
// Evaluated in each context before the author's code, so what is taken here is what the author cannot change.
(host) => {
  'use strict';
  const { parse, stringify } = JSON;
  const { assign, freeze, defineProperty, getOwnPropertyDescriptor, hasOwn } = Object;
  const isArray = Array.isArray;
  const say = String;

  const later = (name) => () => {
    throw new Error(`${name} is not supported by this version of Hyperterse`);
  };

  // What waits for the host, by number.
  const waiting = new Map();
  let lastNumber = 0;
  const wait = (millis, go) => {
    const number = ++lastNumber;
    const delay = Number(millis);
    if (!host('wait', number, delay > 0 ? Math.min(Math.floor(delay), 86400000) : 0)) {
      throw new RangeError('the script waits for too many timers');
    }
    waiting.set(number, go);
    return number;
  };

  const hidden = (name, value) => defineProperty(globalThis, name, { value, writable: true, configurable: true });

  // A promise of what the host answers with JSON. Its error has the stack of who asked, and not of who answered.
  const ask = (operation, ...given) => new Promise((resolve, reject) => {
    const number = ++lastNumber;
    const asked = operation === 'fetch' ? new TypeError() : new Error();
    if (!host(operation, number, ...given)) {
      throw new RangeError(`the script waits for too many answers to ${operation === 'fetch' ? '' : 'ctx.'}${operation}`);
    }
    waiting.set(number, (failed, text) => {
      if (!failed) {
        resolve(parse(text));
        return;
      }
      asked.message = text;
      asked.stack = `${asked.name}: ${text}${asked.stack.slice(asked.stack.indexOf('\n'))}`;
      reject(asked);
    });
  });

  hidden('setTimeout', (go, millis, ...given) => wait(millis ?? 0, () => go(...given)));
  hidden('clearTimeout', (number) => {
    if (waiting.delete(number)) {
      host('forget', number);
    }
  });

  // What few scripts use is made for those that do.
  const lazily = (part, names) => {
    const replace = (name, value) => hidden(name, value);
    const make = () => {
      const made = host('part', part)(host, ask);
      names.forEach((name) => {
        // What the script has put there meanwhile stays.
        if (getOwnPropertyDescriptor(globalThis, name)?.get !== undefined) {
          replace(name, made[name]);
        }
      });
      return made;
    };
    names.forEach((name) => defineProperty(globalThis, name, {
      get: () => make()[name],
      set: (value) => replace(name, value),
      configurable: true,
    }));
  };
  lazily('fetch', ['fetch', 'Headers', 'Response']);
  lazily('url', ['URL', 'URLSearchParams']);

  const shown = (value) => {
    if (typeof value === 'string') {
      return value;
    }
    if (value instanceof Error) {
      return say(value.stack ?? value);
    }
    try {
      return stringify(value) ?? say(value);
    } catch {
      return say(value);
    }
  };
  const print = (level) => (...values) => {
    const caller = new Error().stack.split('\n')[2]?.match(/[-._a-zA-Z0-9]+:\d+:\d+/)?.[0] ?? '';
    host('console', level, `${caller} ${values.map(shown).join(' ')}`);
  };
  hidden('console', freeze({
    debug: print('debug'), log: print('log'), info: print('info'), warn: print('warn'), error: print('error'),
  }));

  hidden('crypto', freeze({ randomUUID: () => host('uuid') }));

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
  hidden('structuredClone', (value) => clone(value, new Map()));

  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  hidden('btoa', (given) => {
    const text = say(given);
    let encoded = '';
    for (let at = 0; at < text.length; at += 3) {
      const codes = [0, 1, 2].map((next) => text.charCodeAt(at + next));
      if (codes.some((code) => code > 255)) {
        throw new TypeError('btoa takes characters up to U+00FF');
      }
      const bits = (codes[0] << 16) | ((codes[1] || 0) << 8) | (codes[2] || 0);
      encoded += ALPHABET[bits >> 18] + ALPHABET[(bits >> 12) & 63]
          + (at + 1 < text.length ? ALPHABET[(bits >> 6) & 63] : '=')
          + (at + 2 < text.length ? ALPHABET[bits & 63] : '=');
    }
    return encoded;
  });
  hidden('atob', (given) => {
    const text = say(given).replace(/[\t\n\f\r ]/g, '').replace(/={1,2}$/, '');
    if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text)) {
      throw new TypeError('atob takes base64');
    }
    let decoded = '';
    let bits = 0;
    let count = 0;
    for (const letter of text) {
      bits = ((bits << 6) | ALPHABET.indexOf(letter)) & 0xffffff;
      count += 6;
      if (count >= 8) {
        count -= 8;
        decoded += String.fromCharCode((bits >> count) & 255);
      }
    }
    return decoded;
  });

  hidden('TextEncoder', class TextEncoder {
    get encoding() { return 'utf-8'; }
    encode(given = '') {
      const bytes = [];
      for (const letter of say(given).toWellFormed()) {
        const code = letter.codePointAt(0);
        if (code < 0x80) bytes.push(code);
        else if (code < 0x800) bytes.push(0xc0 | code >> 6, 0x80 | code & 63);
        else if (code < 0x10000) bytes.push(0xe0 | code >> 12, 0x80 | code >> 6 & 63, 0x80 | code & 63);
        else bytes.push(0xf0 | code >> 18, 0x80 | code >> 12 & 63, 0x80 | code >> 6 & 63, 0x80 | code & 63);
      }
      return Uint8Array.from(bytes);
    }
  });
  hidden('TextDecoder', class TextDecoder {
    constructor(label = 'utf-8') {
      if (!/^utf-?8$/i.test(label)) {
        throw new RangeError('TextDecoder decodes utf-8 only');
      }
    }
    get encoding() { return 'utf-8'; }
    decode(given = new Uint8Array(0)) {
      const bytes = given instanceof ArrayBuffer
          ? new Uint8Array(given) : new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
      let text = '';
      for (let at = 0; at < bytes.length;) {
        const first = bytes[at++];
        const more = first < 0x80 ? 0 : first >= 0xc2 && first < 0xe0 ? 1 : first >= 0xe0 && first < 0xf0 ? 2
            : first >= 0xf0 && first < 0xf5 ? 3 : -1;
        if (more <= 0) {
          text += more === 0 ? String.fromCharCode(first) : '\ufffd';
          continue;
        }
        let code = first & (0x3f >> more);
        let read = 0;
        while (read < more && (bytes[at] & 0xc0) === 0x80) {
          code = code << 6 | bytes[at++] & 63;
          read++;
        }
        const least = [0, 0x80, 0x800, 0x10000][more];
        const sound = read === more && code >= least && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000);
        text += sound ? String.fromCodePoint(code) : '\ufffd';
      }
      return text;
    }
  });

  // Mulberry32: the same numbers for the same key.
  const randomBy = (key) => {
    let state = 0;
    for (let at = 0; at < key.length; at++) {
      state = Math.imul(state ^ key.charCodeAt(at), 0x5bd1e995) + at | 0;
    }
    return () => {
      state = state + 0x6d2b79f5 | 0;
      let mixed = Math.imul(state ^ state >>> 15, 1 | state);
      mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
      return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
    };
  };

  const contextOf = (inputs, environment, facts) => {
    const done = new Map();
    const context = {
      inputs,
      env: freeze(parse(environment)),
      principal: freeze(facts.principal),
      client: freeze(facts.client ?? null),
      headers: freeze({}),
      requestKey: facts.requestKey,
      now: facts.now,
      random: randomBy(facts.requestKey),
      deadline: facts.deadline,
      deadlineUnixMilli: facts.deadline,
      error: (message) => { throw new Error(say(message)); },
      log: (level, data) => void (data === undefined
          ? host('log', 'info', stringify(level) ?? 'null') : host('log', say(level), stringify(data) ?? 'null')),
      progress: (progress, message = '') => void host('progress', Math.trunc(Number(progress)) || 0, say(message)),
      query: (name, given) => ask('query', say(name), given === undefined ? null : stringify(given) ?? 'null'),
      once: (key, run) => {
        const name = say(key);
        if (!done.has(name)) {
          done.set(name, (async () => stringify(await run()))());
        }
        // As JSON: what is kept for another run of the same call has no other form.
        return done.get(name).then((text) => (text === undefined ? undefined : parse(text)));
      },
      call: async (tool, given) =>
        resultOf(await ask('call', say(tool), given === undefined ? '{}' : stringify(given) ?? 'null')),
      sleep: (millis) => new Promise((resolve) => wait(millis, resolve)),
    };
    defineProperty(context, 'cancelled', { get: () => host('cancelled'), enumerable: true });
    // What few scripts use is made for those that do.
    let client;
    const ofClient = () => (client ??= host('part', 'client')(host, ask));
    defineProperty(context, 'session', { get: () => (facts.session ? ofClient().session : null), enumerable: true });
    context.notify = (uri) => ofClient().notify(uri);
    for (const name of ['elicit', 'sample', 'roots']) {
      context[name] = later(`ctx.${name}`);
    }
    return freeze(context);
  };

  // A plain value becomes an array of objects, as rows are.
  const finish = (value) => {
    if (typeof value === 'object' && value !== null && !isArray(value)
        && (hasOwn(value, 'content') || hasOwn(value, 'structuredContent'))) {
      const { content, structuredContent, isError, _meta } = value;
      const pieces = content === undefined ? [{ type: 'text', text: stringify(structuredContent) }] : content;
      if (!isArray(pieces) || pieces.some((piece) => typeof piece?.type !== 'string')) {
        throw new TypeError('content of a result must be an array of objects with a type');
      }
      for (const [name, member] of [['structuredContent', structuredContent], ['_meta', _meta]]) {
        if (member !== undefined && (typeof member !== 'object' || member === null || isArray(member))) {
          throw new TypeError(`${name} of a result must be an object`);
        }
      }
      host('result', stringify(pieces), structuredContent === undefined ? null : stringify(structuredContent),
          isError === true, _meta === undefined ? null : stringify(_meta));
      return;
    }
    finishRows(value);
  };

  const finishRows = (value) => {
    const items = value === undefined || value === null ? [] : isArray(value) ? value : [value];
    const rows = items.map((item) => (typeof item === 'object' && item !== null && !isArray(item) ? item : { value: item ?? null }));
    host('rows', stringify(rows), rows.length);
  };

  const finishValue = (value) => void host('value', stringify(value) ?? 'null');

  // The rows of a tool, or its result as MCP has it.
  const resultOf = ({ rows, result, ...more }) => (rows === undefined ? result : assign(rows, more));

  // By what the script is for; what a value means is read from its JSON, which the author's code does not change any more.
  const ends = {
    TOOL: finish,
    PROMPT: finishValue,
    INPUT_TRANSFORM: finishValue,
    OUTPUT_TRANSFORM: finish,
    RESOURCE: (value) => (typeof value === 'string' || isArray(value?.contents) ? finishValue(value) : finishRows(value)),
  };

  const fail = (thrown) => {
    const isError = typeof thrown === 'object' && thrown !== null;
    host('error', say(isError ? thrown.message ?? thrown : thrown), isError ? say(thrown.stack ?? '') : '');
  };

  return {
    begin: (run, givenText, environment, factsText) => {
      if (typeof run !== 'function') {
        throw new TypeError('the default export of the script is not a function');
      }
      const facts = parse(factsText);
      const given = parse(givenText);
      const payload = facts.kind === 'OUTPUT_TRANSFORM' ? { results: resultOf(given) } : { inputs: given };
      const context = contextOf(payload.inputs, environment, facts);
      const end = ends[facts.kind];
      (async () => end(await run({ ...payload, ...facts.payload }, context)))().catch(fail);
    },
    settle: (number, ...answer) => {
      const go = waiting.get(number);
      waiting.delete(number);
      go?.(...answer);
    },
  };
}
