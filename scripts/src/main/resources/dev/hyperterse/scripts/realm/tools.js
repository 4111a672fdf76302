// The globals by which a program calls the tools of its caller.
(run) => {
  'use strict';
  const { ask, resultOf } = run;
  const { parse, stringify } = JSON;
  const isArray = Array.isArray;
  const say = String;

  const call = async (name, inputs) => {
    const value = resultOf(await ask('call', name, inputs === undefined ? '{}' : stringify(inputs) ?? 'null'));
    return isArray(value) ? value : value.structuredContent ?? value;
  };

  // Awaiting or printing the object itself must call nothing.
  const isTool = (name) => typeof name === 'string' && name !== 'then' && name !== 'toJSON';

  return {
    tools: new Proxy(Object.freeze({ __proto__: null }), {
      get: (_, name) => (isTool(name) ? (inputs) => call(name, inputs) : undefined),
    }),
    search: async (query) => parse(await ask('search', say(query), null)),
    describe: (...names) => ask('describe', stringify(names.flat().map(say)), null),
  };
}
