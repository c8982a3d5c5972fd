import type { Page } from './page';

/**
 * Arguments as they leave a page (facts 2.1).
 * @throws errors of the page's realm for arguments that may not
 */
export function toArguments(page: Page, args: unknown[]): unknown[] {
  const [only] = args;
  if (args.length === 1 && only instanceof page.HTMLFormElement) return [toFields(page, only)];
  return args.map((value, index) => toPlain(page, value, { key: String(index), above: [] }));
}

interface Place {
  key: string;
  /** The objects around this one. */
  above: unknown[];
}

function toPlain(page: Page, value: unknown, { key, above }: Place): unknown {
  if (value === undefined) return null;
  if (value === null || ['number', 'boolean', 'string'].includes(typeof value)) return value;
  const isContainer = Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';
  if (!isContainer || above.includes(value))
    throw new page.TypeError(`Failed due to illegal value in property: ${key}`);
  const inside = [...above, value];
  if (Array.isArray(value))
    return value.map((item, index) => toPlain(page, item, { key: String(index), above: inside }));
  const entries = Object.entries(value as object).filter(([, item]) => item !== undefined);
  return Object.fromEntries(
    entries.map(([name, item]) => [name, toPlain(page, item, { key: name, above: inside })]),
  );
}

/** Fields by name, as strings; several fields of one name become an array. */
function toFields(page: Page, form: HTMLFormElement): Record<string, string | string[]> {
  const values = new page.FormData(form);
  return Object.fromEntries(
    [...new Set(values.keys())].map((name) => {
      const all = values.getAll(name).map((value) => toText(page, name, value));
      return [name, all.length === 1 ? (all[0] ?? '') : all];
    }),
  );
}

function toText(page: Page, name: string, value: FormDataEntryValue): string {
  if (typeof value === 'string') return value;
  throw new page.TypeError(`Files of a form are not emulated: ${name}`);
}
