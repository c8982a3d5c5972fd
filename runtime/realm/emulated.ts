/**
 * Wraps a service so that a method that is not emulated throws by name instead of being `undefined`. Symbols and names
 * that JavaScript itself looks up pass through.
 */
export function emulated<T extends object>(name: string, service: object): T {
  return new Proxy(service, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || PASSED.has(key))
        return Reflect.get(target, key, receiver);
      throw new Error(`${name}.${key} is not emulated by the local runtime.`);
    },
  }) as T;
}

const PASSED = new Set([
  'then',
  'toJSON',
  'constructor',
  'prototype',
  'asymmetricMatch',
  'nodeType',
  '$$typeof',
]);
