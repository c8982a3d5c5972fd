import { runMenuItem } from '../../platform/add-on';
import { refreshOverview } from '../../reports/overview-tab';
import { forgetPerson as forget } from '../../retention/forget';
import { mentionPatterns, without } from '../../retention/mentions';
import { compactNow } from '../../retention/old-data';
import type { Person } from '../../retention/person';
import type { PersonData, PersonPlace } from '../../retention/person-data';
import { STORED_TEXTS } from '../../retention/stored-texts';
import { readValues, writeValues } from '../../tables/sheet';
import { removeAll, scan, type Table, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import { type ArrivalRule, EDITED_TEXTS } from '../case/answers';
import { viewCases } from '../case/case-reports';
import { invalidateEmailCounts } from '../case/email-counts';
import { caseNumberOfRow } from '../case/long-mail';
import { CASES, MESSAGES, SETTINGS } from '../case/tables';
import { markSettings } from '../intake/progress';
import { settleForgotten } from '../intake/proof';
import { deleteFile } from '../mail/attachments';
import { addName, correspondentsIn, toList, writerOf } from '../mail/people';
import { invalidateBell } from '../page/bell';

const FILES: PersonPlace = {
  title: 'Files in Drive',
  header: ['driveId', 'name'],
  find(_, rows) {
    const own = new Set(rows.flatMap(({ of, own }) => (of.table === MESSAGES ? own : [])));
    if (own.size === 0) return [];
    const messages = scan(MESSAGES, ['messageId', 'attachments']).filter(({ messageId }) =>
      own.has(messageId),
    );
    return messages.flatMap(({ attachments }) =>
      attachments.flatMap(({ driveId, name }) => (driveId === null ? [] : [[driveId, name]])),
    );
  },
  forget(_, exported) {
    for (const driveId of new Set(exported.map(([id = '']) => id))) deleteFile(driveId);
  },
};

/** The lists of the tab Settings. Whoever is no longer tracked is not taken in again. */
const LISTS: PersonPlace = {
  title: 'Entries in Settings',
  header: ['key', 'entry'],
  find(person, rows) {
    const { senders, lookedBack, groups, failed, rules } = readValues(SETTINGS);
    const own = new Set([...person.ids, ...rows.flatMap((one) => one.own)]);
    const addresses = { senders, lookedBack, groups };
    return [
      ...Object.entries(addresses).flatMap(([key, list]) =>
        (list ?? []).filter((sender) => isOf(person, sender)).map((sender) => [key, sender]),
      ),
      ...(failed ?? []).filter(({ id }) => own.has(id)).map(({ id }) => ['failed', id]),
      ...(rules ?? []).filter(isAbout(person)).map((rule) => ['rules', JSON.stringify(rule)]),
    ];
  },
  forget(person, exported) {
    if (exported.length === 0) return;
    const { senders, lookedBack, groups, failed, rules } = readValues(SETTINGS);
    const ids = exported.map(([, entry = '']) => entry);
    const isOther = (sender: string) => !isOf(person, sender);
    const isTheirs = isAbout(person);
    // The next check reads the tab, also where this execution ends in between.
    markSettings();
    writeAll(
      writeValues(SETTINGS, {
        senders: senders.filter(isOther),
        ...(lookedBack ? { lookedBack: lookedBack.filter(isOther) } : {}),
        ...(groups ? { groups: groups.filter(isOther) } : {}),
        ...(rules ? { rules: rules.filter((rule) => !isTheirs(rule)) } : {}),
        ...(failed ? { failed: failed.filter(({ id }) => !ids.includes(id)) } : {}),
      }),
    );
    markSettings();
  },
};

/** Everything that the desk has of a sender. */
const SENDERS: PersonData = {
  tables: [
    {
      table: MESSAGES,
      emails: ['from', 'originalFrom'],
      soleEmails: ['replyTo'],
      of: 'caseNumber',
      toId: caseNumberOfRow,
      mentions: ['body', 'subject', 'replyTo', 'to', 'cc'],
      forget: forgetMessages,
      stamp: withoutReplyTo,
    },
    {
      table: CASES,
      emails: ['sender'],
      isEntity: true,
      mentions: ['subject', 'senderName', ...EDITED_TEXTS],
      forget: (ids) => removeFor(CASES, ids),
    },
  ],
  places: [FILES, LISTS, STORED_TEXTS],
};

const PEOPLE = ['from', 'fromName', 'replyTo', 'originalFrom', 'to', 'cc'] as const;

const TEXTS = {
  question:
    'Shows and exports everything about one sender, and then asks whether to delete it.\n\nEmail address or case number:',
  notFound: 'Nothing was found. Enter the email address or case number as it is in the sheet.',
  elsewhere:
    "New mail from them is no longer imported, unless their whole domain is tracked. This script cannot remove: the mail itself in Gmail, and the alerts that were sent to you; what a browser has stored of the list that the page showed last; copies and backups of this sheet and its version history (File > Version history); Google's log of executions (Extensions > Apps Script > Executions).",
};

/** Runs from the menu. */
export function forgetPerson(): void {
  // The tab Overview names the busiest senders.
  runMenuItem('Forget a person', () => forget(SENDERS, TEXTS, () => refreshOverview(viewCases)));
}

function isOf({ emails }: Person, sender: string): boolean {
  return emails.includes(sender.trim().toLowerCase());
}

/** Tells whether any text of a rule names the person. */
function isAbout(person: Person): (rule: ArrivalRule) => boolean {
  const patterns = mentionPatterns(person).map((pattern) => new RegExp(pattern, 'u'));
  return ({ from = '', subject, words, issue }) => {
    const texts = [from, subject, words, issue].filter(Boolean).join('\n');
    return isOf(person, from) || patterns.some((pattern) => pattern.test(texts));
  };
}

/** Takes one of several people out of those to whom an answer goes, with the name. */
function withoutReplyTo({ replyTo }: Readonly<Record<string, unknown>>, person: Person): object {
  const isOther = ({ address }: { address: string }) => !person.emails.includes(address);
  const others = toList(correspondentsIn(String(replyTo)).filter(isOther));
  return { replyTo: without(others, mentionPatterns(person), []) };
}

/**
 * Updates the cases in which others wrote too, so that they are only about the messages of those, and then removes the
 * messages: once these are gone, nothing tells which cases they were in.
 */
function forgetMessages(ids: readonly string[], person: Person): void {
  const own = new Set(ids);
  const messages = scan(MESSAGES, ['messageId', 'caseNumber', 'date', ...PEOPLE]);
  settleForgotten(messages.filter(({ messageId }) => own.has(messageId)));
  const touched = messages
    .filter(({ messageId }) => own.has(messageId))
    .map(({ caseNumber }) => caseNumberOfRow(caseNumber));
  const others = [...new Set(touched)].filter((caseNumber) => !person.ids.includes(caseNumber));
  const left = messages.filter(({ messageId }) => !own.has(messageId));
  const changes = others.map((number) => {
    const rest = left.filter(({ caseNumber }) => caseNumber === number);
    const senderName = rest.map(writerOf).reduce(addName, '');
    const patch = ({ seen }: { seen: number | null }) => {
      return { seen: Math.min(seen ?? rest.length, rest.length), senderName };
    };
    return [number, patch] as const;
  });
  writeAll(write.update(CASES, new Map(changes)));
  removeFor(MESSAGES, ids);
}

function removeFor(table: Table, ids: readonly string[]): void {
  removeAll(table, ids);
  // No timer of the desk does.
  compactNow(table);
  invalidateBell();
  invalidateEmailCounts();
}
