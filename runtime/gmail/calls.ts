import type { RestCalls } from '../google/calls';

export type GmailMethod =
  | 'gmail.getProfile'
  | 'gmail.labels.list'
  | 'gmail.messages.list'
  | 'gmail.messages.get'
  | 'gmail.messages.attachments.get'
  | 'gmail.messages.insert'
  | 'gmail.messages.import'
  | 'gmail.history.list';

export type GmailCalls = RestCalls<GmailMethod>;
