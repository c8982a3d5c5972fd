import { type MailOptions, toMail } from '../mail/compose.realm';
import { emulated } from '../realm/emulated';
import { exception } from '../realm/host';
import { decode, received } from '../utilities/bytes.realm';
import { call } from './call.realm';
import type {
  DraftRecord,
  LabelChange,
  LabelRecord,
  MessageRecord,
  ThreadRecord,
  ThreadSelection,
} from './calls';
import { attachmentOf } from './gmail-attachment.realm';

type GmailDraft = GoogleAppsScript.Gmail.GmailDraft;
type GmailLabel = GoogleAppsScript.Gmail.GmailLabel;
type GmailMessage = GoogleAppsScript.Gmail.GmailMessage;
type GmailThread = GoogleAppsScript.Gmail.GmailThread;

/** Under this symbol a thread or message keeps the function that gives it a newer state, invisible to scripts. */
const RENEW = Symbol('renew');

type Renewable<R> = { [RENEW](record: R): void };

/** The most threads that a list without a range may have: stackoverflow.com/questions/46096110 */
const MAX_THREADS = 500;

export const READ: LabelChange = { add: [], remove: ['UNREAD'] };
export const UNREAD: LabelChange = { add: ['UNREAD'], remove: [] };
export const STARRED: LabelChange = { add: ['STARRED'], remove: [] };
export const UNSTARRED: LabelChange = { add: [], remove: ['STARRED'] };
export const IMPORTANT: LabelChange = { add: ['IMPORTANT'], remove: [] };
export const UNIMPORTANT: LabelChange = { add: [], remove: ['IMPORTANT'] };
export const TO_INBOX: LabelChange = { add: ['INBOX'], remove: ['SPAM', 'TRASH'] };
export const TO_ARCHIVE: LabelChange = { add: [], remove: ['INBOX'] };
export const TO_SPAM: LabelChange = { add: ['SPAM'], remove: ['INBOX'] };
export const TO_TRASH: LabelChange = { add: ['TRASH'], remove: ['INBOX'] };

/** A thread as it was when it was read: only a change through this object, or `refresh`, renews it. */
export function threadOf(given: ThreadRecord): GmailThread {
  let record = given;
  const { id } = given;
  const has = (label: string) => record.labelIds.includes(label);
  const change = (method: string, labels: LabelChange): GmailThread => {
    changeThreads(`GmailThread.${method}`, [thread], labels);
    return thread;
  };
  /** There is none if the messages were deleted meanwhile. */
  const lastMessage = (method: string): GmailMessage => {
    const [messages = []] = messagesOf(`GmailThread.${method}`, [thread]);
    const last = messages[messages.length - 1];
    if (!last) throw exception('Requested entity was not found.');
    return last;
  };
  const thread: GmailThread = emulated<GmailThread>('Gmail.GmailThread', {
    [RENEW](newer: ThreadRecord) {
      record = newer;
    },
    addLabel: (label) => change('addLabel', { add: [idOf(label)], remove: [] }),
    createDraftReply: (body: string, options?: MailOptions) =>
      createReplyDraft(lastMessage('createDraftReply'), false, { ...options, body }),
    createDraftReplyAll: (body: string, options?: MailOptions) =>
      createReplyDraft(lastMessage('createDraftReplyAll'), true, { ...options, body }),
    getFirstMessageSubject: () => record.subject,
    getId: () => id,
    getLabels: () => record.labels.map(labelOf),
    getLastMessageDate: () => new Date(record.lastMessageAt),
    getMessageCount: () => record.messageCount,
    getMessages: () => messagesOf('GmailThread.getMessages', [thread])[0] ?? [],
    getPermalink: () => record.permalink,
    hasStarredMessages: () => has('STARRED'),
    isImportant: () => has('IMPORTANT'),
    isInChats: () => has('CHAT'),
    isInInbox: () => has('INBOX'),
    isInSpam: () => has('SPAM'),
    isInTrash: () => has('TRASH'),
    isUnread: () => has('UNREAD'),
    markImportant: () => change('markImportant', IMPORTANT),
    markRead: () => change('markRead', READ),
    markUnimportant: () => change('markUnimportant', UNIMPORTANT),
    markUnread: () => change('markUnread', UNREAD),
    moveToArchive: () => change('moveToArchive', TO_ARCHIVE),
    moveToInbox: () => change('moveToInbox', TO_INBOX),
    moveToSpam: () => change('moveToSpam', TO_SPAM),
    moveToTrash: () => change('moveToTrash', TO_TRASH),
    refresh() {
      refreshThreads('GmailThread.refresh', [thread]);
      return thread;
    },
    removeLabel: (label) => change('removeLabel', { add: [], remove: [idOf(label)] }),
    reply(body: string, options?: MailOptions) {
      reply('GmailThread.reply', lastMessage('reply').getId(), false, { ...options, body });
      return thread;
    },
    replyAll(body: string, options?: MailOptions) {
      reply('GmailThread.replyAll', lastMessage('replyAll').getId(), true, { ...options, body });
      return thread;
    },
  } satisfies Partial<GmailThread> & Renewable<ThreadRecord>);
  return thread;
}

