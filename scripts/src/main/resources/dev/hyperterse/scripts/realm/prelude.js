// Makes what a script sees beside ECMAScript, out of one function of the host that takes and returns texts and numbers.
// Evaluated once in each context before the author's code, so what is taken here is what the author cannot change.
//
// The author's code may replace the methods of built-in objects, also those by which arrays are spread and destructured.
// In a hardened context, one run follows the other: what they get from here is frozen, and the state of a run is forgotten
// at its end.
(notesStacks, call) => {
  'use strict';
  const { parse, stringify } = JSON;
  const { assign, freeze, defineProperty } = Object;
  const isArray = Array.isArray;
  const isFinite = Number.isFinite;
  const say = String;
  const WrongType = TypeError;
  const Promised = Promise;
  const { resolve: resolved } = Promise;
  const { then } = Promise.prototype;
  const { apply } = Reflect;

  // An argument has another type than the host takes only if a built-in function was replaced.
  const host = (operation, first, second, third, fourth) => {
    const answer = call(operation, first, second, third, fourth);
    if (answer === -1) {
      throw new WrongType(`'${say(operation)}' of the host takes arguments of other types; was a built-in function replaced?`);
    }
    return answer;
  };

  const isObject = (value) => typeof value === 'object' && value !== null;

  // Promises that wait for the host, by number.
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
  const forget = (number) => {
    if (waiting.delete(number)) {
      host('forget', number);
    }
  };

  // Errors with which the host refused something, by their numbers: the host knows why.
  let rejections = new WeakMap();

  // A promise of what the host answers with JSON. Its error has the stack of who asked, and not of who answered.
  const ask = (operation, first, second) => new Promise((resolve, reject) => {
    const number = ++lastNumber;
    const Kind = operation === 'fetch' ? TypeError : Error;
    // Making an error takes longer than all else here. A host that notes stacks passes them with failures.
    const asked = notesStacks ? undefined : new Kind();
    if (!host(operation, number, first, second)) {
      throw new RangeError(`the script waits for too many answers to ${operation === 'fetch' ? '' : 'ctx.'}${operation}`);
    }
    waiting.set(number, (failed, text, noted) => {
      if (!failed) {
        resolve(parse(text));
        return;
      }
      const error = asked ?? new Kind();
      error.message = text;
      const stack = noted ?? say(error.stack ?? '');
      error.stack = `${error.name}: ${text}${stack.slice(stack.indexOf('\n'))}`;
      rejections.set(error, number);
      reject(error);
    });
  });

  // Globals that few scripts use are made at their first use; a hardened context makes some once for all of its runs.
  const parts = new Map();
  const kept = new Map();
  const part = (name) => {
    const made = kept.get(name) ?? parts.get(name) ?? host('part', name)({ host, ask, wait, forget, part, resultOf });
    parts.set(name, made);
    return made;
  };

  // A global that is made when the script uses it for the first time. What the script puts there stays.
  const replaced = new Map();
  const global = (name, ofPart) => (replaced.has(name) ? replaced.get(name) : part(ofPart)[name]);
  const replace = (name, value) => void replaced.set(name, value);

  // The same in a context of its own, where it becomes an ordinary property.
  const offer = (name, ofPart) => {
    const hide = (value) => defineProperty(globalThis, name, { value, writable: true, configurable: true });
    defineProperty(globalThis, name, {
      get: () => {
        const value = part(ofPart)[name];
        hide(value);
        return value;
      },
      set: (value) => void hide(value),
      configurable: true,
    });
  };

  const stateOf = (key) => {
    let state = 0;
    for (let at = 0; at < key.length; at++) {
      state = Math.imul(state ^ key.charCodeAt(at), 0x5bd1e995) + at | 0;
    }
    return state;
  };

  // Mulberry32: the same numbers for the same key.
  let drawn;
  const random = () => {
    drawn ??= stateOf(fact('request key'));
    drawn = drawn + 0x6d2b79f5 | 0;
    let mixed = Math.imul(drawn ^ drawn >>> 15, 1 | drawn);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
  };

  const progress = (reached, second, third) => {
    const total = typeof second === 'string' ? undefined : second;
    const message = typeof second === 'string' ? second : third;
    if (!isFinite(reached) || !isFinite(total ?? 0)) {
      throw new TypeError('ctx.progress takes a number that grows, then a total, a text, or both');
    }
    host('progress', reached, total ?? null, message === undefined ? null : say(message));
  };

  // The error by which a plugin refuses credentials. It carries no text of the author's, which could contain them.
  let refusal;
  const refuse = () => {
    refusal ??= new Error('refused');
    throw refusal;
  };
  const raise = (message) => { throw new Error(say(message)); };

  // The facts of the call that the script reads, by their names: few scripts read many.
  const facts = new Map();
  const fact = (name) => {
    if (!facts.has(name)) {
      facts.set(name, freeze(parse(host('fact', name))));
    }
    return facts.get(name);
  };

  let done;
  const once = (key, run) => {
    const name = say(key);
    done ??= new Map();
    if (!done.has(name)) {
      done.set(name, (async () => {
        const kept = host('kept', name);
        if (kept !== null) {
          return kept === '' ? undefined : kept;
        }
        const text = stringify(await run());
        host('keep', name, text ?? '');
        return text;
      })());
    }
    // As JSON: what is kept for another run of the same call has no other form.
    return done.get(name).then((text) => (text === undefined ? undefined : parse(text)));
  };

  let kind;
  let inputs;
  let headers;
  // The second argument of every run. Making one for each run would cost more than a small script.
  const context = freeze({
    get inputs() { return inputs; },
    get env() { return fact('environment'); },
    get principal() { return fact('principal'); },
    get client() { return fact('client'); },
    get headers() { return (headers ??= freeze({ __proto__: null, ...fact('headers') })); },
    get requestKey() { return fact('request key'); },
    get now() { return fact('now'); },
    get deadline() { return fact('deadline'); },
    get deadlineUnixMilli() { return fact('deadline'); },
    get cancelled() { return host('cancelled'); },
    get session() { return fact('session') ? part('client').session : null; },
    random,
    error: (message) => (kind === 'AUTH_PLUGIN' ? refuse() : raise(message)),
    log: (level, data) => void (data === undefined
        ? host('log', 'info', stringify(level) ?? 'null') : host('log', say(level), stringify(data) ?? 'null')),
    progress,
    query: (name, given) => ask('query', say(name), given === undefined ? null : stringify(given) ?? 'null'),
    once,
    call: async (tool, given) =>
      resultOf(await ask('call', say(tool), given === undefined ? '{}' : stringify(given) ?? 'null')),
    sleep: (millis) => new Promise((resolve) => wait(millis, resolve)),
    notify: (uri) => part('client').notify(uri),
    elicit: (key, form) => part('client').elicit(key, form),
    sample: (key, request) => part('client').sample(key, request),
    roots: (key) => part('client').roots(key),
  });

  const objectOrNone = (name, member) => {
    if (member !== undefined && (!isObject(member) || isArray(member))) {
      throw new TypeError(`${name} of a result must be an object`);
    }
  };

  // A plain value becomes an array of objects, as rows are.
  const finish = (value) => {
    if (!isObject(value) || isArray(value)) {
      finishRows(value);
      return;
    }
    const { content, structuredContent, isError, _meta } = value;
    // A row may have a column 'content', and so has the answer to a form: only an array of pieces is the content of MCP.
    if (isArray(content) || structuredContent !== undefined) {
      const pieces = content === undefined ? [{ type: 'text', text: stringify(structuredContent) }] : content;
      if (!isArray(pieces) || pieces.some((piece) => typeof piece?.type !== 'string')) {
        throw new TypeError('content of a result must be an array of objects with a type; return [value] where it is a value');
      }
      objectOrNone('structuredContent', structuredContent);
      objectOrNone('_meta', _meta);
      host('result', stringify(pieces), structuredContent === undefined ? null : stringify(structuredContent),
          isError === true, _meta === undefined ? null : stringify(_meta));
      return;
    }
    finishRows(value);
  };

  const finishRows = (value) => {
    const items = value === undefined || value === null ? [] : isArray(value) ? value : [value];
    let rows = '';
    let count = 0;
    // By index: the author's code may have replaced the methods of arrays.
    for (; count < items.length; count++) {
      const json = stringify(items[count]) ?? 'null';
      // An object may have JSON of another kind, as a date has.
      rows += (count === 0 ? '' : ',') + (json[0] === '{' ? json : `{"value":${json}}`);
    }
    host('rows', `[${rows}]`, count);
  };

  const finishValue = (value) => void host('value', stringify(value) ?? 'null');

  // The rows of a tool, or its result as MCP has it.
  const resultOf = ({ rows, result, ...more }) => (rows === undefined ? result : assign(rows, more));

  // A program has no result that clients know: a model reads its value as a text.
  const finishText = (value) => {
    const text = typeof value === 'string'
        ? value : stringify(value) ?? 'undefined: the program returned nothing; end it with return';
    host('result', stringify([{ type: 'text', text }]), null, false, null);
  };

  // By what the script is for; what a value means is read from its JSON, which the author's code does not change any more.
  const ends = {
    TOOL: finish,
    PROMPT: finishValue,
    INPUT_TRANSFORM: finishValue,
    AUTH_PLUGIN: finishValue,
    OUTPUT_TRANSFORM: finish,
    PROGRAM: finishText,
    RESOURCE: (value) => (typeof value === 'string' || isArray(value?.contents) ? finishValue(value) : finishRows(value)),
  };

  // With the errors that it was thrown for: four of them, for an error can be its own cause.
  const stackOf = (thrown, depth = 4) => {
    const stack = isObject(thrown) ? say(thrown.stack ?? '') : say(thrown);
    const cause = isObject(thrown) && depth > 0 ? thrown.cause : undefined;
    return cause === undefined ? stack : `${stack}\nCaused by: ${stackOf(cause, depth - 1)}`;
  };

  const fail = (thrown) => {
    if (thrown !== undefined && thrown === refusal) {
      finishValue(null);
      return;
    }
    const isError = isObject(thrown);
    host('error', say(isError ? thrown.message ?? thrown : thrown), isError ? stackOf(thrown) : '',
        isError ? rejections.get(thrown) ?? 0 : 0);
  };

  const payloadOf = (given) => {
    switch (kind) {
      case 'OUTPUT_TRANSFORM': return { results: resultOf(given) };
      case 'AUTH_PLUGIN': return { headers: given };
      default: return { inputs: given };
    }
  };

  // An async function that awaits the value would do the same, and take longer.
  const settled = (value, end) => apply(then, apply(resolved, Promised, [value]), [(given) => {
    try {
      end(given);
    } catch (thrown) {
      fail(thrown);
    }
  }, fail]);

  return {
    context,
    global,
    replace,
    offer,
    // Makes a part that knows nothing of a run, for all that follow.
    keep: (name) => {
      kept.set(name, part(name));
      return kept.get(name);
    },
    // Gives the host of a run, where the context has none of its own.
    serve: (ofRun) => void (call = ofRun),
    end: () => {
      call = undefined;
      lastNumber = 0;
      rejections = new WeakMap();
      waiting.clear();
      parts.clear();
      replaced.clear();
      facts.clear();
      drawn = done = refusal = kind = inputs = headers = undefined;
    },
    begin: (run, givenText, ofKind, word, name, uri) => {
      if (typeof run !== 'function') {
        throw new TypeError('the default export of the script is not a function');
      }
      kind = ofKind;
      const payload = payloadOf(parse(givenText));
      inputs = payload.inputs;
      payload[word] = name;
      if (uri !== null) {
        payload.uri = uri;
      }
      const end = ends[kind];
      // Without a promise where the script returns none: making and awaiting one costs as much as a small script.
      try {
        const value = kind === 'PROGRAM' ? run() : run(payload, context);
        if ((typeof value === 'object' || typeof value === 'function') && typeof value?.then === 'function') {
          settled(value, end);
        } else {
          end(value);
        }
      } catch (thrown) {
        fail(thrown);
      }
    },
    settle: (number, failed, text, stack) => {
      const go = waiting.get(number);
      waiting.delete(number);
      go?.(failed, text, stack);
    },
  };
}
