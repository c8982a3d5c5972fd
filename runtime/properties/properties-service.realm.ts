import { emulated } from '../realm/emulated';
import { caller, exception } from '../realm/host';
import type { PropertiesCalls, PropertyScope } from './calls';

const call = caller<PropertiesCalls>();

export const propertiesService = emulated<GoogleAppsScript.Properties.PropertiesService>(
  'Properties.PropertiesService',
  {
    getScriptProperties: () => properties('script'),
    getUserProperties: () => properties('user'),
    getDocumentProperties: () => properties('document'),
  } satisfies GoogleAppsScript.Properties.PropertiesService,
);

function properties(scope: PropertyScope): GoogleAppsScript.Properties.Properties {
  const store: GoogleAppsScript.Properties.Properties = {
    getProperty: (key) => call('properties.get', scope, key),
    getProperties: () => call('properties.getAll', scope),
    getKeys: () => Object.keys(call('properties.getAll', scope)),
    setProperty(key, value) {
      call('properties.set', scope, { [key]: text(value) }, false);
      return store;
    },
    setProperties(values: object, deleteAllOthers?: boolean) {
      const texts = Object.entries(values).map(([key, value]) => [key, text(value)]);
      call('properties.set', scope, Object.fromEntries(texts), deleteAllOthers ?? false);
      return store;
    },
    deleteProperty(key) {
      call('properties.delete', scope, key);
      return store;
    },
    deleteAllProperties() {
      call('properties.deleteAll', scope);
      return store;
    },
  };
  return emulated('Properties.Properties', store);
}

/** A value that is undefined is refused (facts 7), and so is null here; anything else is stored as text. */
function text(value: unknown): string {
  if (value === undefined || value === null) throw exception('Invalid argument: value');
  return String(value);
}
