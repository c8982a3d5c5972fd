import { type Column, text } from './column';

type Entries = Record<string, Column<unknown>>;

const COLUMNS = { key: text(), value: text() };

/** A tab of settings: two columns, `key` and `value`. */
export interface KeyValues<E extends Entries = Entries> {
  name: string;
  columns: typeof COLUMNS;
  entries: E;
  /** The values before anybody has set them. */
  initial: ValuesOf<E>;
  /** The keys whose values the sheet's owner may change by hand. */
  edited: readonly string[];
}

type ValuesOf<E extends Entries> = {
  [N in keyof E & string]: E[N] extends Column<infer V> ? V : never;
};
export type Values<K extends KeyValues> = ValuesOf<K['entries']>;

export function keyValues<E extends Entries>(
  definition: Omit<KeyValues<E>, 'columns'> & { edited: readonly (keyof E & string)[] },
): KeyValues<E> {
  return { ...definition, columns: COLUMNS };
}
