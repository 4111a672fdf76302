// Closes the ways by which a run could leave something in the engine that no run can change otherwise. Evaluated once in a
// context of the shared engine.
(isBuiltIn) => {
  'use strict';
  const { defineProperty } = Object;
  const { apply } = Reflect;
  const WrongType = TypeError;
  const say = String;

  const replace = (object, methods) => {
    for (const name of Object.keys(methods)) {
      defineProperty(object, name, { value: methods[name], writable: true, configurable: true });
    }
  };

  // The engine stores an entry in its key, so one that refers to its own map would never be collected there. Symbols such
  // as Symbol.iterator are those of all contexts.
  const keyOf = (key) => {
    if (typeof key === 'symbol') {
      throw new WrongType('symbols cannot be weak keys here');
    }
    if (isBuiltIn(key)) {
      throw new WrongType('ctx and built-in objects cannot be weak keys with engine: Shared');
    }
    return key;
  };
  const { set } = WeakMap.prototype;
  const { add } = WeakSet.prototype;
  replace(WeakMap.prototype, { set(key, value) { return apply(set, this, [keyOf(key), value]); } });
  replace(WeakSet.prototype, { add(value) { return apply(add, this, [keyOf(value)]); } });

  // The registry of the engine belongs to all contexts and only grows.
  const symbols = new Map();
  const keys = new Map();
  const { get: symbolOf, set: put, clear } = Map.prototype;
  replace(Symbol, {
    for(given) {
      const key = say(given);
      let symbol = apply(symbolOf, symbols, [key]);
      if (symbol === undefined) {
        symbol = Symbol(key);
        apply(put, symbols, [key, symbol]);
        apply(put, keys, [symbol, key]);
      }
      return symbol;
    },
    keyFor(symbol) {
      if (typeof symbol !== 'symbol') {
        throw new WrongType(`${say(symbol)} is not a symbol`);
      }
      return apply(symbolOf, keys, [symbol]);
    },
  });

  // Forgets the symbols of a run that has ended.
  return () => {
    apply(clear, symbols, []);
    apply(clear, keys, []);
  };
}
