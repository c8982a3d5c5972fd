/** A condition on the row `m` of gmail_messages, with the values of its question marks. */
export type Condition = { sql: string; values: (string | number)[] };

export type SearchContext = { now: number; address: string; isRareLabel: (labelId: string) => boolean };