/** A message as it was when it was read; its text and attachments are read when they are asked for. */
export function messageOf(given: MessageRecord): GmailMessage {
  let record = given;
  const { id, threadId, headers } = given;
  let bodies: { html: string; plain: string } | undefined;
  const has = (label: string) => record.labelIds.includes(label);
  const header = (name: string) =>
    headers.find((one) => one.name.toLowerCase() === name.toLowerCase())?.value ?? '';
  const change = (method: string, labels: LabelChange): GmailMessage => {
    changeMessages(`GmailMessage.${method}`, [message], labels);
    return message;
  };
  const readBodies = (method: string) => {
    bodies ??= call('gmailApp.bodies', `GmailMessage.${method}`, id);
    return bodies;
  };
  const message: GmailMessage = emulated<GmailMessage>('Gmail.GmailMessage', {
    [RENEW](newer: MessageRecord) {
      record = newer;
    },
    createDraftReply: (body: string, options?: MailOptions) =>
      createReplyDraft(message, false, { ...options, body }),
    createDraftReplyAll: (body: string, options?: MailOptions) =>
      createReplyDraft(message, true, { ...options, body }),
    forward(recipient: string, options?: MailOptions) {
      call('gmailApp.forward', 'GmailMessage.forward', id, toMail({ ...options, to: recipient }));
      return message;
    },
    getAttachments(options?: GoogleAppsScript.Gmail.GmailAttachmentOptions) {
      const { includeInlineImages = true, includeAttachments = true } = options ?? {};
      return call('gmailApp.attachments', 'GmailMessage.getAttachments', id)
        .filter(({ isInline }) => (isInline ? includeInlineImages : includeAttachments))
        .map((one) => attachmentOf(id, one));
    },
    getBcc: () => header('Bcc'),
    getBody: () => readBodies('getBody').html,
    getCc: () => header('Cc'),
    getDate: () => new Date(record.at),
    getFrom: () => header('From'),
    getHeader: header,
    getId: () => id,
    getPlainBody: () => readBodies('getPlainBody').plain,
    getRawContent: () => decode(received(call('gmailApp.raw', 'GmailMessage.getRawContent', id))),
    getReplyTo: () => header('Reply-To') || header('From'),
    getSubject: () => header('Subject'),
    getThread() {
      const [found] = call('gmailApp.threadsById', 'GmailMessage.getThread', [threadId]);
      return threadOf(found as ThreadRecord);
    },
    getTo: () => header('To'),
    isDraft: () => has('DRAFT'),
    isInChats: () => has('CHAT'),
    isInInbox: () => has('INBOX'),
    isInTrash: () => has('TRASH'),
    isStarred: () => has('STARRED'),
    isUnread: () => has('UNREAD'),
    markRead: () => change('markRead', READ),
    markUnread: () => change('markUnread', UNREAD),
    moveToTrash: () => change('moveToTrash', TO_TRASH),
    refresh() {
      refreshMessages('GmailMessage.refresh', [message]);
      return message;
    },
    reply(body: string, options?: MailOptions) {
      reply('GmailMessage.reply', id, false, { ...options, body });
      return message;
    },
    replyAll(body: string, options?: MailOptions) {
      reply('GmailMessage.replyAll', id, true, { ...options, body });
      return message;
    },
    star: () => change('star', STARRED),
    unstar: () => change('unstar', UNSTARRED),
  } satisfies Partial<GmailMessage> & Renewable<MessageRecord>);
  return message;
}

