import * as v from 'valibot';
import { MessageAnswer } from './lead-schemas';

/** The longest that Twilio takes: ten segments. */
const MOST_CHARACTERS = 1_600;

export const NewMessage = v.strictObject({
  leadId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(40)),
  body: v.pipe(
    v.string(),
    v.check(
      (text) => text.trim() !== '',
      () => 'body must not be blank.',
    ),
    v.maxLength(MOST_CHARACTERS),
  ),
});
export type NewMessage = v.InferOutput<typeof NewMessage>;

export const MessageCreated = v.pick(MessageAnswer, ['id', 'status']);

export const ThreadAnswer = v.strictObject({ leadId: v.string(), data: v.array(MessageAnswer) });
