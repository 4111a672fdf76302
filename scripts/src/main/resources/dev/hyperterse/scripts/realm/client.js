// The members of ctx by which a script talks to its client and to others, for those that do.
(run) => {
  'use strict';
  const { host, ask } = run;
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

  // By its key: where the client is asked between two runs of the same call, the answer is found by it.
  const asked = new Map();
  const once = (operation, key, question) => {
    const name = say(key);
    if (name.length === 0 || name.length > 64) {
      throw new TypeError(`a key of ctx.${operation} has 1 to 64 characters`);
    }
    const before = asked.get(name);
    if (before === undefined) {
      const answer = ask(operation, name, question());
      asked.set(name, { operation, answer });
      return answer;
    }
    if (before.operation !== operation) {
      throw new TypeError(`the key '${name}' is of ctx.${before.operation}; take another for ctx.${operation}`);
    }
    return before.answer;
  };

  return {
    session,
    notify,
    elicit: async (key, form) => once('elicit', key, () => asJson(form, 'the form of ctx.elicit')),
    sample: async (key, messages) => once('sample', key, () => asJson(messages, 'what ctx.sample asks')),
    roots: async (key) => once('roots', key, () => '{}'),
  };
}
