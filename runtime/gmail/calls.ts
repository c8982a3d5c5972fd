import type { RestCalls } from '../rest/calls';

export type GmailMethod =
  | 'gmail.getProfile'
  | 'gmail.labels.list'
  | 'gmail.labels.get'
  | 'gmail.labels.create'
  | 'gmail.labels.remove'
  | 'gmail.messages.list'
  | 'gmail.messages.get'
  | 'gmail.messages.attachments.get'
  | 'gmail.messages.insert'
  | 'gmail.messages.import'
  | 'gmail.threads.list'
  | 'gmail.threads.get'
  | 'gmail.threads.modify'
  | 'gmail.threads.trash'
  | 'gmail.threads.untrash'
  | 'gmail.history.list';

export type GmailCalls = RestCalls<GmailMethod>;
