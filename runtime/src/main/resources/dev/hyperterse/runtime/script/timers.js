// setTimeout and clearTimeout.
(run) => {
  'use strict';
  const { wait, forget } = run;
  const setTimeout = (go, millis, ...given) => wait(millis ?? 0, () => go(...given));
  const clearTimeout = (number) => forget(number);

  return { clearTimeout, setTimeout };
}
