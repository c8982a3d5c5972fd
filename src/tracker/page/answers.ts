/**
 * What the functions of the page answer (interface section 4.1, design section 6). The page is compiled against this
 * file, so it knows nothing of the platform.
 */
export const STATUSES = ['Open', 'In Progress', 'Closed'] as const;

export type Status = (typeof STATUSES)[number];

/** Instead of any answer: what is wrong, in words for the person at the page. Nothing was written. */
export interface Refused {
  ok: false;
  error: string;
  /** The field of the input that is wrong, where it is one. */
  field?: string;
  /** Where that field is a list: its item that is wrong. */
  value?: string;
}

export interface CaseSummary {
  caseNumber: string;
  /** Null where the cell was overwritten. */
  received: string | null;
  sender: string;
  subject: string;
  issue: string;
  status: Status;
  emailCount: number;
}

export interface CaseList {
  counts: { total: number } & Record<Status, number>;
  /** The newest first. */
  cases: CaseSummary[];
}

export interface SearchResult {
  /** All that match, also where a limit was given. */
  count: number;
  cases: CaseSummary[];
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
  date: string | null;
  subject: string;
  body: string;
  attachments: AttachmentView[];
}

/** What the owner can change of a case. */
export interface Edited {
  issue: string;
  status: Status;
  notes: string;
}

export interface CaseView extends Edited {
  caseNumber: string;
  threadId: string;
  sender: string;
  subject: string;
  received: string | null;
  updatedAt: string | null;
  /** Of issue, status and notes. An update that carries it is refused where they have changed since. */
  version: string;
  /** The oldest first. */
  messages: MessageView[];
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

/** A notification: a new case, or a new message on a case that the owner has seen. */
export interface BellItem {
  kind: 'case' | 'message';
  caseNumber: string;
  from: string;
  subject: string;
  date: string | null;
}

export interface Bell {
  count: number;
  /** The newest 20. */
  items: BellItem[];
  /** The count of notifications since the first mail: what markBellSeen takes. */
  through: number;
  /** All messages stored so far. Where it has grown, lists and cases are out of date. */
  messages: number;
}

export interface Marked {
  ok: true;
  through: number;
}

export interface Health {
  /** Whether the timer checks mail. */
  timer: boolean;
  /** What is wrong and what to do, in words for the owner; empty when all is well. */
  problems: string[];
}

export interface SettingsView {
  senders: string[];
  emailAlerts: boolean;
  /** The mailbox's own address until another is set; empty before the first check. */
  alertEmail: string;
  /** Null before the first check. */
  lastCheckedAt: string | null;
  nextCaseNumber: number;
  health: Health;
  sheetUrl: string;
  pageUrl: string;
}

/** The sheet has not been set up yet. */
export interface NotSetUp extends Refused {
  sheetUrl: string;
}

export interface Saved {
  ok: true;
  senders: string[];
  emailAlerts: boolean;
  alertEmail: string;
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
