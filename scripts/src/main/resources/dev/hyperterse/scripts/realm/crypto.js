// crypto, as far as it needs the host.
(run) => {
  'use strict';
  const { host } = run;
  return { crypto: Object.freeze({ randomUUID: () => host('uuid') }) };
}
