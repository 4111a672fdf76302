// The members of ctx by which a script talks to its client and to others, for those that do.
(run) => {
  'use strict';
  const { host } = run;
  const { parse, stringify } = JSON;
  const say = String;

  const asJson = (value, name) => {
    const text = stringify(value);
    if (text === undefined) {
      throw new TypeError(`${name} must be a value of JSON`);
    }
    return text;
  };

  const session = Object.freeze({
    get: async (key) => {
      const text = host('client', 'get', say(key));
      return text === null ? undefined : parse(text);
    },
    set: async (key, value) => {
      const wrong = host('client', 'set', say(key), asJson(value, 'a value of ctx.session'));
      if (wrong !== null) {
        throw new RangeError(wrong);
      }
    },
    delete: async (key) => void host('client', 'delete', say(key)),
  });

  const notify = (uri) => {
    const outcome = host('client', 'notify', say(uri));
    if (typeof outcome === 'string') {
      throw new TypeError(outcome);
    }
    return outcome;
  };

  return { session, notify };
}
