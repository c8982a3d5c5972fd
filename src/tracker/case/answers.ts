import type { WaitingFor } from '../../platform/waiting';

/**
 * Answers of the functions of the page (interface section 4.1, design section 6). The page is compiled against this file, so
 * it knows nothing of the platform.
 */
export const STATUSES = ['Open', 'In Progress', 'Closed'] as const;

export type Status = (typeof STATUSES)[number];

/** Instead of any answer: what is wrong, in words for the person at the page. Nothing was written. */
export interface Refused {
  ok: false;
  error: string;
  /** The field of the input that is wrong, where it is one. */
  field?: string;
  /** Item that is wrong, if that field is a list. */
  value?: string;
  /** Address of the sheet, if it lacks a tab, a column or a row, which the error names. */
  sheetUrl?: string;
}

export interface CaseSummary {
  caseNumber: string;
  /** Null where the cell was overwritten. */
  received: string | null;
  sender: string;
  /** The names of all who wrote, the first one first; empty where no message has one. */
  senderName: string;
  subject: string;
  issue: string;
  status: Status;
  emailCount: number;
  /** Number of them that the owner has seen: the case is new where there are more. */
  seen: number;
  lastMailAt: string | null;
  /** Only programs wrote: nobody waits for an answer. */
  isAutomatic?: true;
  /** The day on which to come back to it, YYYY-MM-DD; empty where there is none. */
  due: string;
  /** Time at which the owner last answered. */
  repliedAt: string | null;
  /** Side that has to answer next. */
  waitingFor: WaitingFor | null;
  waitingSince: string | null;
}

/**
 * Counts of all cases: how many there are, also of each status, that wait for the owner, with unseen messages, and with a
 * due date while not closed, of which `dueNow` is today or was before.
 */
export type Counts = Record<'total' | Status | 'waiting' | 'unseen' | 'due' | 'dueNow', number>;

/** Order by the first mail or by the last one, the newest first; by due date or by how long they wait, the earliest first. */
export type Order = 'received' | 'lastMail' | 'due' | 'waiting';

export interface CaseList {
  counts: Counts;
  cases: CaseSummary[];
}

/** A text in which words of the search were found. */
export type Hit =
  | { field: 'subject' | 'sender' }
  /** A part of the notes, around the first word. */
  | { field: 'notes'; text: string }
  /** Bodies stay in the sheet: in how many messages words were found. */
  | { field: 'body'; messages: number };

interface FoundCase extends CaseSummary {
  /** Places where the words of the keyword were found; empty without one. */
  hits: Hit[];
}

export interface SearchResult {
  /** All that match, also where a limit was given. */
  count: number;
  cases: FoundCase[];
  /** Number that would match besides, by status, if status, waitingFor, unseen and due had not been asked for. */
  others: Record<Status, number>;
  /** Counts of all cases, whatever is searched for. */
  counts: Counts;
}

export interface AttachmentView {
  name: string;
  /** Bytes. */
  size: number;
  /** Null while the file could not be stored yet; `error` says why. */
  driveUrl: string | null;
  error?: string;
}

export interface MessageView {
  messageId: string;
  from: string;
  /** The display name in From. */
  fromName: string;
  /** Address to which answers go, if elsewhere: `Ann <ann@example.com>`. */
  replyTo: string;
  /** Author who wrote to the list or group that passed the message on. */
  originalFrom: string;
  /** Addresses, separated by commas. */
  to: string;
  cc: string;
  /** A program wrote it, such as an answer while someone is away. */
  isAutomatic: boolean;
  /** The name of whoever wrote: the author behind a group, the customer behind a form. Empty where there is only the address. */
  writer: string;
  date: string | null;
  subject: string;
  body: string;
  attachments: AttachmentView[];
}

/**
 * Fields of a case that the owner edits, one after the other: one of some choices, or a text of a maximum length, which the
 * page edits in a field of so many lines. Each has a column in the tab Cases.
 */
