import { execute, query } from '../database/sql';
import { removeAllEntries } from './cache-service';
import { assertKeys, isToSeal, open, seal } from './seal';

type Official = GoogleAppsScript.Properties.Properties;

/** Values that the code stores beside its rows, and the settings that were entered by a command. */
export const PROPERTIES_TABLE = `create table if not exists properties (
  name text primary key,
  value text not null)`;

/** Secrets have such names: `stripeSecretKey`, `twilioAuthToken`, `push secret P-1`, `accountsSecret`. */
const SECRETS = /secret|token/i;

const READ = 'select value from properties where name = $1';
const READ_ALL = 'select name, value from properties';
const WRITE = `insert into properties (name, value)
  select name, value from unnest($1::text[], $2::text[]) as entry (name, value)
  on conflict (name) do update set value = excluded.value`;
const REMOVE = 'delete from properties where name = $1';

type Provided = Pick<
  Official,
  'getProperty' | 'getProperties' | 'setProperty' | 'setProperties' | 'deleteProperty'
>;

interface Stored {
  name: string;
  value: string;
}

const properties: Provided = {
  getProperty(name) {
    const [found] = query<Stored>(READ, [name]);
    return found ? open(name, found.value) : null;
  },
  getProperties: () =>
    Object.fromEntries(readAll().map(({ name, value }): [string, string] => [name, open(name, value)])),
  setProperty: (name, value) => setAll({ [name]: value }),
  setProperties: setAll,
  deleteProperty(name) {
    execute(REMOVE, [name]);
    return properties as Official;
  },
};

export const PropertiesService = {
  getScriptProperties: () => properties,
} satisfies Partial<Record<keyof GoogleAppsScript.Properties.PropertiesService, unknown>>;

/**
 * Seals with the key what was stored before there was one, or sealed with an earlier one.
 *
 * @throws UserError where the key does not fit
 */
export function sealStored(): void {
  assertKeys();
  const values = readAll().map(({ name, value: stored }) => ({ name, stored, value: open(name, stored) }));
  const unsealed = values.filter(({ name, stored }) => SECRETS.test(name) && isToSeal(name, stored));
  if (unsealed.length === 0) return;
  // The cache has the same secrets. It goes first: another start finds nothing to do once the properties are sealed.
  removeAllEntries();
  setAll(Object.fromEntries(unsealed.map(({ name, value }) => [name, value])));
}

function readAll(): Stored[] {
  return query<Stored>(READ_ALL);
}

function setAll(values: Readonly<Record<string, string>>): Official {
  const entries = Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));
  const stored = entries.map(([name, value]) => (SECRETS.test(name) ? seal(name, value) : value));
  execute(WRITE, [entries.map(([name]) => name), stored]);
  return properties as Official;
}
