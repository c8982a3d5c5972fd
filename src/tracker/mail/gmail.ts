import { perExecution } from '../../platform/execution';
import {
  classifyError,
  type GoogleErrorKind,
  NON_RETRYABLE,
  namedInstant,
} from '../../platform/google-errors';

/** Gmail, as far as the tracker calls it (interface section 4.2). Nothing else touches it. */
interface GmailService {
  Users: {
    getProfile(userId: string): GoogleAppsScript.Gmail.Schema.Profile;
    History: { list(userId: string, options: object): HistoryPage };
    Messages: {
      list(userId: string, options: object): GoogleAppsScript.Gmail.Schema.ListMessagesResponse;
      get(userId: string, id: string, options: object): Message;
      Attachments: { get(userId: string, messageId: string, id: string): { data: number[] } };
    };
  };
}

type Message = GoogleAppsScript.Gmail.Schema.Message;
type HistoryPage = GoogleAppsScript.Gmail.Schema.ListHistoryResponse;

/** A record of the history: the messages that arrived with it, none in some. A search has no historyId. */
export interface Arrival {
  historyId?: string;
  messageIds: string[];
}

export interface FoundMessage {
  id: string;
  threadId: string;
}

const ME = 'me';

/** The quota is counted by the minute: after three pauses it has room again. */
const PAUSE_MS = 20_000;
const MAX_SLEEP_MS = 4 * PAUSE_MS;
const MAX_ATTEMPTS: Record<GoogleErrorKind, number> = {
  'rate limit': 4,
  'not found': 1,
  permission: 1,
  storage: 1,
  'daily quota': 1,
  refused: 2,
  other: 2,
};

const calls = perExecution(() => 0);
/** The ms that this execution may still sleep while Gmail limits the rate. */
const patience = perExecution(() => Infinity);
/** True once this execution has given up on a call because of the rate. */
const isLimited = perExecution(() => false);

export function limitSleep(ms: number): void {
  patience.current = ms;
}

export function getProfile(): { address: string; historyId: string } {
  const { emailAddress = '', historyId = '' } = users().getProfile(ME);
  return { address: emailAddress, historyId };
}

/** Lists what arrived since the checkpoint, all pages; undefined when the checkpoint is too old (HTTP 404). */
export function listArrivals(checkpoint: string): { arrivals: Arrival[]; historyId: string } | undefined {
  const options = {
    startHistoryId: checkpoint,
    historyTypes: ['messageAdded'],
    labelId: 'INBOX',
    maxResults: 500,
  };
  const arrivals: Arrival[] = [];
  let page: HistoryPage = {};
  try {
    do {
      const { nextPageToken: pageToken } = page;
      page = withRetries(() => users().History.list(ME, pageToken ? { ...options, pageToken } : options));
      for (const { id = '', messagesAdded = [] } of page.history ?? [])
        arrivals.push({ historyId: id, messageIds: messagesAdded.map(({ message }) => message?.id ?? '') });
      // A full page names a next one even where nothing follows: then its last record is the mailbox's newest.
    } while (page.nextPageToken && arrivals[arrivals.length - 1]?.historyId !== page.historyId);
  } catch (error) {
    if (classifyError(error) === 'not found') return undefined;
    throw error;
  }
  return { arrivals, historyId: page.historyId ?? checkpoint };
}

/** All messages that match, newest first as the API lists them. */
export function searchMessages(query: string): FoundMessage[] {
  const options = { q: query, maxResults: 100 };
  const found: FoundMessage[] = [];
  let pageToken: string | undefined;
  do {
    const page = users().Messages.list(ME, pageToken ? { ...options, pageToken } : options);
    found.push(...(page.messages ?? []).map(({ id = '', threadId = '' }) => ({ id, threadId })));
    pageToken = page.nextPageToken;
  } while (pageToken);
  return found;
}

/** A message in full. A response without its payload is an error, not a message without a sender. */
export function getMessage(id: string): Message {
  return withRetries(() => {
    const message = users().Messages.get(ME, id, { format: 'full' });
    if (message.payload) return message;
    throw new Error('Gmail responded without the message.');
  });
}

/** Signed bytes. */
export function getAttachment(messageId: string, attachmentId: string): number[] {
  return withRetries(() => users().Messages.Attachments.get(ME, messageId, attachmentId).data);
}

/** The calls of Gmail that this execution has made so far, whatever came of them. */
export function countGmailCalls(): number {
  return calls.current;
}

/** True if the rate limit was still there after all waits that were allowed. */
export function hasHitRateLimit(): boolean {
  return isLimited.current;
}

/** True if Gmail answers nothing at the moment, not only what was asked: but for the rate, a small call tells. */
export function refusesAll(error: unknown): boolean {
  const kind = classifyError(error);
  if (kind === 'rate limit') return true;
  if (kind !== 'refused' && !NON_RETRYABLE.includes(kind)) return false;
  try {
    getProfile();
    return false;
  } catch {
    return true;
  }
}

/** Most errors of a read are gone at the second attempt. What is missing or forbidden stays so. */
function withRetries<T>(read: () => T, attempt = 1): T {
  try {
    return read();
  } catch (error) {
    const kind = classifyError(error);
    if (kind === 'rate limit') {
      const wait = Math.max(PAUSE_MS, (namedInstant(error) ?? 0) - Date.now());
      // A wait for a time that Google names and is farther off would only use up the timer's minutes.
      if (attempt >= MAX_ATTEMPTS[kind] || wait > Math.min(MAX_SLEEP_MS, patience.current)) {
        isLimited.current = true;
        patience.current = 0;
        throw error;
      }
      patience.current -= wait;
      Utilities.sleep(wait);
    }
    if (attempt >= MAX_ATTEMPTS[kind]) throw error;
    return withRetries(read, attempt + 1);
  }
}

/** Gets the service for one call, typed by what is called above: the published types leave every part of it optional. */
function users(): GmailService['Users'] {
  calls.current += 1;
  return (Gmail as unknown as GmailService).Users;
}
