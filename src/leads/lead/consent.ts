import * as v from 'valibot';
import { described } from '../../http/described';
import { Instant, maxText } from '../../http/fields';
import { GivenInstant } from '../../http/filters';
import type { Consent } from '../tables';

const How = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(80));

/** Consent as a caller states it; the time is now where none is given. */
export const GivenConsent = described(
  v.exactOptional(
    v.nullable(
      v.strictObject({
        how: described(How, 'How the person agreed.', 'web form'),
        at: described(v.exactOptional(GivenInstant), 'When. Now where it is left out.'),
        words: described(v.exactOptional(maxText(1_000)), 'The words that were agreed to.', 'Yes, text me'),
      }),
    ),
  ),
  'How, when and with which words the person agreed to text messages. Null if that is not known.',
);

export const ConsentView = described(
  v.nullable(
    v.strictObject({
      how: described(v.string(), 'How the person agreed; sms for the word START.', 'web form'),
      at: described(Instant, 'When.', '2026-11-21T09:12:03.000Z'),
      words: described(v.string(), 'The words that were agreed to.', 'Yes, text me'),
    }),
  ),
  'How, when and with which words the person agreed to text messages. Null if that is not known.',
);

type Given = { how: string; at?: string; words?: string } | null;

/** The same consent, stated again without its time, keeps the time that it has. */
export function toConsent(
  given: Given | undefined,
  now: Date,
  before: Consent | null = null,
): Consent | null {
  if (!given) return null;
  const { how, words = '' } = given;
  const isSame = before?.how === how && before.words === words;
  return { how, words, at: given.at ?? (isSame ? before.at : now.toISOString()) };
}
