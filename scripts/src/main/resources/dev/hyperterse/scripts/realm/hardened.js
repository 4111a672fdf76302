// Makes everything in a context unchangeable that a run can reach, so that runs can follow each other in it: a run changes
// only what its own modules create. Evaluated once in each such context, before any code of an author.
(close, random, names, kept, run) => {
  'use strict';
  const { defineProperty, freeze, getOwnPropertyDescriptor, getPrototypeOf } = Object;
  const { ownKeys } = Reflect;

  // Globals beside ECMAScript are those of the current run, which may replace them for itself.
  const globals = names.split(' ');
  for (let at = 0; at < globals.length; at += 2) {
    const name = globals[at];
    const part = globals[at + 1];
    defineProperty(globalThis, name, {
      get: () => run.global(name, part),
      set: (value) => run.replace(name, value),
      configurable: true,
    });
  }

  // Cleanup after a run would be code that runs in the next one.
  delete globalThis.FinalizationRegistry;
  delete globalThis.WeakRef;

  // The numbers of the engine would show how many others have drawn.
  defineProperty(Math, 'random', { value: { random() { return random(); } }.random, writable: true, configurable: true });

  const found = new Set();
  const forget = close((value) => found.has(value));
  const find = (value) => {
    if ((typeof value === 'object' && value !== null) || typeof value === 'function') {
      found.add(value);
    }
  };

  // In strict code, o.toString = ... throws where o inherits a method that cannot be written. An accessor lets objects of
  // a run have members with the names that programs use so.
  const letOverride = (object, names) => {
    for (const name of names) {
      const { value, enumerable } = getOwnPropertyDescriptor(object, name);
      // No property leads to it any more.
      find(value);
      defineProperty(object, name, {
        get() { return value; },
        set(given) {
          if (found.has(this)) {
            throw new TypeError(`Cannot assign to read only property '${name}'`);
          }
          defineProperty(this, name, { value: given, writable: true, enumerable: true, configurable: true });
        },
        enumerable,
        configurable: true,
      });
    }
  };
  letOverride(Object.prototype, ['constructor', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable',
    'toLocaleString', 'toString', 'valueOf']);
  letOverride(Function.prototype, ['constructor', 'toString']);
  letOverride(Array.prototype, ['toString']);
  for (const kind of [Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]) {
    letOverride(kind.prototype, ['constructor', 'message', 'name']);
  }
  letOverride(Error.prototype, ['toString']);

  // Objects that these make may have members of their own with the names of methods, too.
  const shared = kept.split(' ').map(run.keep);
  for (const part of shared) {
    for (const name of ownKeys(part)) {
      const { prototype } = part[name];
      if (prototype !== undefined) {
        letOverride(prototype, ownKeys(prototype).filter(
            (key) => typeof key === 'string' && getOwnPropertyDescriptor(prototype, key).value !== undefined));
      }
    }
  }

  // Some built-in objects are reached only from what syntax and methods make.
  const { segment } = Intl.Segmenter.prototype;
  const segments = segment.call(new Intl.Segmenter(), 'a');
  const generator = function* () {};
  const asyncGenerator = async function* () {};
  [
    globalThis, run.context, generator, generator(), asyncGenerator, asyncGenerator(), async () => {},
    (function () { return arguments; })(), [].values(), new Map().entries(), new Set().values(), ''[Symbol.iterator](),
    'a'.matchAll(/a/g), /a/, new Date(), Promise.resolve(), segments, segments[Symbol.iterator](),
    Iterator.from({ next() {} }), [].values().map((item) => item), getPrototypeOf(random), ...shared,
  ].forEach(find);

  // Also visits what it finds. It runs in the interpreter, for thousands of properties: plain loops take half of the time.
  found.forEach((object) => {
    find(getPrototypeOf(object));
    const keys = ownKeys(object);
    for (let at = 0; at < keys.length; at++) {
      const property = getOwnPropertyDescriptor(object, keys[at]);
      if (property.value === undefined) {
        find(property.get);
        find(property.set);
      } else {
        find(property.value);
      }
    }
    freeze(object);
  });

  // Forgets the run that has ended.
  return () => {
    run.end();
    forget();
  };
}
