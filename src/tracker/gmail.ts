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

export function getProfile(): { address: string; historyId: string } {
  const { emailAddress = '', historyId = '' } = users().getProfile(ME);
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
  } while (page.nextPageToken);
  return { arrivals, historyId: page.historyId ?? checkpoint };
}

/** The ids of all messages that match, newest first as the API lists them. */
export function searchMessages(query: string): string[] {
  const ids: string[] = [];
  let pageToken: string | undefined;
  do {
    const page = users().Messages.list(ME, {
      q: query,
      maxResults: 100,
      ...(pageToken ? { pageToken } : {}),
    });
    ids.push(...(page.messages ?? []).map(({ id = '' }) => id));
    pageToken = page.nextPageToken;
  } while (pageToken);
  return ids;
}

export function getMessage(id: string): Message {
  return twice(() => users().Messages.get(ME, id, { format: 'full' }));
}

/** Signed bytes. */
export function getAttachment(messageId: string, attachmentId: string): number[] {
  return twice(() => users().Messages.Attachments.get(ME, messageId, attachmentId).data);
}

/** A read that fails is tried once more: most such faults are gone by then. One that is not there stays so. */
function twice<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (statusOf(error) === 404) throw error;
    return read();
  }
}

/** The HTTP status of a failed call of an advanced service; undefined for any other error. */
export function statusOf(error: unknown): number | undefined {
  return (error as { details?: { code?: number } } | null)?.details?.code;
}

function listHistory(startHistoryId: string, pageToken: string | undefined): HistoryResponse | undefined {
  const options = { startHistoryId, historyTypes: ['messageAdded'], labelId: 'INBOX' };
  try {
    return users().History.list(ME, pageToken ? { ...options, pageToken } : options);
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

function toArrival({ id = '', messagesAdded = [] }: GoogleAppsScript.Gmail.Schema.History): Arrival {
  return { historyId: id, messageIds: messagesAdded.map(({ message }) => message?.id ?? '') };
}

/** Typed by what the calls above need: the published types leave every part of the service optional. */
function users(): GmailService['Users'] {
  return (Gmail as unknown as GmailService).Users;
}
