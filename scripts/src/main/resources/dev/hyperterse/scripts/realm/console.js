// console, whose lines go to the log of the replica.
(run) => {
  'use strict';
  const { host } = run;
  const { stringify } = JSON;
  const say = String;

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
    host('console', level, say(new Error().stack), values.map(shown).join(' '));
  };

  const console = Object.freeze({
    debug: print('debug'), log: print('log'), info: print('info'), warn: print('warn'), error: print('error'),
  });

  return { console };
}
