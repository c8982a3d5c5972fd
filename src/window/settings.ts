import { declareSettings, readSettings, writeSettings } from '../platform/settings';

/** The filters of the tabs that are shown, by their names, as in a URL of the API. */
export type Queries = Readonly<Record<string, string>>;

interface Stored {
  queries: Queries;
  /** The tabs that are a window already. */
  made: readonly string[];
}

/** A script property among the settings, which are read with the state of the move. */
const PROPERTY = 'window';
declareSettings(/^window$/);

export function readQueries(): Queries {
  return read().queries;
}

export function storeQueries(queries: Queries): void {
  write({ queries });
}

export function isMade(tab: string): boolean {
  return read().made.includes(tab);
}

export function storeMade(tab: string): void {
  const { made } = read();
  if (!made.includes(tab)) write({ made: [...made, tab] });
}

function read(): Stored {
  const stored = readSettings()[PROPERTY];
  return { queries: {}, made: [], ...(stored === undefined ? {} : (JSON.parse(stored) as Partial<Stored>)) };
}

function write(changes: Partial<Stored>): void {
  writeSettings({ [PROPERTY]: JSON.stringify({ ...read(), ...changes }) });
}
