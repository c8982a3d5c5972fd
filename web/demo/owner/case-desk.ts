import type { HealthLine, Light } from '../../../src/health/report';
import {
  type Bell,
  type BellItem,
  type CaseSummary,
  type CaseView,
  type Conflict,
  type Edited,
  editedOf,
  type Hit,
  isDue,
  isInTab,
  isUnseen,
  type Order,
  type Refused,
  type SettingsView,
  STATUSES,
  type Status,
  splitKeyword,
  UNEDITED,
} from '../../../src/tracker/page/answers';
import type { Functions } from '../../owner/server';
import { type DemoMail, INITIAL_CASES, NEW_MAIL, SENDERS } from './cases';
import { Refusal } from './google-script';

/** A case of the demo, with its messages. Its version is made when it is asked for. */
type DemoCase = Omit<CaseView, 'version'>;

const cases = new Map<string, DemoCase>();
const waiting = [...NEW_MAIL];

const settings: SettingsView = {
  senders: [...SENDERS],
  emailAlerts: true,
  address: 'office@halden-heating.example',
  alertEmail: 'office@halden-heating.example',
  domains: ['hotel-aurora.example'],
  reopenOnReply: true,
  lookBackDays: 30,
  lastCheckedAt: new Date().toISOString(),
  nextCaseNumber: 1,
  health: { timer: true, problems: [] },
  sheetUrl: 'https://docs.google.com/spreadsheets/',
  pageUrl: new URL('index.html', location.href).href,
};

/** The day through which what is due has been seen. */
let dueSeen = '';

for (const { subject, issue, status, notes = '', dueInDays, seen, mails } of INITIAL_CASES) {
  for (const mail of mails) receive({ ...mail, subject });
  const one = get(toCaseNumber(settings.nextCaseNumber - 1));
  const due = dueInDays === undefined ? '' : dayOf(new Date(Date.now() + dueInDays * 86_400_000));
  Object.assign(one, { issue, status, notes, due, seen: seen ?? mails.length });
}

/** The functions of the desk's script, over cases that are forgotten when the page is closed. */
export const CASE_DESK: Functions = {
  searchCases(search) {
    const { limit, offset = 0, order = 'received', ...wanted } = search;
    const found = [...cases.values()].flatMap((one) => {
      const hits = findHits(one, wanted.keyword);
      return hits && matches(one, wanted) ? [{ ...toSummary(one), hits }] : [];
    });
    const inTab = found.filter((one) => isInTab(one, wanted)).sort(inOrder(order));
    const others = countStatuses(found.filter((one) => !isInTab(one, wanted)));
    const shown = inTab.slice(offset, offset + (limit ?? inTab.length));
    return { count: inTab.length, cases: shown, others, counts: countAll() };
  },

  getCase: (caseNumber) => toView(get(caseNumber)),

  getCases: (caseNumbers) => caseNumbers.map((caseNumber) => toView(get(caseNumber))),

  updateCase(caseNumber, { version, ...changes }) {
    const one = get(caseNumber);
    if (version !== undefined && version !== versionOf(one)) throw new Refusal(conflictWith(one));
    const updatedAt = new Date().toISOString();
    Object.assign(one, changes, { updatedAt });
    return { ok: true, caseNumber, updatedAt, version: versionOf(one) };
  },

  updateCases(caseNumbers, changes) {
    const updatedAt = new Date().toISOString();
    const updated = caseNumbers.map((caseNumber) => {
      const one = Object.assign(get(caseNumber), changes, { updatedAt });
      return { caseNumber, status: one.status, due: one.due, version: versionOf(one) };
    });
    return { ok: true, updatedAt, cases: updated };
  },

  markSeen(caseNumber, seen) {
    get(caseNumber).seen = seen;
    return { ok: true, caseNumber, seen };
  },

  getBell(): Bell {
    const items = [...cases.values()].flatMap(toBellItem);
    items.sort((a, b) => (b.date ?? '').localeCompare(a.date ?? ''));
    const messages = countMessages();
    return { count: items.length, items: items.slice(0, 20), through: messages, messages };
  },

  markBellSeen({ through }) {
    for (const one of cases.values()) one.seen = one.messages.length;
    dueSeen = dayOf(new Date());
    return { ok: true, through };
  },

  getSettings: () => settings,

  getHealth() {
    const line = (light: Light, label: string, sentence: string): HealthLine => ({
      light,
      label,
      state: 'ok',
      sentence,
    });
    const lights = [
      line('in', 'Mail comes in', 'Mail was last checked just now.'),
      line('out', 'Alerts go out', `Alerts go to ${settings.alertEmail}.`),
      line('room', 'Room is left', 'The sheet is 1 % full. How fast it fills will be known tomorrow.'),
      line('rest', 'Everything else', 'Google lists no editor besides the owner.'),
    ];
    return { summary: { state: 'ok', sentence: 'Nothing needs you.' }, lights, lines: lights };
  },

  saveSettings(changes) {
    const wrong = changes.senders?.find((sender) => !/^\S+@\S+\.\S+$/.test(sender));
    if (wrong !== undefined) throw new Refusal(refusedSender(wrong));
    Object.assign(settings, changes);
    return { ok: true, ...settings };
  },

  checkMail() {
    settings.lastCheckedAt = new Date().toISOString();
    const mail = waiting.shift();
    if (!mail) return { ok: true, newCases: [], newMessages: 0 };
    const before = settings.nextCaseNumber;
    receive(mail);
    const newCases = settings.nextCaseNumber > before ? [toCaseNumber(before)] : [];
    return { ok: true, newCases, newMessages: 1 };
  },
};

