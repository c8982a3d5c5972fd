import { getContent } from '../drive/files';
import { type FileSummary, listFileSummaries } from '../drive/list';
import { clearDrive, createDrive } from '../drive/tables';
import { expireHistory } from '../gmail/history';
import { insertMessage, insertMessages } from '../gmail/insert';
import { findMessage, type GmailMessage, listSummaries, type MessageSummary, toFull } from '../gmail/read';
import { type OutgoingMessage, sendMessage } from '../gmail/send';
import { clearMailbox, createMailbox, type Mailbox } from '../gmail/tables';
import { splitMbox } from '../mime/mbox';
import type { Store } from '../store';
import { createFaults, type FaultRule } from './faults';
import { createGoogleApp } from './rest-server';

export type { FaultRule, FileSummary, GmailMessage, MessageSummary, OutgoingMessage };

export type GoogleOptions = {
  store: Store;
  /** The clock, in epoch milliseconds. */
  now: () => number;
  /** The mailbox's own address. */
  address: string;
  /** The access token that requests must carry. */
  token: string;
  /** True if names in From come decoded and without quotes of their own. */
  decodesFrom?: boolean;
};

export type DeliveredMessage = { id: string; threadId: string };

export type DeliverOptions = { labelIds?: string[]; internalDate?: number; threadId?: string };

/** Gmail v1 and Drive v3 of one account: the REST server, and what an inspector or a test needs. */
export interface Google {
  app: { fetch(request: Request): Response | Promise<Response> };
  /** The stored mail, for services that do not ask by REST. */
  mailbox: Mailbox;
  /** A message arrives, by default in the inbox and unread. */
  deliver(raw: Uint8Array, options?: DeliverOptions): Promise<DeliveredMessage>;
  /** Many arrive in order, in one transaction. */
  deliverAll(raws: readonly Uint8Array[], options?: DeliverOptions): Promise<DeliveredMessage[]>;
  /** Every message of a mailbox file arrives, each dated by its own header. */
  deliverMbox(raw: Uint8Array): Promise<DeliveredMessage[]>;
  send(message: OutgoingMessage): Promise<DeliveredMessage>;
  /** The newest messages (200 by default). */
  messages(limit?: number): MessageSummary[];
  message(id: string): GmailMessage | undefined;
  /** The newest files (200 by default), including folders. */
  files(limit?: number): FileSummary[];
  fileContent(id: string): Uint8Array;
  /** Lets all history ids up to now answer 404. */
  expireHistory(): void;
  fail(rule: FaultRule): void;
  /** Removes all messages, files and pending faults. */
  clear(): void;
}

export function createGoogle({ token, ...account }: GoogleOptions): Google {
  const mailbox = createMailbox(account);
  const drive = createDrive(account);
  const faults = createFaults();
  return {
    app: createGoogleApp({ mailbox, drive, faults, token }),
    mailbox,
    deliver: async (raw, options) => toDelivered(insertMessage(mailbox, raw, options)),
    deliverAll: async (raws, options) => insertMessages(mailbox, raws, options).map(toDelivered),
    deliverMbox: async (raw) =>
      insertMessages(mailbox, splitMbox(raw), { internalDate: 'dateHeader' }).map(toDelivered),
    send: async (message) => toDelivered(await sendMessage(mailbox, message)),
    messages: (limit = 200) => listSummaries(mailbox, limit),
    message(id) {
      const row = findMessage(mailbox, id);
      return row && toFull(mailbox, row);
    },
    files: (limit = 200) => listFileSummaries(drive, limit),
    fileContent: (id) => getContent(drive, id),
    expireHistory: () => expireHistory(mailbox),
    fail: (rule) => faults.add(rule),
    clear() {
      clearMailbox(mailbox);
      clearDrive(drive);
      faults.clear();
    },
  };
}

function toDelivered({ id, threadId }: DeliveredMessage): DeliveredMessage {
  return { id, threadId };
}
