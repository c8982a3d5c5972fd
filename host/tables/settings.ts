import type { KeyValues, Values } from '../../src/tables/schema/key-values';
import type { Write } from '../../src/tables/schema/write';

/** Tabs of settings are the case desk's alone, which stays in its sheet. */

export { keyValues, type Values } from '../../src/tables/schema/key-values';

export function readValues<K extends KeyValues>(tab: K): Values<K> {
  throw noSettings(tab);
}

export function writeValues<K extends KeyValues>(tab: K, _values: Partial<Values<K>>): Write {
  throw noSettings(tab);
}

function noSettings({ name }: { name: string }): Error {
  return new Error(`A database has no settings such as those of the tab ${name}.`);
}
