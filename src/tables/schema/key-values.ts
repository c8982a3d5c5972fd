import { type Column, text } from './column';

/** Form in which a setting is written, and whether the sheet's owner may change it by hand. */
export interface Setting<V> extends Column<V> {
  /** The value before anybody has set it, where that is not the one of an empty cell. */
  initial?: V;
  isEdited?: true;
}

type Entries = Record<string, Setting<unknown>>;

const COLUMNS = { key: text(), value: text() };

/** A tab of settings: two columns, `key` and `value`. */
export interface KeyValues<E extends Entries = Entries> {
  name: string;
  columns: typeof COLUMNS;
  entries: E;
}

type ValuesOf<E extends Entries> = {
  [N in keyof E & string]: E[N] extends Column<infer V> ? V : never;
};
export type Values<K extends KeyValues> = ValuesOf<K['entries']>;

export function keyValues<E extends Entries>(
  name: string,
  entries: E & { [N in keyof E & string]: { initial?: ValuesOf<E>[N] } },
): KeyValues<E> {
  return { name, columns: COLUMNS, entries };
}
