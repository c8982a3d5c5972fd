/** Amounts that a call read or wrote, as its handler metered them. */
export interface Usage {
  cells: number;
  characters: number;
  bytes: number;
  items: number;
  /** Modelled ms on top of the call's own price. */
  extraMs: number;
}

/** Modelled milliseconds: p50 of published measurements, most of them estimates from several sources. */
export interface Cost {
  ms: number;
  perCell?: number;
  perItem?: number;
}

/** The cost of each call of a service. */
export type Costs<C> = Readonly<Record<keyof C, Cost>>;

/** A call that is free and not counted: on Google it does not leave the script. */
export const FREE: Cost = { ms: 0 };

export const EXECUTION_START_MS = 450;
const BYTES_PER_MS = 10_000;

export function priceOf({ ms, perCell = 0, perItem = 0 }: Cost, usage: Usage): number {
  return ms + usage.extraMs + perCell * usage.cells + perItem * usage.items + usage.bytes / BYTES_PER_MS;
}
