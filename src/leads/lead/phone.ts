import * as v from 'valibot';
import { toE164 } from '../../http/phone';
import { quote } from '../../platform/quote';
import { leadLists } from '../lists';

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
  return isNational(text) ? toE164(text, leadLists().callingCode) : toE164(text);
}

function isNational(text: string): boolean {
  return !text.includes('+') && /\d/.test(text);
}

function messageFor(text: string): string {
  const got = `(got ${quote(text)}).`;
  const rule = 'must be an international number with a leading +, such as +15551234567';
  if (!isNational(text)) return `${rule} ${got}`;
  const code = leadLists().callingCode;
  if (code !== '') return `${rule}, or a national number of +${code} ${got}`;
  return `${rule} ${got} For national numbers enter a calling code such as +1 under defaultCountry in the Lists tab.`;
}
