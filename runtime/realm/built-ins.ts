/** Built-ins that V8 has learned since 11.3, that of Node 20: scripts see the built-ins of that one, whatever Node runs them. */
const NEWER: readonly string[] = [
  'Array.fromAsync',
  'ArrayBuffer.prototype.detached',
  'ArrayBuffer.prototype.transfer',
  'ArrayBuffer.prototype.transferToFixedLength',
  'AsyncDisposableStack',
  'Atomics.pause',
  'DataView.prototype.getFloat16',
  'DataView.prototype.setFloat16',
  'DisposableStack',
  'Error.isError',
  'Float16Array',
  'Intl.DurationFormat',
  'Iterator',
  'JSON.isRawJSON',
  'JSON.rawJSON',
  'Map.groupBy',
  'Math.f16round',
  'Math.sumPrecise',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'RegExp.escape',
  ...words('difference intersection isDisjointFrom isSubsetOf isSupersetOf symmetricDifference union').map(
    (name) => `Set.prototype.${name}`,
  ),
  'SuppressedError',
  'Symbol.asyncDispose',
  'Symbol.dispose',
  'Uint8Array.fromBase64',
  'Uint8Array.fromHex',
  ...words('setFromBase64 setFromHex toBase64 toHex').map((name) => `Uint8Array.prototype.${name}`),
];

const ITERATOR_METHODS = words('drop every filter find flatMap forEach map reduce some take toArray');

export function removeNewerBuiltIns(): void {
  for (const path of NEWER) removeBuiltIn(path);
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  for (const name of ITERATOR_METHODS) Reflect.deleteProperty(iterator, name);
}

/** Removes a built-in such as `Object.hasOwn`; does nothing if there is none. */
export function removeBuiltIn(path: string): void {
  const names = path.split('.');
  const name = names.pop() ?? '';
  let owner: unknown = globalThis;
  for (const part of names) owner = (owner as Record<string, unknown> | undefined)?.[part];
  if (owner !== undefined) Reflect.deleteProperty(owner as object, name);
}

function words(text: string): string[] {
  return text.split(' ');
}
