import * as v from 'valibot';
import { logError } from '../../health/errors';
import { isCallingCode, toE164 } from '../../http/phone';
import * as cache from '../../platform/cache';
import { perExecution } from '../../platform/execution';
import { quote } from '../../platform/quote';
import { readTexts } from '../../tables/sheet';
import { LISTS } from '../tables';

/** The cached country of the tab Lists. */
export const COUNTRY = 'leads.defaultCountry';
const TTL_S = 60;

/** Read once in an execution: a list of leads may have a thousand national numbers. */
const callingCode = perExecution(() => cache.getOrSet(COUNTRY, TTL_S, readCallingCode));

/** A phone as people write it, or none, stored as E.164: a national one too where the owner has said in which country that is. */
export const LeadPhone = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const phone = dataset.value === '' ? '' : toLeadPhone(dataset.value);
    if (phone !== undefined) return phone;
    addIssue({ message: messageFor(dataset.value) });
    return NEVER;
  }),
);

/** A bare + is a space in a query. Text that is no phone finds nothing. */
export const LeadPhoneFilter = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) => toLeadPhone(text.replace(/^ /, '+')) ?? text),
  ),
);

/** Reads an international number, or a national one of the country in the tab Lists. */
export function toLeadPhone(text: string): string | undefined {
  return isNational(text) ? toE164(text, callingCode.current) : toE164(text);
}

function isNational(text: string): boolean {
  return !text.includes('+') && /\d/.test(text);
}

function messageFor(text: string): string {
  const got = `(got ${quote(text)}).`;
  const rule = 'must be an international number with a leading +, such as +15551234567';
  if (!isNational(text)) return `${rule} ${got}`;
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

/** Finds what is wrong with the country in the tab Lists, if anything, for Health. */
export function findCountryProblem(): string[] {
  return readCountry().problems;
}

function readCountry(): { code: string; problems: string[] } {
  const line = readTexts(LISTS, ['defaultCountry']).find(({ cells }) => cells.defaultCountry.trim() !== '');
  const text = line?.cells.defaultCountry.trim() ?? '';
  const code = text.replace(/^\+/, '');
  if (!line || isCallingCode(code)) return { code, problems: [] };
  const address = line.addressOf('defaultCountry');
  const problem = `${address} must be a calling code such as +1 (got "${text}"). National numbers are refused until it is fixed.`;
  return { code: '', problems: [problem] };
}
