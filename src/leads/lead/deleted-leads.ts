import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described, withExample } from '../../http/described';
import { Instant, listPageOf, pageOf, pageQuery } from '../../http/fields';
import { TimeFilter, timeRange } from '../../http/filters';
import { type Call, type Routes, route } from '../../http/route';
import { DAY_MS } from '../../platform/platform';
import { findAll, type MaintenanceTask, maintain, type Row, scan, type Write } from '../../tables/tables';
import * as write from '../../tables/writes';
import type { DeletedMessage, Message } from '../entries';
import { MergedLead } from '../merged';
import { DELETED_LEADS, LEADS, type Lead } from '../tables';

/** Times for which repeated requests are recognized. */
const MESSAGES_KEPT_MS = DAY_MS;
const LEADS_KEPT_MS = 30 * DAY_MS;

const DeletedQuery = v.strictObject({
  ...pageQuery('100'),
  since: described(
    TimeFilter,
    'A time, or a day in the time zone of the sheet. Start ten minutes before your last request, so that nothing is missed.',
  ),
});
type DeletedQuery = v.InferOutput<typeof DeletedQuery>;

const DeletedPage = listPageOf(
  v.strictObject({
    id: v.string(),
    deletedAt: described(Instant, 'When it was deleted.', '2026-11-21T08:15:30.000Z'),
    mergedInto: v.exactOptional(MergedLead.entries.mergedInto),
  }),
);
type DeletedPage = v.InferOutput<typeof DeletedPage>;

export const DELETED_LEAD_ROUTES: Routes = {
  'GET /v1/leads/deleted': route({
    summary: 'Lists the leads that were deleted in the last 30 days or merged, oldest deletion first',
    access: rolesWith('leads'),
    query: withExample(DeletedQuery, { since: '2026-11-20T00:00:00Z' }),
    response: DeletedPage,
    handle: listDeleted,
  }),
};

/** Written before the lead goes; of its messages only what a repeated request or call is recognized by. */
export function deletionOf({ id, thread }: Lead, messages: readonly Message[]): Write[] {
  return insertDeleted({ id, messages: recentOf([...messages, ...thread]) });
}

/** Written before a lead goes that was merged. */
export function mergerOf({ id, thread, ...keys }: Lead, mergedInto: string): Write[] {
  const { requestKey, requestHash, externalId } = keys;
  return insertDeleted({ id, messages: recentOf(thread), mergedInto, requestKey, requestHash, externalId });
}

/**
 * Written before the lead gets another phone: the provider names a phone, by which its messages are not found any more.
 * While the lead is there it is not listed. Nothing where it has no message of the last day.
 */
export function phoneChangeOf({ id, thread }: Lead): Write[] {
  const messages = recentOf(thread);
  return messages.length > 0 ? insertDeleted({ id, messages }) : [];
}

type DeletedLead = Row<typeof DELETED_LEADS>;

export function insertDeleted(...rows: readonly (Pick<DeletedLead, 'id'> & Partial<DeletedLead>)[]): Write[] {
  const empty = { deletedAt: new Date(), messages: [], ...NO_KEYS, mergedInto: '' };
  return [
    write.insert(
      DELETED_LEADS,
      rows.map((row) => ({ ...empty, ...row })),
    ),
  ];
}

export const NO_KEYS = { requestKey: '', requestHash: '', externalId: '' };

function recentOf(messages: readonly Message[]): DeletedMessage[] {
  const since = new Date(Date.now() - MESSAGES_KEPT_MS).toISOString();
  const all = new Map(messages.map((message) => [message.id, message]));
  return [...all.values()].filter(({ at }) => at >= since).map(toDeletedMessage);
}

function toDeletedMessage({ id, sid, requestKey, requestHash }: Message): DeletedMessage {
  return {
    id,
    ...(sid === undefined ? {} : { sid }),
    ...(requestKey === undefined || requestHash === undefined ? {} : { requestKey, requestHash }),
  };
}

/** The message of a deleted lead that was sent with this key. */
export function findDeletedMessage(leadId: string, requestKey: string): DeletedMessage | undefined {
  const messages = findAll(DELETED_LEADS, 'id', [leadId]).flatMap((lead) => lead.messages);
  return messages.find((message) => message.requestKey === requestKey);
}

/**
 * Leaves out a deletion that died halfway, whose lead is still there, and a row without a valid time. One that was repeated
 * has two rows.
 */
function listDeleted({ query }: Call<undefined, DeletedQuery>): DeletedPage {
  const { gte = new Date(0) } = timeRange({ from: query.since }) ?? {};
  const rows = scan(DELETED_LEADS, ['id', 'deletedAt', 'mergedInto']).filter(
    ({ id, deletedAt }) => id !== '' && deletedAt >= gte,
  );
  const texts = rows.map(({ id }) => id);
  const present = new Set(findAll(LEADS, 'id', texts, ['id']).map(({ id }) => id));
  const deleted = new Map(rows.filter(({ id }) => !present.has(id)).map((row) => [row.id, row]));
  const inOrder = [...deleted.values()].sort(
    (one, other) => one.deletedAt.getTime() - other.deletedAt.getTime(),
  );
  return pageOf(
    inOrder.map(({ id, deletedAt, mergedInto }) => ({
      id,
      deletedAt: deletedAt.toISOString(),
      ...(mergedInto === '' ? {} : { mergedInto }),
    })),
    query,
  );
}

export const OLD_DELETIONS: MaintenanceTask = {
  name: 'deleted leads',
  everyMinutes: 360,
  // Leads that were merged stay.
  run: () =>
    maintain(DELETED_LEADS, {
      deletedAt: { lt: new Date(Date.now() - LEADS_KEPT_MS) },
      mergedInto: { isEmpty: true },
    }),
};
