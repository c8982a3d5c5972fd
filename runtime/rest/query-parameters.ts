import { GoogleError } from './google-error';

type Range = { name: string; byDefault: number; max: number };

/** The number of results: the default if absent or zero, and at most `max`. */
export function toCount(text: string | undefined, { name, byDefault, max }: Range): number {
  if (text === undefined || text === '') return byDefault;
  if (!/^\d+$/.test(text)) {
    const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    throw new GoogleError(400, 'invalid', `Invalid value at '${field}' (TYPE_UINT32), "${text}"`);
  }
  return Math.min(Number(text) || byDefault, max);
}

export function toBoolean(text: string | undefined): boolean {
  return text === 'true' || text === '1';
}
