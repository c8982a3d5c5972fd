import { type MailOptions, toMail } from '../mail/compose.realm';
import { emulated } from '../realm/emulated';
import { call } from './call.realm';
import type { LabelChange, ThreadSelection } from './calls';
import {
  changeMessages,
  changeThreads,
  draftOf,
  IMPORTANT,
  labelOf,
  listThreads,
  messageOf,
  messagesOf,
  READ,
  refreshMessages,
  refreshThreads,
  STARRED,
  TO_ARCHIVE,
  TO_INBOX,
  TO_SPAM,
  TO_TRASH,
  threadOf,
  UNIMPORTANT,
  UNREAD,
  UNSTARRED,
} from './conversations.realm';

type Official = GoogleAppsScript.Gmail.GmailApp;
type GmailMessage = GoogleAppsScript.Gmail.GmailMessage;
type GmailThread = GoogleAppsScript.Gmail.GmailThread;

const INBOX: ThreadSelection = { label: 'INBOX' };
const SPAM: ThreadSelection = { label: 'SPAM' };
const STAR: ThreadSelection = { label: 'STARRED' };
const TRASH: ThreadSelection = { label: 'TRASH' };

/** GmailApp without chats and the Priority Inbox, which the mailbox does not have. */
export const gmailApp: Official = emulated<Official>('Gmail.GmailApp', {
  createDraft: (to: string, subject: string, body: string, options?: MailOptions) =>
    draftOf(call('gmailApp.createDraft', 'GmailApp.createDraft', toMail({ ...options, to, subject, body }))),
  createLabel: (name) => labelOf(call('gmailApp.createLabel', 'GmailApp.createLabel', name)),
  deleteLabel(label) {
    label.deleteLabel();
    return gmailApp;
  },
  getAliases: () => call('gmailApp.aliases', 'GmailApp.getAliases'),
  getDraft: (id) => draftOf(call('gmailApp.draft', 'GmailApp.getDraft', id)),
  getDraftMessages: () =>
    call('gmailApp.drafts', 'GmailApp.getDraftMessages').map(({ message }) => messageOf(message)),
  getDrafts: () => call('gmailApp.drafts', 'GmailApp.getDrafts').map(draftOf),
  getInboxThreads: listing('getInboxThreads', INBOX),
  getInboxUnreadCount: counting('getInboxUnreadCount', INBOX),
  getMessageById: (id) => messageOf(call('gmailApp.message', 'GmailApp.getMessageById', id)),
  getMessagesForThread: (thread) => messagesOf('GmailApp.getMessagesForThread', [thread])[0] ?? [],
  getMessagesForThreads: (threads) => messagesOf('GmailApp.getMessagesForThreads', threads),
  getSpamThreads: listing('getSpamThreads', SPAM),
  getSpamUnreadCount: counting('getSpamUnreadCount', SPAM),
  getStarredThreads: listing('getStarredThreads', STAR),
  getStarredUnreadCount: counting('getStarredUnreadCount', STAR),
  /** The reference has null for a thread that does not exist, which the list of types does not know. */
  getThreadById(id) {
    const record = call('gmailApp.thread', 'GmailApp.getThreadById', id);
    return (record && threadOf(record)) as GmailThread;
  },
  getTrashThreads: listing('getTrashThreads', TRASH),
  getUserLabelByName(name) {
    const found = call('gmailApp.labels', 'GmailApp.getUserLabelByName').find((one) => one.name === name);
    return (found ? labelOf(found) : null) as GoogleAppsScript.Gmail.GmailLabel;
  },
  getUserLabels: () => call('gmailApp.labels', 'GmailApp.getUserLabels').map(labelOf),
  markMessageRead: forMessage('markMessageRead', READ),
  markMessageUnread: forMessage('markMessageUnread', UNREAD),
  markMessagesRead: forMessages('markMessagesRead', READ),
  markMessagesUnread: forMessages('markMessagesUnread', UNREAD),
  markThreadImportant: forThread('markThreadImportant', IMPORTANT),
  markThreadRead: forThread('markThreadRead', READ),
  markThreadUnimportant: forThread('markThreadUnimportant', UNIMPORTANT),
  markThreadUnread: forThread('markThreadUnread', UNREAD),
  markThreadsImportant: forThreads('markThreadsImportant', IMPORTANT),
  markThreadsRead: forThreads('markThreadsRead', READ),
  markThreadsUnimportant: forThreads('markThreadsUnimportant', UNIMPORTANT),
  markThreadsUnread: forThreads('markThreadsUnread', UNREAD),
  moveMessageToTrash: forMessage('moveMessageToTrash', TO_TRASH),
  moveMessagesToTrash: forMessages('moveMessagesToTrash', TO_TRASH),
  moveThreadToArchive: forThread('moveThreadToArchive', TO_ARCHIVE),
  moveThreadToInbox: forThread('moveThreadToInbox', TO_INBOX),
  moveThreadToSpam: forThread('moveThreadToSpam', TO_SPAM),
  moveThreadToTrash: forThread('moveThreadToTrash', TO_TRASH),
  moveThreadsToArchive: forThreads('moveThreadsToArchive', TO_ARCHIVE),
  moveThreadsToInbox: forThreads('moveThreadsToInbox', TO_INBOX),
  moveThreadsToSpam: forThreads('moveThreadsToSpam', TO_SPAM),
  moveThreadsToTrash: forThreads('moveThreadsToTrash', TO_TRASH),
  refreshMessage(message) {
    refreshMessages('GmailApp.refreshMessage', [message]);
    return gmailApp;
  },
  refreshMessages(messages) {
    refreshMessages('GmailApp.refreshMessages', messages);
    return gmailApp;
  },
  refreshThread(thread) {
    refreshThreads('GmailApp.refreshThread', [thread]);
    return gmailApp;
  },
  refreshThreads(threads) {
    refreshThreads('GmailApp.refreshThreads', threads);
    return gmailApp;
  },
  search: (query: string, start?: number, max?: number) =>
    listThreads('GmailApp.search', { query }, start, max),
  sendEmail(to: string, subject: string, body: string, options?: MailOptions) {
    call('gmailApp.send', 'GmailApp.sendEmail', toMail({ ...options, to, subject, body }));
    return gmailApp;
  },
  starMessage: forMessage('starMessage', STARRED),
  starMessages: forMessages('starMessages', STARRED),
  unstarMessage: forMessage('unstarMessage', UNSTARRED),
  unstarMessages: forMessages('unstarMessages', UNSTARRED),
} satisfies Partial<Official>);

function listing(method: string, selection: ThreadSelection) {
  return (start?: number, max?: number) => listThreads(`GmailApp.${method}`, selection, start, max);
}

function counting(method: string, selection: ThreadSelection) {
  return () => call('gmailApp.unreadThreads', `GmailApp.${method}`, selection);
}

function forThread(method: string, labels: LabelChange) {
  return (thread: GmailThread) => forThreads(method, labels)([thread]);
}

function forThreads(method: string, labels: LabelChange) {
  return (threads: GmailThread[]) => {
    changeThreads(`GmailApp.${method}`, threads, labels);
    return gmailApp;
  };
}

function forMessage(method: string, labels: LabelChange) {
  return (message: GmailMessage) => forMessages(method, labels)([message]);
}

function forMessages(method: string, labels: LabelChange) {
  return (messages: GmailMessage[]) => {
    changeMessages(`GmailApp.${method}`, messages, labels);
    return gmailApp;
  };
}
