import * as v from 'valibot';
import { quote } from '../../platform/quote';
import { UserError } from '../../platform/user-error';
import { find } from '../../tables/tables';
import { MAX_PICTURE_BYTES, type PicturesView, type Refused } from '../case/answers';
import { MESSAGES } from '../case/tables';
import { getAttachment, getMessage } from '../mail/gmail';
import { attachmentsOf } from '../mail/mail';
import { answer, parse } from './input';

const MessageIdInput = v.string(({ input }) => `messageId must be text (got ${quote(input)})`);

/** Formats that a browser draws and that have no script in them. */
const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** A much larger answer may get lost between the script and the page. */
const MAX_PICTURES = 4;

/** Pictures that came with a message, from the mailbox: the page itself loads nothing from anywhere. */
export function getPictures(given: unknown): PicturesView | Refused {
  return answer(() => {
    const messageId = parse(MessageIdInput, given);
    if (!find(MESSAGES, messageId)) throw new UserError(`There is no message ${messageId}`);
    const pictures = attachmentsOf(getMessage(messageId).payload ?? {})
      .map(({ mimeType, ...file }, place) => ({ ...file, type: mimeType.toLowerCase(), place }))
      .filter(({ type, size }) => TYPES.includes(type) && size <= MAX_PICTURE_BYTES)
      .slice(0, MAX_PICTURES)
      .map(({ name, type, attachmentId, place }) => {
        const content = Utilities.base64Encode(getAttachment(messageId, attachmentId));
        return { name, place, url: `data:${type};base64,${content}` };
      });
    return { messageId, pictures };
  });
}
