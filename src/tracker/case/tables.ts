import * as v from 'valibot';
import { LayoutError } from '../../platform/user-error';
import { keyValues, migrate, textOf, type Values } from '../../tables/sheet';
import { column, type Row, table } from '../../tables/tables';
import type { StoredAttachment } from '../mail/attachments';
import { withoutNames } from '../mail/senders';
import { type ArrivalRule, EDITED_FIELDS, STATUSES } from './answers';
import { type Failure, isFailureList } from './failures';
import { ArrivalRules } from './rules';

/**
 * Interface section 2, Case; the columns after updatedAt are our own. `seen` is how many of its messages the owner has seen,
 * null where that was never stored: all of them. `due` is a day. `lastMailAt` is of the last message that a person wrote,
 * empty where only programs did; `repliedAt` of the owner's last answer. `senderName` lists everyone who wrote, by name.
 */
export const CASES = table({
  name: 'Cases',
  key: 'caseNumber',
  columns: {
    caseNumber: column.text(),
    threadId: column.text(),
    received: column.timestamp(),
    sender: column.text(),
    subject: column.text(),
    issue: column.text(),
    status: column.choice(STATUSES),
    notes: column.longText(),
    updatedAt: column.timestamp(),
    seen: column.optionalInteger(),
    lastMailAt: column.timestamp(),
    due: column.day(),
    senderName: column.text(),
    repliedAt: column.timestamp(),
    closedAt: column.timestamp(),
    /** Time of the owner's first answer. */
    firstReplyAt: column.timestamp(),
  },
  edited: [...EDITED_FIELDS, 'due'],
  ids: { toId: toCaseNumber, numberOf: fromCaseNumber },
});

/** Interface section 2, Message. The subject and what the headers say of people come after the interface's columns. */
export const MESSAGES = table({
  name: 'Messages',
  key: 'messageId',
  columns: {
    messageId: column.text(),
    caseNumber: column.text(),
    from: column.text(),
    date: column.timestamp(),
    body: column.longText(),
    attachments: column.json<StoredAttachment[]>([]),
    subject: column.text(),
    fromName: column.text(),
    replyTo: column.text(),
    originalFrom: column.text(),
    to: column.text(),
    cc: column.text(),
    isAutomatic: column.boolean(),
  },
  edited: [],
});

const LIST = column.lines();

/** A list of addresses, into which a person may also type names. */
const ADDRESSES = {
  ...LIST,
  isEdited: true,
  fromCell: (cell: Parameters<typeof LIST.fromCell>[0]) => LIST.fromCell(withoutNames(textOf(cell))),
} as const;

/**
 * Interface section 2, Settings; those after alertEmail are our own. `failed` and `rules` are null where they cannot be read, and
 * `lookedBack`, the senders and domains whose earlier mail has been searched for, before any was.
 */
export const SETTINGS = keyValues('Settings', {
  senders: ADDRESSES,
  emailAlerts: { ...column.boolean(), isEdited: true },
  lastHistoryId: column.text(),
  nextCaseNumber: { ...column.integer(), initial: 1 },
  alertEmail: { ...column.text(), isEdited: true },
  lookBackDays: { ...column.integer(), initial: 30, isEdited: true },
  failed: { ...column.json<Failure[] | null>(null, (value) => isFailureList(value)), initial: [] },
  page: column.text(),
  domains: { ...column.lines(), isEdited: true },
  reopenOnReply: { ...column.optionalBoolean(), isEdited: true },
  lookedBack: column.json<string[] | null>(null, (value) => Array.isArray(value)),
  timerMinutes: { ...column.integer(), initial: 45, isEdited: true },
  rules: {
    ...column.json<ArrivalRule[] | null>([]),
    isEdited: true,
    initial: [],
    fromCell: (cell) => toRules(textOf(cell)),
  },
  groups: ADDRESSES,
});

function toRules(text: string): ArrivalRule[] | null {
  try {
    const { success, output } = v.safeParse(ArrivalRules, JSON.parse(text));
    return success ? output : null;
  } catch {
    return null;
  }
}

export type Case = Row<typeof CASES>;
export type Message = Row<typeof MESSAGES>;
export type Settings = Values<typeof SETTINGS> & { failed: Failure[] };

/** Every tab of the desk's sheet. */
export const TABS = [CASES, MESSAGES, SETTINGS];

/** CASE-0001; the digits grow past four (interface section 2, Case). */
export function toCaseNumber(number: number): string {
  return `CASE-${String(number).padStart(4, '0')}`;
}

/** The number in a case number; 0 for anything else that may have been typed. */
export function fromCaseNumber(caseNumber: string): number {
  return Number(/^CASE-(\d+)$/.exec(caseNumber)?.[1] ?? 0);
}

/** Brings the tabs, once after an update, from the schema that is stored for them to that of this release. */
export function migrateTabs(stored?: string): boolean {
  return migrate(TABS, stored);
}

/** Migrates the sheet first, if it lacks something and no check has migrated it since the update. */
export function withMigration<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof LayoutError && migrateTabs()) return run();
    throw error;
  }
}
