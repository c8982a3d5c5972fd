/** Replaces a built-in method by one of the same name, length and kind: not enumerable, and no constructor. */
export function define(
  owner: object,
  name: string,
  { method }: { method: (this: never, ...args: never[]) => unknown },
): void {
  const native = Reflect.get(owner, name) as { length: number } | undefined;
  const length = native?.length ?? method.length;
  Object.defineProperties(method, {
    name: { value: name, configurable: true },
    length: { value: length, configurable: true },
  });
  Object.defineProperty(owner, name, {
    value: method,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}
