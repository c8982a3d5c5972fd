import * as v from 'valibot';
import { quote } from '../../platform/quote';
import { textPattern } from '../../tables/tables';
import type { Mail } from '../mail/mail';
import { authorOf } from '../mail/people';
import { isAddress, isDomain, isTracked, toDomain, trackedBy } from '../mail/senders';
import { type ArrivalRule, STATUSES, splitKeyword } from './answers';

const MAX_RULES = 50;

const text = (field: string, max: number) => {
  const message = ({ input }: { input: unknown }) =>
    `${field} must be text of at most ${max} characters (got ${quote(input)})`;
  return v.nullish(v.pipe(v.string(message), v.trim(), v.maxLength(max, message)));
};

const notASender = ({ input }: { input: unknown }) =>
  `from must be an email address or a domain (got ${quote(input)})`;
const notDays = ({ input }: { input: unknown }) =>
  `days until it is due must be a whole number from 0 to 365 (got ${quote(input)})`;

const Rule = v.pipe(
  v.strictObject(
    {
      from: v.nullish(v.pipe(v.string(notASender), v.check(isFrom, notASender), v.transform(toFrom))),
      subject: text('subject', 200),
      words: text('words', 200),
      issue: text('issue', 200),
      status: v.nullish(
        v.picklist(
          STATUSES,
          ({ input }) => `status must be one of ${STATUSES.join(', ')} (got ${quote(input)})`,
        ),
      ),
      dueInDays: v.nullish(
        v.pipe(v.number(notDays), v.integer(notDays), v.minValue(0, notDays), v.maxValue(365, notDays)),
      ),
      noAlert: v.nullish(v.boolean(({ input }) => `noAlert must be true or false (got ${quote(input)})`)),
    },
    ({ received, path }) => (path ? `unknown field ${received}` : 'it must be an object'),
  ),
  v.transform(withoutBlanks),
  v.check(
    ({ from, subject, words }) => [from, subject, words].some(Boolean),
    'it needs a sender, a subject or words to look for',
  ),
  v.check(
    ({ issue, status, dueInDays, noAlert }) =>
      [issue, status, dueInDays, noAlert].some((one) => one !== undefined),
    'it needs an issue, a status, days until it is due, or no alert',
  ),
);

const notAList = `rules must be a list of at most ${MAX_RULES} rules`;

/** The owner's rules, as the page sends them and a cell holds them. An issue says which rule is wrong, counted from 1. */
export const ArrivalRules = v.pipe(
  v.array(v.unknown(), notAList),
  v.maxLength(MAX_RULES, notAList),
  v.rawTransform(({ dataset, addIssue, NEVER }): ArrivalRule[] => {
    const rules: ArrivalRule[] = [];
    for (const [index, given] of dataset.value.entries()) {
      const { success, output, issues } = v.safeParse(Rule, given);
      if (!success) {
        addIssue({ message: `Rule ${index + 1}: ${issues[0].message}` });
        return NEVER;
      }
      rules.push(output);
    }
    return rules;
  }),
);

/** Returns the effects on a new case: of those of several rules for one field, the first rule's. */
export function effectsOf(
  rules: readonly ArrivalRule[],
  mail: Mail,
): Pick<ArrivalRule, 'issue' | 'status' | 'dueInDays' | 'noAlert'> {
  const matching = rules.filter((rule) => matches(rule, mail));
  return Object.assign({}, ...matching.reverse());
}

function matches({ from, subject, words }: ArrivalRule, mail: Mail): boolean {
  const everything = `${mail.subject}\n${mail.body}`;
  return (
    (!from || wrote(from, mail)) &&
    (!subject || contains(mail.subject, subject)) &&
    splitKeyword(words).every((word) => contains(everything, word))
  );
}

/** True of the sender, and of the author behind a group. */
function wrote(from: string, mail: Mail): boolean {
  const [senders, domains] = from.startsWith('@') ? [[], [from]] : [[from], []];
  const tracked = new Set(trackedBy({ senders, domains }));
  return [mail.from, authorOf(mail)].some((address) => isTracked(address, tracked, ''));
}

function contains(whole: string, part: string): boolean {
  return new RegExp(textPattern(part), 'u').test(whole);
}

/** `ann@example.com`, or `@example.com` for everyone there. */
function toFrom(given: string): string {
  const plain = given.trim().toLowerCase();
  return plain === '' || isAddress(plain) ? plain : `@${toDomain(plain)}`;
}

function isFrom(given: string): boolean {
  const from = toFrom(given);
  return from === '' || isAddress(from) || isDomain(from.slice(1));
}

/** Drops what was not given, and blank texts with it. */
function withoutBlanks(given: object): ArrivalRule {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value != null && value !== '' && value !== false),
  );
}
