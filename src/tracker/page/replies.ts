import { find, findAll } from '../../tables/tables';
import { type MessageView, type Refused, type RepliesView, toIso } from '../case/answers';
import { CASES, MESSAGES } from '../case/tables';
import { getMessage, searchMessages } from '../mail/gmail';
import { toMail } from '../mail/mail';
import { correspondentsIn, writerOf } from '../mail/people';
import { notFound } from './case';
import { answer, CaseNumberInput, parse } from './input';

const MAX_REPLIES = 10;
/** Columns that say who wrote; bodies stay in the sheet. */
const WRITERS = ['from', 'replyTo', 'originalFrom'] as const;
/** Number of people who wrote that are looked for. */
const MAX_ADDRESSES = 10;

/** Answers of the owner in a case, read from the mailbox and stored nowhere: the newest ones, the oldest of them first. */
export function getReplies(given: unknown): RepliesView | Refused {
  return answer(() => {
    const caseNumber = parse(CaseNumberInput, given);
    const row = find(CASES, caseNumber);
    if (!row) return notFound(caseNumber);
    const others = findAll(MESSAGES, 'caseNumber', [caseNumber], WRITERS).flatMap(
      ({ replyTo, originalFrom, from }) => [
        ...correspondentsIn(replyTo || originalFrom).map(({ address }) => address),
        from,
      ],
    );
    const addresses = [...new Set([row.sender, ...others])].slice(0, MAX_ADDRESSES);
    const since = Math.floor((row.received.getTime() || 0) / 1_000);
    const found = searchMessages(`in:sent to:(${addresses.join(' OR ')}) after:${since}`);
    const own = found.filter(({ threadId }) => threadId === row.threadId).slice(0, MAX_REPLIES);
    return { caseNumber, replies: own.map(({ id }) => toView(id)).reverse() };
  });
}

/** Files are left in the mailbox. */
function toView(messageId: string): MessageView {
  const { id, threadId, received, attachments, ...mail } = toMail(getMessage(messageId));
  return { ...mail, messageId, writer: writerOf(mail), date: toIso(received), attachments: [] };
}
