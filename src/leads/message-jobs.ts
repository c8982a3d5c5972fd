import { logError } from '../health/errors';
import type { OutboxRow } from '../outbox/jobs';
import { DONE, type JobHandler, type JobResult, retryUntilVisible } from '../outbox/worker';
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
export const MESSAGE_HANDLER: JobHandler = { kind: MESSAGE_KIND, run };

const MINUTE_MS = 60_000;
/** The last try comes after some four hours. */
const MOST_TRIES = 9;

/** What a provider has not told of by then, it is asked for; nothing more comes after a day. */
const FIRST_LOOK_MS = 5 * MINUTE_MS;
const LAST_LOOK_MS = 1_440 * MINUTE_MS;

function run(row: OutboxRow): JobResult {
  const lead = find(LEADS, row.targetId);
  const message = lead?.thread.find(({ id }) => id === row.id);
  if (!lead) return DONE;
  if (!message) return retryUntilVisible(row, 'The message is not in its thread yet.');
  if (isFinal(message)) return DONE;
  if (message.sid) return askAbout(lead.id, message);
  if (lead.isOptedOut)
    return fail(lead.id, row.id, 'The lead has opted out of text messages (replied STOP).');
  return handOver(row, lead, message);
}

/** One that was asked for before is looked up, never sent again blindly. */
function handOver(row: OutboxRow, lead: Lead, message: Message): JobResult {
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
    if (error instanceof MessageRefusedError) return refuse(lead.id, row.id, error);
    const told = messageOf(error);
    if (row.tries + 1 < MOST_TRIES) return again(row, told);
    logError(
      `${row.id} to ${lead.id} could not be sent in ${MOST_TRIES} attempts. No further attempts will be made. ${told}`,
    );
    return fail(lead.id, row.id, told);
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
    return next.done ? DONE : { ...next, error: messageOf(error) };
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

/** After one minute, two, four, ... */
function again({ tries }: OutboxRow, error: string): JobResult {
  return later(MINUTE_MS * 2 ** tries, error);
}

function later(ms: number, error = ''): JobResult {
  return { done: false, retryAt: new Date(Date.now() + ms), error };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function sidsIn({ thread }: Lead): string[] {
  return thread.flatMap(({ sid }) => sid ?? []);
}
