import { keepGlobals } from './globals.cjs';

test('a suite begins with the globals that the one before it began with', () => {
  const restore = keepGlobals();
  const original = Date;
  Object.assign(globalThis, { left: 1, Date: class extends original {} });
  Reflect.deleteProperty(globalThis, 'escape');
  restore();
  expect([Reflect.get(globalThis, 'left'), Date, typeof escape]).toEqual([undefined, original, 'function']);
});
