import type { Returned } from '../execution/run';

/** The key of the function that turns outputs of HtmlService and ContentService into plain values. */
export const OUTPUT = Symbol('output');

export function toReturned(value: unknown): Returned {
  const output = (value as { [OUTPUT]?: () => Returned } | null | undefined)?.[OUTPUT];
  if (output) return output();
  if (value instanceof Promise) return { kind: 'unsupported', what: 'A promise' };
  const seen = { date: false };
  try {
    const json = JSON.stringify(value, function (this: Record<string, unknown>, key, item) {
      if (this[key] instanceof Date) seen.date = true;
      return item;
    });
    return { kind: 'value', json, holdsDate: seen.date };
  } catch {
    return { kind: 'unsupported', what: 'A value that is no JSON' };
  }
}