/** Mail with the subject of a case joins it, and opens it again; other mail becomes a case. */
function receive({ from, hoursAgo, subject, body, files = [] }: DemoMail & { subject: string }): void {
  const date = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
  const known = [...cases.values()].find((one) => one.subject === subject && one.sender === from);
  const one = known ?? addCase({ subject, sender: from, received: date });
  if (one.status === 'Closed') one.status = 'Open';
  const messageId = `${one.caseNumber}-${one.messages.length + 1}`;
  const attachments = files.map(([name, size]) => ({
    name,
    size,
    driveUrl: `https://drive.google.com/file/d/${messageId}/view`,
  }));
  const isReply = one.messages.length > 0;
  one.messages.push({
    messageId,
    from,
    date,
    subject: isReply ? `Re: ${subject}` : subject,
    body,
    attachments,
  });
  one.lastMailAt = date;
  one.updatedAt = date;
}

function addCase(mail: Pick<DemoCase, 'subject' | 'sender' | 'received'>): DemoCase {
  const caseNumber = toCaseNumber(settings.nextCaseNumber++);
  const blank = { ...UNEDITED, due: '', seen: 0, messages: [] } as const;
  const one = { ...blank, messages: [], ...mail, caseNumber, threadId: caseNumber };
  const added: DemoCase = { ...one, updatedAt: mail.received, lastMailAt: mail.received };
  cases.set(caseNumber, added);
  return added;
}

function get(caseNumber: string): DemoCase {
  const one = cases.get(caseNumber);
  if (!one) throw new Refusal({ ok: false, error: `There is no case ${caseNumber}` });
  return one;
}

function toCaseNumber(number: number): string {
  return `CASE-${String(number).padStart(4, '0')}`;
}

function toSummary({ messages, threadId, updatedAt, notes, ...one }: DemoCase): CaseSummary {
  return { ...one, emailCount: messages.length };
}

function toView(one: DemoCase): CaseView {
  return { ...one, version: versionOf(one) };
}

function versionOf(one: Edited): string {
  return JSON.stringify(editedOf(one));
}

function conflictWith(one: DemoCase): Conflict {
  const newer = editedOf(one);
  const error = `${one.caseNumber} has changed since you read it. Nothing was saved`;
  return { ok: false, error, newer: { ...newer, version: versionOf(newer) } };
}

function refusedSender(value: string): Refused {
  return { ok: false, error: `"${value}" is not a valid email address`, field: 'senders', value };
}

type Wanted = Parameters<Functions['searchCases']>[0];

/** All but the keyword and the tab. */
function matches(one: DemoCase, { caseNumber, issue = '', sender, from, to }: Wanted): boolean {
  const day = one.received === null ? '' : dayOf(new Date(one.received));
  return (
    (!caseNumber || one.caseNumber === caseNumber.trim().toUpperCase()) &&
    one.issue.toLowerCase().includes(issue.toLowerCase()) &&
    (!sender || one.sender === sender.trim().toLowerCase()) &&
    (!from || day >= from) &&
    (!to || day <= to)
  );
}

/** Undefined where a word of the keyword is nowhere in the case. */
function findHits({ subject, sender, notes, messages }: DemoCase, keyword: string | undefined) {
  const words = splitKeyword(keyword).map((word) => word.toLowerCase());
  const has = (text: string) => words.filter((word) => text.toLowerCase().includes(word));
  const bodies = messages.filter(({ body }) => has(body).length > 0);
  const texts = [subject, sender, notes, ...bodies.map(({ body }) => body)];
  if (!words.every((word) => texts.some((text) => text.toLowerCase().includes(word)))) return undefined;
  const hits: Hit[] = [];
  if (has(subject).length > 0) hits.push({ field: 'subject' });
  if (has(sender).length > 0) hits.push({ field: 'sender' });
  if (has(notes).length > 0) hits.push({ field: 'notes', text: notes.slice(0, 160) });
  if (bodies.length > 0) hits.push({ field: 'body', messages: bodies.length });
  return hits;
}

function inOrder(order: Order): (a: CaseSummary, b: CaseSummary) => number {
  const time = (one: CaseSummary) => (order === 'received' ? one.received : one.lastMailAt) ?? '';
  const newestFirst = (a: CaseSummary, b: CaseSummary) => time(b).localeCompare(time(a));
  if (order !== 'due') return newestFirst;
  const day = ({ due }: CaseSummary) => due || '9999';
  return (a, b) => day(a).localeCompare(day(b)) || newestFirst(a, b);
}

function countAll() {
  const all = [...cases.values()].map(toSummary);
  const due = all.filter(isDue);
  const dueNow = due.filter((one) => one.due <= dayOf(new Date()));
  const unseen = all.filter(isUnseen).length;
  return { total: all.length, ...countStatuses(all), unseen, due: due.length, dueNow: dueNow.length };
}

function countStatuses(all: readonly CaseSummary[]): Record<Status, number> {
  const count = (status: Status) => all.filter((one) => one.status === status).length;
  return Object.fromEntries(STATUSES.map((status) => [status, count(status)])) as Record<Status, number>;
}

function toBellItem(one: DemoCase): BellItem[] {
  const { caseNumber, sender: from, subject, due, lastMailAt, seen } = one;
  const item = { caseNumber, from, subject };
  if (isUnseen(toSummary(one))) return [{ ...item, kind: seen === 0 ? 'case' : 'message', date: lastMailAt }];
  if (!isDue(one) || due > dayOf(new Date()) || due <= dueSeen) return [];
  return [{ ...item, kind: 'due', date: new Date(`${due}T00:00`).toISOString() }];
}

function countMessages(): number {
  return [...cases.values()].reduce((sum, { messages }) => sum + messages.length, 0);
}

/** By the reader's own clock, YYYY-MM-DD. */
function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
