export type PropertyScope = 'script' | 'user' | 'document';

export interface PropertiesCalls {
  'properties.get'(scope: PropertyScope, key: string): string | null;
  'properties.getAll'(scope: PropertyScope): Record<string, string>;
  'properties.set'(scope: PropertyScope, values: Record<string, string>, deleteAllOthers: boolean): void;
  'properties.delete'(scope: PropertyScope, key: string): void;
  'properties.deleteAll'(scope: PropertyScope): void;
}
