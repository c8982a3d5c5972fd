import { emulated } from '../realm/emulated';
import { caller, exception } from '../realm/host';
import { signedBytes, toMedia } from '../rest/bytes.realm';
import type { RestRequest } from '../rest/calls';
import type { GmailCalls, GmailMethod } from './calls';

type Users = GoogleAppsScript.Gmail.Collection.UsersCollection;
type Messages = Users['Messages'];

const RAW_MAIL = 'message/rfc822';

const call = caller<GmailCalls>();

const ask = <T>(method: GmailMethod, request: RestRequest) => call(method, request) as T;

const attachments = {
  get: (userId: string, messageId: string, id: string) =>
    signedBytes(ask('gmail.messages.attachments.get', { path: [userId, messageId, id] })),
} satisfies Partial<Messages['Attachments']>;

const messages = {
  Attachments: emulated<Messages['Attachments']>(
    'Gmail.Collection.Users.Messages.AttachmentsCollection',
    attachments,
    'Gmail.Users.Messages.Attachments',
  ),
  list: (userId: string, query?: object) => ask('gmail.messages.list', { path: [userId], query }),
  get: (userId: string, id: string, query?: object) =>
    signedBytes(ask('gmail.messages.get', { path: [userId, id], query })),
  insert: (body: object, userId: string, blob?: unknown, query?: object) =>
    ask('gmail.messages.insert', { path: [userId], body, query, media: toMedia(blob, RAW_MAIL) }),
  /** Returns only the id (facts 5.1). */
  import(body: object, userId: string, blob?: unknown, query?: object) {
    const request = { path: [userId], body, query, media: toMedia(blob, RAW_MAIL) };
    return { id: ask<{ id: string }>('gmail.messages.import', request).id };
  },
} satisfies Partial<Messages>;

const threads = {
  list: (userId: string, query?: object) => ask('gmail.threads.list', { path: [userId], query }),
  get: (userId: string, id: string, query?: object) =>
    signedBytes(ask('gmail.threads.get', { path: [userId, id], query })),
  modify: (body: object, userId: string, id: string) =>
    ask('gmail.threads.modify', { path: [userId, id], body }),
  trash: (userId: string, id: string) => ask('gmail.threads.trash', { path: [userId, id] }),
  untrash: (userId: string, id: string) => ask('gmail.threads.untrash', { path: [userId, id] }),
} satisfies Partial<Users['Threads']>;

const history = {
  list: (userId: string, query?: object) => ask('gmail.history.list', { path: [userId], query }),
} satisfies Partial<Users['History']>;

const labels = {
  list: (userId: string) => ask('gmail.labels.list', { path: [userId] }),
  get: (userId: string, id: string) => ask('gmail.labels.get', { path: [userId, id] }),
  create(body: object, userId: string) {
    const others = Object.keys(body).filter((name) => name !== 'name');
    if (others.length > 0)
      throw exception(
        `Gmail.Users.Labels.create with ${others.join(', ')} is not emulated here, only with a name.`,
      );
    return ask('gmail.labels.create', { path: [userId], body });
  },
  remove(userId: string, id: string) {
    if (!id.startsWith('Label_'))
      throw exception(`Gmail.Users.Labels.remove of ${id}, no label of the user's, is not emulated here.`);
    ask('gmail.labels.remove', { path: [userId, id] });
  },
} satisfies Partial<Users['Labels']>;

const users = {
  getProfile: (userId: string) => ask('gmail.getProfile', { path: [userId] }),
  History: emulated<Users['History']>(
    'Gmail.Collection.Users.HistoryCollection',
    history,
    'Gmail.Users.History',
  ),
  Labels: emulated<Users['Labels']>('Gmail.Collection.Users.LabelsCollection', labels, 'Gmail.Users.Labels'),
  Messages: emulated<Messages>('Gmail.Collection.Users.MessagesCollection', messages, 'Gmail.Users.Messages'),
  Threads: emulated<Users['Threads']>(
    'Gmail.Collection.Users.ThreadsCollection',
    threads,
    'Gmail.Users.Threads',
  ),
} satisfies Partial<Users>;

export const gmail = emulated<GoogleAppsScript.Gmail>('Gmail', {
  Users: emulated<Users>('Gmail.Collection.UsersCollection', users, 'Gmail.Users'),
});
