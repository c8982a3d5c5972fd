import { OUTBOX } from '../../outbox/jobs';
import { type PersonTable, withoutPerson } from '../../retention/person';
import { ARCHIVE } from '../../tables/archive';
import { remove, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import type { Message } from '../entries';
import { DELETED_LEADS, LEADS, type Lead } from '../tables';
import { deletionOf, insertDeleted, NO_KEYS } from './deleted-leads';
import { lastTextOf } from './waiting';

/** Tables in which the lead desk has people. */
export const LEAD_PEOPLE: readonly PersonTable[] = [
  {
    table: LEADS,
    phones: ['phone'],
    emails: ['email'],
    names: ['name'],
    isEntity: true,
    mentions: ['notes', 'activities', 'thread'],
    // The name of a lead that a message created is its phone.
    contacts: ['name', 'requestKey', 'externalId'],
    idLists: ['activities'],
    // Others who keep a copy get what is left. A name may be cut off in the beginning of a text, so that is made anew.
    stamp: ({ thread }, person) => ({
      updatedAt: new Date(),
      lastText: lastTextOf(withoutPerson(thread as Message[], person)),
    }),
    forget: forgetLeads,
  },
  { table: ARCHIVE, of: 'target', mentions: ['entries'], idLists: ['entries'] },
  // The id stays for 30 days, so that those who keep a copy delete theirs.
  { table: DELETED_LEADS, of: 'id', forget: forgetMessages },
  { table: DELETED_LEADS, of: 'mergedInto', forget: forgetMessages },
];

/** Listed as deleted before they go, without a word of their messages. */
export function noteDeletions(ids: readonly string[]): void {
  writeAll(...insertDeleted(...ids.map((id) => ({ id }))));
}

function forgetLeads(ids: readonly string[]): void {
  const cascade = [
    { table: ARCHIVE, column: 'target' },
    { table: OUTBOX, column: 'entityId' },
  ];
  const first = (lead: Lead) => deletionOf({ ...lead, thread: [] }, []);
  for (const id of ids) remove(LEADS, id, { cascade, first, opens: [DELETED_LEADS] });
}

function forgetMessages(ids: readonly string[]): void {
  writeAll(write.update(DELETED_LEADS, new Map(ids.map((id) => [id, () => ({ messages: [], ...NO_KEYS })]))));
}