export function labelOf({ id, name }: LabelRecord): GmailLabel {
  const selection: ThreadSelection = { label: id };
  const tag = (method: string, threads: GmailThread[], labels: LabelChange): GmailLabel => {
    changeThreads(`GmailLabel.${method}`, threads, labels);
    return label;
  };
  const added: LabelChange = { add: [id], remove: [] };
  const removed: LabelChange = { add: [], remove: [id] };
  const label: GmailLabel = emulated<GmailLabel>('Gmail.GmailLabel', {
    addToThread: (thread) => tag('addToThread', [thread], added),
    addToThreads: (threads) => tag('addToThreads', threads, added),
    deleteLabel() {
      call('gmailApp.deleteLabel', 'GmailLabel.deleteLabel', id);
    },
    getId: () => id,
    getName: () => name,
    getThreads: (start?: number, max?: number) => listThreads('GmailLabel.getThreads', selection, start, max),
    getUnreadCount: () => call('gmailApp.unreadThreads', 'GmailLabel.getUnreadCount', selection),
    removeFromThread: (thread) => tag('removeFromThread', [thread], removed),
    removeFromThreads: (threads) => tag('removeFromThreads', threads, removed),
    // Newer than the list of types.
  } satisfies GmailLabel & { getId(): string });
  return label;
}

/** A draft keeps its id; its message is another one after each update. */
export function draftOf(given: DraftRecord): GmailDraft {
  const { id } = given;
  let record = given;
  const draft: GmailDraft = emulated<GmailDraft>('Gmail.GmailDraft', {
    deleteDraft() {
      call('gmailApp.deleteDraft', 'GmailDraft.deleteDraft', id);
    },
    getId: () => id,
    getMessage: () => messageOf(call('gmailApp.draft', 'GmailDraft.getMessage', id).message),
    getMessageId: () => record.message.id,
    send: () => messageOf(call('gmailApp.sendDraft', 'GmailDraft.send', id)),
    update(to: string, subject: string, body: string, options?: MailOptions) {
      const mail = toMail({ ...options, to, subject, body });
      record = call('gmailApp.updateDraft', 'GmailDraft.update', id, mail);
      return draft;
    },
  } satisfies GmailDraft);
  return draft;
}

export function listThreads(
  method: string,
  selection: ThreadSelection,
  start = 0,
  max = MAX_THREADS,
): GmailThread[] {
  return call('gmailApp.threads', method, selection, start, max).map(threadOf);
}

/** Changes the labels of all messages of these threads, and renews the threads. */
export function changeThreads(method: string, threads: GmailThread[], labels: LabelChange): void {
  renew(threads, call('gmailApp.changeThreads', method, idsOf(threads), labels));
}

export function refreshThreads(method: string, threads: GmailThread[]): void {
  renew(threads, call('gmailApp.threadsById', method, idsOf(threads)));
}

export function changeMessages(method: string, messages: GmailMessage[], labels: LabelChange): void {
  renew(messages, call('gmailApp.changeMessages', method, idsOf(messages), labels));
}

export function refreshMessages(method: string, messages: GmailMessage[]): void {
  renew(messages, call('gmailApp.messagesById', method, idsOf(messages)));
}

export function messagesOf(method: string, threads: GmailThread[]): GmailMessage[][] {
  return call('gmailApp.messagesOf', method, idsOf(threads)).map((records) => records.map(messageOf));
}

function idsOf(objects: { getId(): string }[]): string[] {
  return objects.map((one) => one.getId());
}

function renew<R>(objects: object[], records: R[]): void {
  for (const [at, object] of objects.entries()) (object as Renewable<R>)[RENEW](records[at] as R);
}

function reply(method: string, messageId: string, toAll: boolean, options: MailOptions): void {
  call('gmailApp.reply', method, messageId, { toAll, mail: toMail(options) });
}

function createReplyDraft(message: GmailMessage, toAll: boolean, options: MailOptions): GmailDraft {
  const method = `GmailMessage.createDraftReply${toAll ? 'All' : ''}`;
  const mail = toMail(options);
  return draftOf(call('gmailApp.createReplyDraft', method, message.getId(), { toAll, mail }));
}

/** Every label has an id, though the list of types does not know. */
function idOf(label: GmailLabel): string {
  return (label as GmailLabel & { getId(): string }).getId();
}
