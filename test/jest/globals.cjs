/** Answers how to put the globals of this realm back as they are now: suites of a worker come one after the other. */
function keepGlobals() {
  const before = Object.getOwnPropertyDescriptors(globalThis);
  return () => {
    for (const name of Reflect.ownKeys(globalThis)) if (!Object.hasOwn(before, name)) delete globalThis[name];
    for (const name of Reflect.ownKeys(before)) restore(name, before[name]);
  };
}

function restore(name, before) {
  const now = Object.getOwnPropertyDescriptor(globalThis, name);
  if (now?.value !== before.value || now?.get !== before.get) Object.defineProperty(globalThis, name, before);
}

module.exports = { keepGlobals };
