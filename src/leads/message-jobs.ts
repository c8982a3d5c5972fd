import { DONE, type JobHandler, type JobResult, type OutboxRow, retryUntilVisible } from '../outbox/jobs';
import { DAY_MS, errorMessage, MINUTE_MS } from '../platform/platform';
import { find, update } from '../tables/tables';
import { MESSAGE_KIND } from './messages';
import { type MessageProvider, MessageRefusedError, offline } from './provider';
import { LEADS, type Lead } from './tables';
import { isFinal, type Message, updateMessage } from './thread';
import { findTwilioSettings, twilio } from './twilio';

/** Sends the messages of leads, and asks for the status of those of which no delivery report has come. */
export const MESSAGE_HANDLER: JobHandler = {
  kind: MESSAGE_KIND,
  /** The last one is made after some four hours. */
  maxAttempts: 9,
  delays: [1, 2, 4, 8, 16, 32, 64, 128],
  run,
  onFailed: ({ entityId, id }, error) => updateMessage(entityId, id, { status: 'failed', error }),
};

/** A status is asked for after five minutes and then ever more rarely, for a day. */
const FIRST_STATUS_CHECK_MS = 5 * MINUTE_MS;
const LAST_STATUS_CHECK_MS = DAY_MS;

function run(job: OutboxRow): JobResult {
  const lead = find(LEADS, job.entityId);
  if (!lead) return DONE;
  const message = lead.thread.find(({ id }) => id === job.id);
  if (!message) return retryUntilVisible(job, 'The message is not in its thread yet.');
  if (isFinal(message)) return DONE;
  if (message.sid) return checkStatus(lead.id, message);
  if (lead.isOptedOut)
    return fail(lead.id, message.id, 'The lead has opted out of text messages (replied STOP).');
  return sendOnce(lead, message);
}

/** An attempt whose outcome is unknown is looked up first, so that no message is sent twice. */
function sendOnce(lead: Lead, { id, body, askedAt }: Message): JobResult {
  const provider = currentProvider();
  const outbound = { to: lead.phone, body, leadId: lead.id, messageId: id };
  try {
    provider.assertAvailable();
    const knownSids = lead.thread.flatMap(({ sid }) => sid ?? []);
    let sent = askedAt ? provider.findSent(outbound, new Date(askedAt), knownSids) : undefined;
    if (!sent) {
      // Written before the provider is asked: it may accept the message and this execution end.
      updateMessage(lead.id, id, { status: 'sending', askedAt: new Date().toISOString() });
      sent = provider.send(outbound);
    }
    updateMessage(lead.id, id, sent);
    return isFinal(sent) ? DONE : checkIn(FIRST_STATUS_CHECK_MS);
  } catch (error) {
    if (error instanceof MessageRefusedError) {
      if (error.isOptedOut) update(LEADS, lead.id, () => ({ isOptedOut: true }));
      return fail(lead.id, id, error.message);
    }
    return { state: 'retry', error: errorMessage(error) };
  }
}

function checkStatus(leadId: string, { id, sid = '', at, askedAt = at }: Message): JobResult {
  const age = Date.now() - Date.parse(askedAt);
  const next = age < LAST_STATUS_CHECK_MS ? checkIn(Math.max(FIRST_STATUS_CHECK_MS, 2 * age)) : DONE;
  try {
    const status = currentProvider().findStatus(sid);
    if (!status) return DONE;
    updateMessage(leadId, id, status);
    return isFinal(status) ? DONE : next;
  } catch (error) {
    return next.state === 'retry' ? { ...next, error: errorMessage(error) } : next;
  }
}

function currentProvider(): MessageProvider {
  const settings = findTwilioSettings();
  return settings ? twilio(settings) : offline;
}

function fail(leadId: string, messageId: string, error: string): JobResult {
  updateMessage(leadId, messageId, { status: 'failed', error });
  return DONE;
}

function checkIn(ms: number): JobResult {
  return { state: 'retry', error: '', retryAt: new Date(Date.now() + ms) };
}
