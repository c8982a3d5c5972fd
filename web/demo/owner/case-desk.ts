import { NEW_MAIL, SENDERS, CASES as WORLD, type WorldMail } from '../../../local/world/cases';
import type { HealthLine, Light } from '../../../src/health/report';
import { insert, NEVER, scan, update, writeAll } from '../../../src/tables/tables';
import * as write from '../../../src/tables/writes';
import { type EditedSettings, type SettingsView, UNEDITED } from '../../../src/tracker/case/answers';
import { invalidateEmailCounts } from '../../../src/tracker/case/email-counts';
import { CASES, fromCaseNumber, MESSAGES } from '../../../src/tracker/case/tables';
import { getBell, invalidateBell, markBellSeen } from '../../../src/tracker/page/bell';
import { getCase, getCases } from '../../../src/tracker/page/case';
import { getReport } from '../../../src/tracker/page/reports';
import { searchCases } from '../../../src/tracker/page/search';
import { markSeen, updateCase, updateCases } from '../../../src/tracker/page/update';
import { PropertiesService } from '../google';
import type { Answers } from './google-script';

const HOUR_MS = 3_600_000;
const NOBODY_ELSE = { replyTo: '', originalFrom: '', to: '', cc: '', isAutomatic: false };

const waiting = [...NEW_MAIL];

const settings: SettingsView = {
  senders: [...SENDERS],
  emailAlerts: true,
  address: 'office@halden-heating.example',
  alertEmail: 'office@halden-heating.example',
  domains: ['hotel-aurora.example'],
  reopenOnReply: true,
  lookBackDays: 30,
  timerMinutes: 45,
  rules: [],
  groups: [],
  groupsFound: [],
  lastCheckedAt: new Date().toISOString(),
  nextCaseNumber: 1,
  health: { timer: true, problems: [] },
  sheetUrl: 'https://docs.google.com/spreadsheets/',
  pageUrl: new URL('index.html', location.href).href,
};

for (const { subject, mails, seen = mails.length, dueInDays, ...rest } of WORLD) {
  const { answeredAfter, closedAfter, ...edited } = rest;
  const numbers = mails.map((mail) => receive({ ...mail, subject }));
  const day = new Date(Date.now() + (dueInDays ?? 0) * 24 * HOUR_MS);
  const due = dueInDays === undefined ? '' : day.toLocaleDateString('sv');
  update(CASES, numbers[0] ?? '', ({ received }) => {
    const after = (hours?: number) =>
      hours === undefined ? NEVER : new Date(received.getTime() + hours * HOUR_MS);
    const repliedAt = after(answeredAfter);
    return { ...edited, seen, due, repliedAt, firstReplyAt: repliedAt, closedAt: after(closedAfter) };
  });
}

/** The functions of the script: cases are read, found and changed by its own, over tables in memory. */
export const CASE_DESK: Answers = {
  ...{ searchCases, getCase, getCases, updateCase, updateCases, markSeen, getBell, markBellSeen, getReport },

  getReplies: (caseNumber: string) => ({ caseNumber, replies: [] }),

  getPictures: (messageId: string) => ({ messageId, pictures: [] }),

  getSettings: () => settings,

  getHealth() {
    const line = (light: Light, label: string, sentence: string): HealthLine => ({
      ...{ light, label, sentence },
      state: 'ok',
    });
    const lights = [
      line(
        'in',
        'Mail comes in',
        'Mail was last checked just now. Compared with Gmail today at 8:00: 9 of 9 messages of the last 7 days are in.',
      ),
      line('out', 'Alerts go out', `Alerts go to ${settings.alertEmail}.`),
      line('room', 'Room is left', 'The sheet is 1 % full. How fast it fills will be known tomorrow.'),
      line('rest', 'Everything else', 'Google lists no editor besides the owner.'),
    ];
    return { summary: { state: 'ok', sentence: 'Nothing needs you.' }, lights, lines: lights };
  },

  saveSettings(changes: Partial<EditedSettings>) {
    const value = changes.senders?.find((sender) => !/^\S+@\S+\.\S+$/.test(sender));
    if (value !== undefined)
      return { ok: false, error: `"${value}" is not a valid email address`, field: 'senders', value };
    return { ok: true, ...Object.assign(settings, changes) };
  },

  checkMail() {
    settings.lastCheckedAt = new Date().toISOString();
    const known = scan(CASES).length;
    const mail = waiting.shift();
    if (!mail) return { ok: true, newCases: [], newMessages: 0 };
    const caseNumber = receive(mail);
    return { ok: true, newCases: scan(CASES).length > known ? [caseNumber] : [], newMessages: 1 };
  },
};

/** Mail with the subject of a case joins it, and opens it again; other mail becomes a case. */
function receive({ from, hoursAgo, subject, body, files = [] }: WorldMail & { subject: string }): string {
  const date = new Date(Date.now() - hoursAgo * HOUR_MS);
  const known = scan(CASES).find((one) => one.subject === subject && one.sender === from);
  const { row } = known
    ? { row: known }
    : insert(CASES, (caseNumber) => toCase(caseNumber, { from, subject, date }));
  const { caseNumber } = row;
  const messageId = `${caseNumber}-${scan(MESSAGES).length}`;
  const attachments = files.map(([name, size]) => ({ name, size, driveId: messageId }));
  const title = known ? `Re: ${subject}` : subject;
  writeAll(
    write.insert(MESSAGES, [
      {
        messageId,
        caseNumber,
        from,
        date,
        body,
        attachments,
        subject: title,
        fromName: nameOf(from),
        ...NOBODY_ELSE,
      },
    ]),
  );
  update(CASES, caseNumber, ({ status }) => ({
    status: status === 'Closed' ? 'Open' : status,
    ...{ lastMailAt: date, updatedAt: date },
  }));
  noteMail();
  return caseNumber;
}

function toCase(caseNumber: string, { from, subject, date }: { from: string; subject: string; date: Date }) {
  const mail = {
    sender: from,
    senderName: nameOf(from),
    subject,
    received: date,
    updatedAt: date,
    lastMailAt: date,
  };
  return {
    caseNumber,
    threadId: caseNumber,
    ...mail,
    ...UNEDITED,
    due: '',
    seen: 0,
    repliedAt: NEVER,
    firstReplyAt: NEVER,
    closedAt: NEVER,
  };
}

/** `Mira Oduya` for mira.oduya@example.com; nobody for office@example.com. */
function nameOf(address: string): string {
  const words = address.slice(0, address.indexOf('@')).split('.');
  return words.length > 1
    ? words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(' ')
    : '';
}

/** What a check of the mailbox leaves for the bell. */
function noteMail(): void {
  const cases = scan(MESSAGES).map((message) => fromCaseNumber(message.caseNumber));
  const told = { messages: cases.length, cases: cases.reverse() };
  PropertiesService.getScriptProperties().setProperty('progress', JSON.stringify({ told }));
  invalidateEmailCounts();
  invalidateBell();
}
