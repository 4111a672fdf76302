// Closes two ways by which a run could keep memory in the engine after its end. Evaluated once in each context of the
// shared engine, before the author's code.
() => {
  'use strict';
  const { defineProperty, keys } = Object;
  const { apply } = Reflect;
  const WrongType = TypeError;
  const say = String;

  const replace = (object, methods) => {
    for (const name of keys(methods)) {
      defineProperty(object, name, { value: methods[name], writable: true, configurable: true });
    }
  };

  // The engine stores an entry in its key, and symbols such as Symbol.iterator belong to all contexts: an entry that refers
  // to its own map would never be collected.
  const keyOf = (key) => {
    if (typeof key === 'symbol') {
      throw new WrongType('symbols cannot be weak keys here');
    }
    return key;
  };
  const { set } = WeakMap.prototype;
  const { add } = WeakSet.prototype;
  replace(WeakMap.prototype, { set(key, value) { return apply(set, this, [keyOf(key), value]); } });
  replace(WeakSet.prototype, { add(value) { return apply(add, this, [keyOf(value)]); } });

  // The registry of the engine belongs to all contexts and only grows.
  const { get, set: put } = Map.prototype;
  const symbols = new Map();
  const names = new Map();
  replace(Symbol, {
    for(given) {
      const name = say(given);
      let symbol = apply(get, symbols, [name]);
      if (symbol === undefined) {
        symbol = Symbol(name);
        apply(put, symbols, [name, symbol]);
        apply(put, names, [symbol, name]);
      }
      return symbol;
    },
    keyFor(symbol) {
      if (typeof symbol !== 'symbol') {
        throw new WrongType(`${say(symbol)} is not a symbol`);
      }
      return apply(get, names, [symbol]);
    },
  });
}