export const EDITED = {
  issue: { label: 'Issue', maxLength: 10_000, lines: 1 },
  status: { choices: STATUSES },
  notes: { label: 'Notes', maxLength: 200_000, lines: 4 },
} as const;

type Editing = typeof EDITED;

export type Edited = {
  -readonly [F in keyof Editing]: Editing[F] extends { choices: readonly (infer C)[] } ? C : string;
};

export type EditedText = {
  [F in keyof Editing]: Editing[F] extends { lines: number } ? F : never;
}[keyof Editing];

export const EDITED_FIELDS = Object.keys(EDITED) as (keyof Edited)[];
export const EDITED_TEXTS = EDITED_FIELDS.filter((field): field is EditedText => 'lines' in EDITED[field]);

/** Values that nobody has edited yet. */
export const UNEDITED = Object.fromEntries(
  EDITED_FIELDS.map((field) => {
    const edited = EDITED[field];
    return [field, 'choices' in edited ? edited.choices[0] : ''];
  }),
) as unknown as Edited;

/** These fields alone. */
export function editedOf(row: Edited): Edited {
  return Object.fromEntries(EDITED_FIELDS.map((field) => [field, row[field]])) as unknown as Edited;
}

export interface CaseView extends Edited {
  caseNumber: string;
  threadId: string;
  sender: string;
  senderName: string;
  subject: string;
  received: string | null;
  updatedAt: string | null;
  /** Number of seen messages, as in a CaseSummary. */
  seen: number;
  lastMailAt: string | null;
  due: string;
  repliedAt: string | null;
  closedAt: string | null;
  waitingFor: WaitingFor | null;
  waitingSince: string | null;
  /** Version of what the owner edits. An update that carries it is refused where that has changed since. */
  version: string;
  /** The oldest first. */
  messages: MessageView[];
}

/** The owner's own answers, at most ten. */
export interface RepliesView {
  caseNumber: string;
  /** The oldest first. */
  replies: MessageView[];
}

/** Bytes. A larger picture is looked at in Drive. */
export const MAX_PICTURE_BYTES = 1_000_000;

/** The pictures of a message that are small enough, at most four. */
export interface PicturesView {
  messageId: string;
  /** Each with its file's name, its place among the message's attachments, and its content as a data URL. */
  pictures: { name: string; place: number; url: string }[];
}

export interface Updated {
  ok: true;
  caseNumber: string;
  updatedAt: string;
  version: string;
}

/** The case has changed since the page read it. Nothing was written. */
export interface Conflict extends Refused {
  newer: Edited & { version: string };
}

/** Changes by updateCases: of each case what a page shows. */
export interface UpdatedCases {
  ok: true;
  updatedAt: string;
  cases: (Pick<CaseSummary, 'caseNumber' | 'status' | 'due'> & { version: string })[];
}

export interface SeenMarked {
  ok: true;
  caseNumber: string;
  seen: number;
}

/**
 * A case with unseen messages: one that is new, one that has got another message, or one that a reply has opened again;
 * or a case that is due today or has been since the owner last marked all as seen.
 */
export interface BellItem {
  kind: 'case' | 'message' | 'reopened' | 'due';
  caseNumber: string;
  from: string;
  senderName: string;
  subject: string;
  /** Time of the last mail; of a case that is due, the start of that day. */
  date: string | null;
}

export interface Bell {
  /** Number of cases that it has to show. */
  count: number;
  /** The newest 20. */
  items: BellItem[];
  /** All messages stored so far: what markBellSeen takes. What comes in later stays unseen. */
  through: number;
  /** All messages stored so far. Where it has grown, lists and cases are out of date. */
  messages: number;
  /** Sentence on how far the mail is that comes in. Absent where all is in. */
  intake?: string;
}

export interface Marked {
  ok: true;
  through: number;
}

export interface Health {
  /** True if the timer checks mail. */
  timer: boolean;
  /** Problems and what to do, in words for the owner; empty when all is well. */
  problems: string[];
}

