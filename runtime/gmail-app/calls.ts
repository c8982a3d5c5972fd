import type { Mail } from '../mail/calls';

export interface ThreadRecord {
  id: string;
  /** The subject of the first message. */
  subject: string;
  /** The time of the last message, in epoch ms. */
  lastMessageAt: number;
  messageCount: number;
  /** Labels that at least one message has. */
  labelIds: string[];
  /** The owner's own labels among them. */
  labels: LabelRecord[];
  permalink: string;
}

export interface MessageRecord {
  id: string;
  threadId: string;
  /** Epoch ms. */
  at: number;
  labelIds: string[];
  headers: { name: string; value: string }[];
}

export interface LabelRecord {
  id: string;
  name: string;
}

export interface DraftRecord {
  id: string;
  message: MessageRecord;
}

export interface AttachmentRecord {
  id: string;
  name: string;
  contentType: string;
  size: number;
  /** SHA-1 of the content, in hexadecimal digits. */
  hash: string;
  isInline: boolean;
}

/** Ids of labels. */
export interface LabelChange {
  add: string[];
  remove: string[];
}

/** Threads with a message that has a label, or that a search finds. */
export type ThreadSelection = { label: string } | { query: string };

/** A script's request for a reply; it is addressed to the sender, or to all. */
export interface Reply {
  toAll: boolean;
  /** The mail without recipients other than added ones; the subject is that of the answered message unless given. */
  mail: Mail;
}

/** Each names first the method that the script called, as errors call it. */
export interface GmailAppCalls {
  'gmailApp.threads'(method: string, selection: ThreadSelection, start: number, max: number): ThreadRecord[];
  'gmailApp.unreadThreads'(method: string, selection: ThreadSelection): number;
  'gmailApp.thread'(method: string, id: string): ThreadRecord | null;
  'gmailApp.threadsById'(method: string, ids: string[]): ThreadRecord[];
  'gmailApp.changeThreads'(method: string, ids: string[], change: LabelChange): ThreadRecord[];
  'gmailApp.messagesOf'(method: string, threadIds: string[]): MessageRecord[][];
  'gmailApp.message'(method: string, id: string): MessageRecord;
  'gmailApp.messagesById'(method: string, ids: string[]): MessageRecord[];
  'gmailApp.changeMessages'(method: string, ids: string[], change: LabelChange): MessageRecord[];
  'gmailApp.bodies'(method: string, messageId: string): { html: string; plain: string };
  /** The bytes as base64 text. */
  'gmailApp.raw'(method: string, messageId: string): string;
  'gmailApp.attachments'(method: string, messageId: string): AttachmentRecord[];
  /** The bytes as base64 text. */
  'gmailApp.attachment'(method: string, messageId: string, attachmentId: string): string;
  'gmailApp.labels'(method: string): LabelRecord[];
  'gmailApp.createLabel'(method: string, name: string): LabelRecord;
  'gmailApp.deleteLabel'(method: string, id: string): void;
  'gmailApp.aliases'(method: string): string[];
  'gmailApp.send'(method: string, mail: Mail): void;
  'gmailApp.reply'(method: string, messageId: string, reply: Reply): void;
  'gmailApp.forward'(method: string, messageId: string, mail: Mail): void;
  'gmailApp.drafts'(method: string): DraftRecord[];
  'gmailApp.draft'(method: string, id: string): DraftRecord;
  'gmailApp.createDraft'(method: string, mail: Mail): DraftRecord;
  'gmailApp.createReplyDraft'(method: string, messageId: string, reply: Reply): DraftRecord;
  'gmailApp.updateDraft'(method: string, id: string, mail: Mail): DraftRecord;
  'gmailApp.sendDraft'(method: string, id: string): MessageRecord;
  'gmailApp.deleteDraft'(method: string, id: string): void;
}
