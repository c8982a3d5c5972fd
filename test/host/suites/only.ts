/** Something of the local runtime of which a database has a counterpart for a part; whoever needs another is told so. */
export function only<T extends object>(name: string, has: Partial<T>): T {
  return new Proxy(has as T, {
    get(target, key, receiver) {
      // Whoever awaits it looks whether it is a promise.
      if (key in target || typeof key === 'symbol' || key === 'then')
        return Reflect.get(target, key, receiver);
      throw new Error(`Over SQL there is no ${name}.${key}.`);
    },
  });
}