/** An edit that the owner has made ahead. It applies to each new case whose first message meets every condition given. */
export interface ArrivalRule {
  /** `ann@example.com`, or `@example.com` for everyone there. */
  from?: string;
  /** A part of the subject. */
  subject?: string;
  /** Words and quoted phrases, all of them in subject or text. */
  words?: string;
  issue?: string;
  status?: Status;
  /** Days from the one on which the message came. */
  dueInDays?: number;
  noAlert?: boolean;
}

/** The settings that the owner edits. */
export interface EditedSettings {
  senders: string[];
  /** Whose mail becomes cases whatever the part before the @. */
  domains: string[];
  emailAlerts: boolean;
  /** Empty for the mailbox's own address. */
  alertEmail: string;
  /** Number of days that the first check, and the first after a sender was added, look back. */
  lookBackDays: number;
  /** True if a reply to a closed case opens it again; null where that was never set, which means no. */
  reopenOnReply: boolean | null;
  /** Minutes of the account's 90 a day that checks by the timer may take. */
  timerMinutes: number;
  /** Null where the cell holds no valid list: then no rule applies. */
  rules: ArrivalRule[] | null;
  /** Addresses of groups whose mail is taken in where a tracked sender wrote it. */
  groups: string[];
}

/** `alertEmail` is the mailbox's own until another is set. */
export interface SettingsView extends EditedSettings {
  /** The mailbox's own; empty before the first check. */
  address: string;
  /** Null before the first check. */
  lastCheckedAt: string | null;
  nextCaseNumber: number;
  /** Other groups that say they pass on mail of tracked senders. */
  groupsFound: string[];
  health: Health;
  sheetUrl: string;
  pageUrl: string;
}

/** The tab Settings is missing, or a part of it. */
export interface NotSetUp extends Refused {
  sheetUrl: string;
  /** True if Set up has been run: then something was deleted or renamed since, and the desk is not new. */
  wasSetUp: boolean;
}

export interface Saved extends EditedSettings {
  ok: true;
  /** Alerts are on and cannot be sent: why, and what to do. */
  warning?: string;
}

/** The result of a check that was started by hand. */
export interface Checked {
  ok: true;
  newCases: string[];
  newMessages: number;
}

/** All times in answers: ISO 8601 UTC. With a Date anywhere in an answer the platform passes null instead of it. */
export function toIso(date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** True if it has messages that the owner has not seen. */
export function isUnseen({ emailCount, seen }: Pick<CaseSummary, 'emailCount' | 'seen'>): boolean {
  return emailCount > seen;
}

/** True if the owner wants to come back to it. */
export function isDue({ due, status }: Pick<CaseSummary, 'due' | 'status'>): boolean {
  return due !== '' && status !== 'Closed';
}

/** Conditions that narrow a list; one that is not given does not matter. */
interface Tab {
  status?: string | null | undefined;
  waitingFor?: string | null | undefined;
  unseen?: boolean | null | undefined;
  due?: boolean | null | undefined;
}

/** True if a list narrowed to a status, to waiting, unseen or due cases has it. */
export function isInTab(
  one: Pick<CaseSummary, 'status' | 'waitingFor' | 'emailCount' | 'seen' | 'due'>,
  { status, waitingFor, unseen, due }: Tab,
): boolean {
  return (
    (!status || one.status === status) &&
    (!waitingFor || one.waitingFor === waitingFor) &&
    (unseen == null || isUnseen(one) === unseen) &&
    (due == null || isDue(one) === due)
  );
}

/** Quotation marks of phones and word processors. */
const QUOTES = /[\u201C-\u201E]/g;
/** A quote that is not closed belongs to its word. */
const TERMS = /"([^"]*\S[^"]*)"|\S+/g;

/** The words and quoted phrases of a keyword, each once. */
export function splitKeyword(keyword = ''): string[] {
  const texts = [...keyword.replace(QUOTES, '"').matchAll(TERMS)].map(([word, phrase]) => phrase ?? word);
  return [...new Set(texts.map((text) => text.trim()))];
}
