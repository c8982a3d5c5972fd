import { classifyError } from '../../platform/google-errors';

/** The mail API, as far as the tracker calls it (interface section 4.2); nothing else touches it. */
type Message = GoogleAppsScript.Gmail.Schema.Message;
type Profile = GoogleAppsScript.Gmail.Schema.Profile;
type HistoryResponse = GoogleAppsScript.Gmail.Schema.ListHistoryResponse;
type MessagesResponse = GoogleAppsScript.Gmail.Schema.ListMessagesResponse;

interface GmailService {
  Users: {
    getProfile(userId: string): Profile;
    History: { list(userId: string, options: object): HistoryResponse };
    Messages: {
      list(userId: string, options: object): MessagesResponse;
      get(userId: string, id: string, options: object): Message;
      Attachments: { get(userId: string, messageId: string, id: string): { data: number[] } };
    };
  };
}

const ME = 'me';

/** Units of each call (interface section 8). */
const PRICES = { profile: 1, search: 5, history: 2, message: 5, attachment: 5 };

const used = { calls: 0, units: 0 };

/** What this execution has asked of Gmail so far, whatever came of it. */
export function gmailUsed(): typeof used {
  return { ...used };
}

export function getProfile(): { address: string; historyId: string } {
  const { emailAddress = '', historyId = '' } = users('profile').getProfile(ME);
  return { address: emailAddress, historyId };
}

/** One record of the history: the messages that arrived with it, none in some. A search knows no historyId. */
export interface Arrival {
  historyId?: string;
  messageIds: string[];
}

/** What arrived since the checkpoint, all pages; undefined when the checkpoint is too old (HTTP 404). */
export function listArrivals(checkpoint: string): { arrivals: Arrival[]; historyId: string } | undefined {
  const arrivals: Arrival[] = [];
  let page: HistoryResponse = {};
  do {
    const next = listHistory(checkpoint, page.nextPageToken);
    if (!next) return undefined;
    page = next;
    arrivals.push(...(page.history ?? []).map(toArrival));
  } while (hasMore(page));
  return { arrivals, historyId: page.historyId ?? checkpoint };
}

/** The ids of all messages that match, newest first as the API lists them. */
export function searchMessages(query: string): string[] {
  const ids: string[] = [];
  let pageToken: string | undefined;
  do {
    const page = users('search').Messages.list(ME, {
      q: query,
      maxResults: 100,
      ...(pageToken ? { pageToken } : {}),
    });
    ids.push(...(page.messages ?? []).map(({ id = '' }) => id));
    pageToken = page.nextPageToken;
  } while (pageToken);
  return ids;
}

/** A message in full; an answer that is none is an error, not a message of nobody. */
export function getMessage(id: string): Message {
  return patiently(() => {
    const message = users('message').Messages.get(ME, id, { format: 'full' });
    if (message.payload && Number(message.internalDate) > 0) return message;
    throw new Error('The mail API answered without the message.');
  });
}

/** Signed bytes. */
export function getAttachment(messageId: string, attachmentId: string): number[] {
  return patiently(() => users('attachment').Messages.Attachments.get(ME, messageId, attachmentId).data);
}

/** The quota is counted by the minute: after three pauses it has room again. */
const PAUSE_MS = 20_000;
const TRIES = {
  'rate limit': 4,
  'not found': 1,
  permission: 1,
  storage: 1,
  'daily quota': 1,
  other: 2,
} as const;

/** Most faults of a read are gone when it is tried once more; what is missing or forbidden stays so. */
function patiently<T>(read: () => T, tried = 1): T {
  try {
    return read();
  } catch (error) {
    const fault = classifyError(error);
    if (tried >= TRIES[fault]) throw error;
    if (fault === 'rate limit') Utilities.sleep(PAUSE_MS);
    return patiently(read, tried + 1);
  }
}

function listHistory(startHistoryId: string, pageToken: string | undefined): HistoryResponse | undefined {
  const options = { startHistoryId, historyTypes: ['messageAdded'], labelId: 'INBOX', maxResults: 500 };
  try {
    return patiently(() =>
      users('history').History.list(ME, pageToken ? { ...options, pageToken } : options),
    );
  } catch (error) {
    if (classifyError(error) === 'not found') return undefined;
    throw error;
  }
}

/** A full page names a next one, though nothing may follow: then its last record is the mailbox's newest. */
function hasMore({ history = [], historyId = '', nextPageToken }: HistoryResponse): boolean {
  return Boolean(nextPageToken) && history[history.length - 1]?.id !== historyId;
}

function toArrival({ id = '', messagesAdded = [] }: GoogleAppsScript.Gmail.Schema.History): Arrival {
  return { historyId: id, messageIds: messagesAdded.map(({ message }) => message?.id ?? '') };
}

/** For one call. Typed by what the calls above need: the published types leave every part of the service optional. */
function users(call: keyof typeof PRICES): GmailService['Users'] {
  used.calls += 1;
  used.units += PRICES[call];
  return (Gmail as unknown as GmailService).Users;
}
