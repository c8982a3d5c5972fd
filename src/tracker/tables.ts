import {
  boolean,
  choice,
  integer,
  json,
  keyValues,
  lines,
  type Row,
  table,
  text,
  timestamp,
  type Values,
} from '../tables/tables';
import { STATUSES } from './answers';
import type { StoredAttachment } from './attachments';
import { fromCaseNumber } from './case-number';
import { type Failure, isFailureList } from './failures';

/** Interface section 2, Case. */
export const CASES = table({
  name: 'Cases',
  key: 'caseNumber',
  columns: {
    caseNumber: text(),
    threadId: text(),
    received: timestamp(),
    sender: text(),
    subject: text(),
    issue: text(),
    status: choice(STATUSES),
    notes: text(),
    updatedAt: timestamp(),
  },
  edited: ['issue', 'status', 'notes'],
  numberOf: fromCaseNumber,
});

/** Interface section 2, Message; the subject comes after the interface's columns, getCase answers it. */
export const MESSAGES = table({
  name: 'Messages',
  key: 'messageId',
  columns: {
    messageId: text(),
    caseNumber: text(),
    from: text(),
    date: timestamp(),
    body: text(),
    attachments: json<StoredAttachment[]>([]),
    subject: text(),
  },
  edited: [],
});

/** Interface section 2, Settings; the last three are the design's own. `failed` is null where it cannot be read. */
export const SETTINGS = keyValues({
  name: 'Settings',
  entries: {
    senders: lines(),
    emailAlerts: boolean(),
    lastHistoryId: text(),
    nextCaseNumber: integer(),
    alertEmail: text(),
    lookBackDays: integer(),
    failed: json<Failure[] | null>(null, (value) => isFailureList(value)),
    page: text(),
  },
  initial: {
    senders: [],
    emailAlerts: false,
    lastHistoryId: '',
    nextCaseNumber: 1,
    alertEmail: '',
    lookBackDays: 30,
    failed: [],
    page: '',
  },
  edited: ['senders', 'emailAlerts', 'alertEmail', 'lookBackDays'],
});

export type Case = Row<typeof CASES>;
export type Message = Row<typeof MESSAGES>;
export type Settings = Values<typeof SETTINGS> & { failed: Failure[] };
