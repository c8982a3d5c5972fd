import { DONE, type JobHandler, type JobResult, type OutboxRow, retryUntilVisible } from '../outbox/jobs';
import { DAY_MS, errorMessage, MINUTE_MS } from '../platform/platform';
import { doubling } from '../platform/retry';
import { find, update } from '../tables/tables';
import { MESSAGE_KIND } from './messages';
import {
  currentProvider,
  type MessageProvider,
  MessageRefusedError,
  type OutboundMessage,
  type SentMessage,
} from './provider';
import { LEADS, type Lead } from './tables';
import { isFinal, type Message, updateMessage } from './thread';

/** Hands the messages of leads to the provider. */
export const MESSAGE_HANDLER: JobHandler = {
  kind: MESSAGE_KIND,
  /** The last one comes after some four hours. */
  maxAttempts: 9,
  delays: doubling(MINUTE_MS, 8),
  run,
  onFailed: ({ targetId, id }, error) => updateMessage(targetId, id, { status: 'failed', error }),
};

/** What a provider has not told of by then, it is asked for; nothing more comes after a day. */
const FIRST_LOOK_MS = 5 * MINUTE_MS;
const LAST_LOOK_MS = DAY_MS;

function run(row: OutboxRow): JobResult {
  const lead = find(LEADS, row.targetId);
  const message = lead?.thread.find(({ id }) => id === row.id);
  if (!lead) return DONE;
  if (!message) return retryUntilVisible(row, 'The message is not in its thread yet.');
  if (isFinal(message)) return DONE;
  if (message.sid) return askAbout(lead.id, message);
  if (lead.isOptedOut)
    return fail(lead.id, row.id, 'The lead has opted out of text messages (replied STOP).');
  return handOver(lead, message);
}

/** One that was asked for before is looked up, never sent again blindly. */
function handOver(lead: Lead, message: Message): JobResult {
  const provider = currentProvider();
  const outgoing = { to: lead.phone, body: message.body, leadId: lead.id, messageId: message.id };
  try {
    const found = message.askedAt
      ? provider.findTaken(outgoing, new Date(message.askedAt), sidsIn(lead))
      : undefined;
    const taken = found ?? send(provider, outgoing);
    updateMessage(lead.id, message.id, taken);
    return isFinal(taken) ? DONE : later(FIRST_LOOK_MS);
  } catch (error) {
    if (error instanceof MessageRefusedError) return refuse(lead.id, message.id, error);
    return { state: 'retry', error: errorMessage(error) };
  }
}

/** The provider tells by itself how far a message has come; where it has not, it is asked, ever more seldom. */
function askAbout(leadId: string, { id, sid = '', at, askedAt = at }: Message): JobResult {
  const age = Date.now() - Date.parse(askedAt);
  const next = age < LAST_LOOK_MS ? later(Math.max(FIRST_LOOK_MS, 2 * age)) : DONE;
  try {
    const news = currentProvider().findNews(sid);
    if (!news) return DONE;
    updateMessage(leadId, id, news);
    return isFinal(news) ? DONE : next;
  } catch (error) {
    return next.state === 'retry' ? { ...next, error: errorMessage(error) } : next;
  }
}

/** That it is being asked for stands in the sheet before the provider hears of it. */
function send(provider: MessageProvider, outgoing: OutboundMessage): SentMessage {
  const askedAt = new Date().toISOString();
  updateMessage(outgoing.leadId, outgoing.messageId, { status: 'sending', askedAt });
  return provider.send(outgoing);
}

function refuse(leadId: string, messageId: string, { message, isOptedOut }: MessageRefusedError): JobResult {
  if (isOptedOut) update(LEADS, leadId, () => ({ isOptedOut: true }));
  return fail(leadId, messageId, message);
}

function fail(leadId: string, messageId: string, error: string): JobResult {
  updateMessage(leadId, messageId, { status: 'failed', error });
  return DONE;
}

function later(ms: number): JobResult {
  return { state: 'retry', error: '', retryAt: new Date(Date.now() + ms) };
}

function sidsIn({ thread }: Lead): string[] {
  return thread.flatMap(({ sid }) => sid ?? []);
}
