// setTimeout and clearTimeout.
(run) => {
  'use strict';
  const { wait, forget } = run;
  const { apply } = Reflect;
  const setTimeout = (go, millis, ...given) => wait(millis ?? 0, () => apply(go, undefined, given));
  const clearTimeout = (number) => forget(number);

  return { clearTimeout, setTimeout };
}
