import * as v from 'valibot';
import { quote } from '../platform/quote';

/** Put in by the build, from libphonenumber: a line for each calling code, as tools/phone-plans.cjs describes. */
declare const SHEETDESK_PHONE_PLANS: string;

export const Phone = v.pipe(
  v.string(),
  v.check(
    (text) => toE164(text) !== undefined,
    ({ input }) =>
      `must be an international number with a leading +, such as +15551234567 (got ${quote(input)}).`,
  ),
  v.transform((text) => toE164(text) ?? text),
);

/**
 * Reads a phone number as people write it: an international one, or one as it is dialled in the country with this calling
 * code. `+44 (0)20 7946 0958 ext 5` is `+442079460958`; undefined for what is no phone number.
 */
export function toE164(text: string, home = ''): string | undefined {
  const number = withoutNotation(text);
  if (number.startsWith('+')) {
    // Plans change, so an international number need not be in one that is known.
    const asWritten = withoutNotation(text.replace('(0)', ''));
    return fromInternational(number.slice(1)) ?? (E164.test(asWritten) ? asWritten : undefined);
  }
  const plan = findPlan(home);
  return plan && DIGITS.test(number) ? fromNational(number, plan) : undefined;
}

export function isCallingCode(digits: string): boolean {
  return findPlan(digits)?.code === digits;
}

/** A plus, the country's digits and the number's: 7 to 15 in all (ITU-T E.164). */
const E164 = /^\+[1-9]\d{6,14}$/;
const DIGITS = /^\d+$/;
/** Characters that people write between digits. */
const SEPARATORS = /[\s().\-/\u2010-\u2013]/g;
/** A private exchange dials it once the call is answered. */
const EXTENSION = /(;ext=|,?(ext(ension)?|x):?|#)\d{1,9}$/i;

function withoutNotation(text: string): string {
  return text.replace(SEPARATORS, '').replace(EXTENSION, '');
}

/** Dialling rules of a country. */
interface Plan {
  code: string;
  numbers: RegExp;
  /** Dialled before a number inside the country, and by mistake behind its calling code. */
  trunk: RegExp | undefined;
  becomes: string;
  /** Dialled before a calling code. */
  exit: RegExp;
}

/** The plan whose calling code these digits begin with. */
function findPlan(digits: string): Plan | undefined {
  const lines = SHEETDESK_PHONE_PLANS.split('\n');
  const line = lines.find((line) => digits.startsWith(line.slice(0, line.indexOf(' '))));
  if (line === undefined) return undefined;
  const [code = '', numbers = '', trunk = '', becomes = '', exit = ''] = line.replace(/d/g, '\\d').split(' ');
  return {
    code,
    numbers: new RegExp(`^(?:${numbers})$`),
    trunk: trunk === '' ? undefined : new RegExp(`^(?:${trunk})`),
    becomes,
    exit: new RegExp(`^(?:${exit || '00'})`),
  };
}

function fromInternational(digits: string): string | undefined {
  const plan = findPlan(digits);
  return plan && withinPlan(digits.slice(plan.code.length), plan);
}

function fromNational(digits: string, plan: Plan): string | undefined {
  const behind = (prefix: RegExp) => (prefix.test(digits) ? digits.replace(prefix, '') : '');
  return (
    fromInternational(behind(plan.exit)) ??
    withinPlan(digits, plan) ??
    // People leave out the plus, or dial as most countries do.
    withinPlan(behind(new RegExp(`^${plan.code}`)), plan) ??
    fromInternational(behind(/^00/))
  );
}

/** Removes what is dialled only inside the country, where a number of the country is left then. */
function withinPlan(digits: string, plan: Plan): string | undefined {
  const number = [withoutTrunk(digits, plan), digits].find((one) => plan.numbers.test(one));
  return number === undefined ? undefined : `+${plan.code}${number}`;
}

function withoutTrunk(digits: string, { trunk, becomes }: Plan): string {
  const found = trunk?.exec(digits);
  if (!trunk || !found) return digits;
  // A plan may keep a part of it: the last group has found it then.
  const isKept = becomes !== '' && found[found.length - 1] !== undefined;
  return isKept ? digits.replace(trunk, becomes) : digits.slice(found[0].length);
}
