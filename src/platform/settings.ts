import { byteLength, MAX_PROPERTY_BYTES } from './bytes';
import * as cache from './cache';
import { environmentSettings } from './environment';
import { perExecution } from './execution';
import { properties } from './platform';
import { UserError } from './user-error';

/** Values that the owner has entered from the menu, such as the keys of providers: script properties, never a cell. */
export type Settings = Readonly<Record<string, string>>;

interface CachedSettings {
  /** Epoch ms before anything was read. */
  readAt: number;
  values: Settings;
}

const KEY = 'settings';
const CHANGED = 'settings changed';
/** Beside the settings the properties have what the script itself stores, such as sequences and errors. */
const declared: RegExp[] = [];

/** The entries of the cache that have them. */
export const SETTINGS_KEYS = [KEY, CHANGED];

/** Tells settings by their names from other properties. The module that reads them declares them. */
export function declareSettings(names: RegExp): void {
  declared.push(names);
}

/** An execution that asks a provider about one order after the other reads the settings once in so long. */
const KEPT_MS = 30_000;
const kept = perExecution((): { until: number; values: Settings } => ({ until: 0, values: {} }));

/** All of them, in one call of the cache: what one execution reads of properties counts against the day's quota. */
export function readSettings(): Settings {
  if (Date.now() >= kept.current.until)
    kept.current = { until: Date.now() + KEPT_MS, values: withEnvironment(read()) };
  return kept.current.values;
}

function read(): Settings {
  const { [KEY]: text, [CHANGED]: changed } = cache.getTexts(SETTINGS_KEYS);
  const cached = text === undefined ? undefined : (JSON.parse(text) as CachedSettings);
  if (cached && cache.isCurrent(cached.readAt, changed)) return cached.values;
  const readAt = Date.now();
  const all = Object.entries(properties().getProperties());
  const values = Object.fromEntries(all.filter(([name]) => isSetting(name)));
  cache.set(KEY, { readAt, values }, cache.MAX_TTL_S);
  return values;
}

/** Tells whether a property of this name was entered by the owner. */
export function isSetting(name: string): boolean {
  return declared.some((names) => names.test(name));
}

/** Makes what was edited in Google's editor take effect, at Set up. */
export function invalidateSettings(): void {
  kept.current = { until: 0, values: {} };
  cache.markChanged(CHANGED);
}

/** Takes effect at once; what is undefined is deleted. @throws UserError that names a setting that is too long */
export function writeSettings(values: Readonly<Record<string, string | undefined>>): void {
  const entries = Object.entries(values);
  const set = entries.filter((entry): entry is [string, string] => entry[1] !== undefined);
  for (const [name, value] of set)
    if (byteLength(value) > MAX_PROPERTY_BYTES)
      throw new UserError(`${name} must be at most ${MAX_PROPERTY_BYTES} bytes (got ${byteLength(value)}).`);
  if (set.length > 0) properties().setProperties(Object.fromEntries(set));
  for (const [name, value] of entries) if (value === undefined) properties().deleteProperty(name);
  invalidateSettings();
}

function withEnvironment(values: Settings): Settings {
  return { ...values, ...environmentSettings() };
}
