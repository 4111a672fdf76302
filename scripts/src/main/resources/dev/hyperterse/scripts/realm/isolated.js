// Evaluated first where a script has an engine of its own: makes of it what scripts see in the shared one.
(host) => {
  'use strict';
  const { defineProperty, getPrototypeOf } = Object;

  // No code is made of strings.
  const refuse = function () { throw new EvalError('code cannot be made of strings'); };
  defineProperty(globalThis, 'eval', { value: refuse, writable: true, configurable: true });
  for (const kind of [function () {}, async function () {}, function* () {}, async function* () {}]) {
    defineProperty(getPrototypeOf(kind), 'constructor', { value: refuse, configurable: true });
  }
  defineProperty(globalThis, 'Function', { value: refuse, writable: true, configurable: true });
  refuse.prototype = getPrototypeOf(function () {});
  for (const name of ['SharedArrayBuffer', 'Atomics', 'navigator', 'queueMicrotask', 'gc']) {
    delete globalThis[name];
  }

  // In the words of the shared engine.
  defineProperty(BigInt.prototype, 'toJSON', {
    value: () => { throw new TypeError('Do not know how to serialize a BigInt'); }, writable: true, configurable: true,
  });

  // Its message quotes the text, which may be a secret that the host hides as a whole and not in pieces.
  const { parse } = JSON;
  defineProperty(JSON, 'parse', {
    value: (text, revive) => {
      const given = `${text}`;
      let value;
      try {
        value = parse(given);
      } catch {
        throw new SyntaxError('the text is not JSON');
      }
      return revive === undefined ? value : parse(given, revive);
    },
    writable: true,
    configurable: true,
  });

  // Each run begins from the same memory, and would have the same numbers.
  let state;
  const seed = () => {
    let bits = 0;
    for (const character of host('uuid')) {
      bits = Math.imul(bits ^ character.charCodeAt(0), 0x5bd1e995) + 1 | 0;
    }
    return bits;
  };
  Math.random = () => {
    state ??= seed();
    state = state + 0x6d2b79f5 | 0;
    let mixed = Math.imul(state ^ state >>> 15, 1 | state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
  };

  // The message first and the frames of the author after it.
  const written = (error, frames) => {
    let lines = `${error}`;
    // By index: the author's code may have replaced the iterator of arrays.
    for (let at = 0; at < frames.length; at++) {
      const frame = frames[at];
      const file = frame.getFileName();
      if (file && !file.startsWith('hyperterse:')) {
        lines += `\n    at ${frame.getFunctionName() || '<anonymous>'} (${file}:${frame.getLineNumber()}:${frame.getColumnNumber()})`;
      }
    }
    return lines;
  };
  Error.prepareStackTrace = written;
  // Frames have the functions of the prelude, which must not reach an author.
  defineProperty(Error, 'prepareStackTrace', { get: () => written, set: () => {}, configurable: false });
}
