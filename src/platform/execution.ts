/**
 * Values that are kept for one execution. Apps Script evaluates the script anew for every execution; elsewhere one evaluation
 * serves many, and `endExecution` comes between them, so that nothing leaks from one caller to the next.
 */

interface Memo<T> {
  current: T;
}

const forgetful: (() => void)[] = [];

/** State of one execution, made when it is first used. */
export function perExecution<T>(make: () => T): Memo<T> {
  let made: Memo<T> | undefined;
  forgetful.push(() => {
    made = undefined;
  });
  return {
    get current() {
      made ??= { current: make() };
      return made.current;
    },
    set current(value) {
      made = { current: value };
    },
  };
}

export function endExecution(): void {
  for (const forget of forgetful) forget();
}

/** The local runtime asks in this way whether a realm can be kept. Google never asks. */
Reflect.set(globalThis, Symbol.for('local-apps-script.forget'), endExecution);
