import * as v from 'valibot';
import { logError } from '../../health/errors';
import { SEPARATORS, toE164 } from '../../http/fields';
import * as cache from '../../platform/cache';
import { perExecution } from '../../platform/execution';
import { readTexts } from '../../tables/sheet';
import { LISTS } from '../tables';

/** The cached country of the tab Lists. */
export const COUNTRY = 'leads.defaultCountry';
const TTL_S = 60;

/** Read once in an execution: a list of leads may have a thousand national numbers. */
const callingCode = perExecution(() => cache.getOrSet(COUNTRY, TTL_S, readCallingCode));

/** A phone as people write it, stored as E.164: a national one too where the owner has said in which country that is. */
export const LeadPhone = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const phone = toLeadPhone(dataset.value);
    if (phone !== undefined) return phone;
    addIssue({ message: messageFor(dataset.value) });
    return NEVER;
  }),
);

/** In a query a bare + is a space. What is no phone finds nothing. */
export const LeadPhoneFilter = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) => toLeadPhone(text.replace(/^ /, '+')) ?? text),
  ),
);

function toLeadPhone(text: string): string | undefined {
  const international = toE164(text);
  if (international !== undefined || text.includes('+') || !/\d/.test(text)) return international;
  return fromNational(text, callingCode.current);
}

function messageFor(text: string): string {
  const got = `(got ${JSON.stringify(text.slice(0, 80))}).`;
  const rule = 'must be an international number with a leading +, such as +15551234567';
  if (text.includes('+') || !/\d/.test(text)) return `${rule} ${got}`;
  const code = callingCode.current;
  if (code !== '') return `${rule}, or a national number of +${code} ${got}`;
  return `${rule} ${got} For national numbers enter a calling code such as +1 under defaultCountry in the Lists tab.`;
}

/** The digits of the country in the tab Lists; empty where there is none. */
function readCallingCode(): string {
  const { code, problems } = readCountry();
  for (const problem of problems) logError(problem);
  return code;
}

/** For Health: what is wrong with the country in the tab Lists, if anything. */
export function findCountryProblem(): string[] {
  return readCountry().problems;
}

function readCountry(): { code: string; problems: string[] } {
  const line = readTexts(LISTS, ['defaultCountry']).find(({ cells }) => cells.defaultCountry.trim() !== '');
  const text = line?.cells.defaultCountry.trim() ?? '';
  const [, code = ''] = /^\+?([1-9]\d{0,2})$/.exec(text) ?? [];
  if (!line || code !== '') return { code, problems: [] };
  const address = line.addressOf('defaultCountry');
  const problem = `${address} must be a calling code such as +1 (got "${text}"). National numbers are refused until it is fixed.`;
  return { code, problems: [problem] };
}

/** What is dialled before a number inside a country, where that is not 0. */
const TRUNKS: Readonly<Record<string, string>> = { '1': '1', '7': '8', '36': '06' };
/** Italy, San Marino, Ivory Coast, Gabon, Congo: there a zero is part of the number. */
const ZERO_STAYS = ['39', '378', '225', '241', '242'];
/** This many digits after the country's own make a whole number elsewhere. */
const WHOLE_NUMBER = 8;

/** `(555) 123-4567` as `+15551234567`; undefined for what is no number of that country, or may be one of another. */
export function fromNational(text: string, code: string): string | undefined {
  const digits = text.replace(SEPARATORS, '');
  if (code === '' || !/^\d+$/.test(digits)) return undefined;
  if (code === '1') {
    const [, number] = /^1?([2-9]\d{9})$/.exec(digits) ?? [];
    return number && toE164(`+1${number}`);
  }
  if (digits.startsWith('00')) return toE164(`+${digits.slice(2)}`);
  const trunk = ZERO_STAYS.includes(code) ? undefined : (TRUNKS[code] ?? '0');
  if (trunk !== undefined && digits.startsWith(trunk)) return toE164(`+${code}${digits.slice(trunk.length)}`);
  // Its own country may stand before it without the plus.
  if (digits.startsWith(code) && digits.length - code.length >= WHOLE_NUMBER) return undefined;
  return toE164(`+${code}${digits}`);
}
