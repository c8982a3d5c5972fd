import * as v from 'valibot';

/** What a page's function takes: an object with these fields and no others. */
export function input<E extends v.ObjectEntries>(name: string, entries: E) {
  const takes = `${name} takes an object with ${Object.keys(entries).join(', ')}`;
  const isObject = (value: unknown) => !Array.isArray(value);
  const message = ({ received, path }: v.StrictObjectIssue) =>
    path ? `${takes}, and nothing like ${received}` : takes;
  return v.pipe(v.unknown(), v.check(isObject, takes), v.strictObject(entries, message));
}
