import type { Quotas } from '../account/quotas';
import type { Costs } from '../execution/costs';
import type { Execution } from '../execution/execution';
import { type Service, ServiceError } from '../execution/service';
import { argumentTooLarge } from '../execution/wording';
import type { Store } from '../store';
import type { PropertiesCalls, PropertyScope } from './calls';

/** Parts that properties work on. */
interface PropertiesParts {
  quotas: Quotas;
  store: Store;
  /** Script properties by script name that hide stored ones and are never stored themselves. */
  temporaryProperties?: Readonly<Record<string, Record<string, string>>>;
}

const READ = { ms: 30 };
const WRITE = { ms: 60 };

const COSTS: Costs<PropertiesCalls> = {
  'properties.get': READ,
  'properties.getAll': READ,
  'properties.set': WRITE,
  'properties.delete': WRITE,
  'properties.deleteAll': WRITE,
};

/** developers.google.com/apps-script/guides/services/quotas; the message is not documented, but often reported. */
const LIMITS = {
  valueBytes: 9 * 1024,
  storeBytes: 500 * 1024,
  storeFull: 'You have exceeded the property storage quota. Please remove some properties and try again.',
};

const OPERATIONS = 'propertyOperations';

/** Properties are written at once, each as a row of the store. Those of `temporaryProperties` are never stored. */
export function propertiesService({
  quotas,
  store,
  temporaryProperties = {},
}: PropertiesParts): Service<PropertiesCalls> {
  store.exec(
    'create table if not exists properties (owner text, key text, value text, primary key (owner, key))',
  );
  const select = store.prepare('select value from properties where owner = ? and key = ?');
  const selectAll = store.prepare('select key, value from properties where owner = ? order by key');
  const put = store.prepare('insert or replace into properties values (?, ?, ?)');
  const remove = store.prepare('delete from properties where owner = ? and key = ?');
  const removeAll = store.prepare('delete from properties where owner = ?');

  function all(owner: string): Record<string, string> {
    const rows = selectAll.all(owner) as { key: string; value: string }[];
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  }

  function temporaryFor({ script }: Execution, scope: PropertyScope): Record<string, string> {
    return (scope === 'script' && temporaryProperties[script.name]) || {};
  }

  /** @param others the properties that stay beside the new ones */
  function assertFits(others: Record<string, string>, values: Record<string, string>): void {
    for (const value of Object.values(values)) {
      if (Buffer.byteLength(value) > LIMITS.valueBytes) throw new ServiceError(argumentTooLarge('value'));
    }
    const texts = Object.entries({ ...others, ...values }).flat();
    const size = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (size > LIMITS.storeBytes) throw new ServiceError(LIMITS.storeFull);
  }

  return {
    costs: COSTS,
    handlers: {
      'properties.get': (execution, scope, key) => {
        quotas.spend(OPERATIONS, 1);
        const row = select.get(ownerOf(execution, scope), key) as { value: string } | undefined;
        const temporary = new Map(Object.entries(temporaryFor(execution, scope)));
        return temporary.get(key) ?? row?.value ?? null;
      },
      'properties.getAll': (execution, scope) => {
        quotas.spend(OPERATIONS, 1);
        return { ...all(ownerOf(execution, scope)), ...temporaryFor(execution, scope) };
      },
      'properties.set': (execution, scope, values, deleteAllOthers) => {
        const owner = ownerOf(execution, scope);
        assertFits(deleteAllOthers ? {} : all(owner), values);
        quotas.spend(OPERATIONS, Object.keys(values).length);
        if (deleteAllOthers) removeAll.run(owner);
        for (const [key, value] of Object.entries(values)) put.run(owner, key, value);
      },
      'properties.delete': (execution, scope, key) => {
        quotas.spend(OPERATIONS, 1);
        remove.run(ownerOf(execution, scope), key);
      },
      'properties.deleteAll': (execution, scope) => {
        quotas.spend(OPERATIONS, 1);
        removeAll.run(ownerOf(execution, scope));
      },
    },
  };
}

/** Document properties belong to a project and its document together (facts 9); there is one local user. */
function ownerOf({ script }: Execution, scope: PropertyScope): string {
  return `${scope} ${script.id}`;
}
