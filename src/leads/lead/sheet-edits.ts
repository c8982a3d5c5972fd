import { OUTBOX } from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/worker';
import { editedIds, editedRows } from '../../tables/sheet';
import { findAll, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import { leadLists } from '../lists';
import { LEADS, type Lead, LISTS, SCORING } from '../tables';
import { changesBetween, isConversion } from './activities';
import { invalidateLists } from './choices';
import { heardEvents } from './lead-events';
import { withWaiting } from './waiting';

/** The columns that people change by hand, with what a new lead has there. */
const INITIAL = { status: 'new', notes: '' } as const;
/** The other columns by which a lead is looked for. */
const SEARCHED = (LEADS.lookups?.search ?? []).filter((name) => !(name in INITIAL));
type Field = keyof typeof INITIAL;
/** The values that were there before; null where that is not known. */
type TypedOver = Partial<Record<Field, string | null>>;

interface Edit {
  typedOver(lead: Lead): TypedOver;
  /** The leads in whose own columns, as the owner has named them, something was typed. */
  owned: ReadonlySet<string>;
}

/** Makes what was typed a change like any other. The simple trigger onEdit calls it, which must not call other servers. */
export function onLeadEdit({ range, oldValue }: Partial<GoogleAppsScript.Events.SheetsOnEdit>): void {
  const tab = range?.getSheet().getName();
  if (tab === SCORING.name || tab === LISTS.name) invalidateLists();
  if (!range || tab !== LEADS.name) return;
  const touched = (Object.keys(INITIAL) as Field[]).map((field) => ({
    field,
    ids: editedRows(LEADS, field, range).map(({ id }) => id),
  }));
  const fields = touched.flatMap(({ field, ids }) => (ids.length > 0 ? [field] : []));
  // Nobody hears of these, but a lead is looked for by what they say.
  const corrected = editedIds(LEADS, SEARCHED, range);
  const own = leadLists().fields.map(({ name }) => `custom.${name}`);
  const owned = new Set(own.length > 0 ? editedIds(LEADS, own, range) : []);
  const ids = [...new Set([...touched.flatMap((one) => one.ids), ...corrected, ...owned])];
  const isOneCell = range.getNumRows() === 1 && range.getNumColumns() === 1;
  const typedOver = (lead: Lead, field: Field) => (isOneCell ? (oldValue ?? '') : lastKnown(lead, field));
  changeRows(ids, {
    typedOver: (lead) => Object.fromEntries(fields.map((field) => [field, typedOver(lead, field)])),
    owned,
  });
}

/**
 * The events are written first. A lead that somebody else has changed since it was read is read again, so that the event
 * tells of the version that this change makes.
 */
function changeRows(ids: readonly string[], edit: Edit): void {
  const { typedOver, owned } = edit;
  const events = heardEvents();
  const heard = events.isAny ? findAll(LEADS, 'id', ids) : [];
  const known = new Map(heard.map(({ id, version }) => [id, version]));
  const jobs = heard.flatMap((lead) => {
    // A value that is not known is null, which differs from every text.
    const unknown = owned.has(lead.id) ? { notes: null } : {};
    const before = { ...lead, ...unknown, ...typedOver(lead) } as Lead;
    const patch = toPatch(lead, edit);
    const next = { ...lead, ...patch, version: lead.version + 1 };
    return Object.keys(patch).length > 0 ? events.jobsOf({ before, lead: next }) : [];
  });
  const outdated = new Set<string>();
  const change = (lead: Lead) => {
    const { id, version } = lead;
    if (version === (known.get(id) ?? version)) return toPatch(lead, edit);
    outdated.add(id);
    return {};
  };
  writeAll(write.insert(OUTBOX, jobs), write.update(LEADS, new Map(ids.map((id) => [id, change]))));
  if (jobs.length > 0) wakeWorker();
  if (outdated.size > 0) changeRows([...outdated], edit);
}

/** The cells have the new values already. */
function toPatch(lead: Lead, { typedOver, owned }: Edit): Partial<Lead> {
  const before = typedOver(lead);
  const fields = Object.keys(before) as Field[];
  const changes = changesBetween({ ...lead, ...before } as Record<Field, string | null>, lead, fields);
  const isChanged = Object.values(changes ?? {}).some(({ from, to }) => from !== to);
  if (!isChanged && !owned.has(lead.id)) return {};
  const at = new Date();
  const activity = {
    at: at.toISOString(),
    by: 'sheet',
    what: 'changed',
    ...(isChanged && changes && { changes }),
  } as const;
  return withWaiting(lead, {
    ...(isConversion(lead) ? { convertedAt: at } : {}),
    updatedAt: at,
    activities: [...lead.activities, activity],
  });
}

/** Reads the last value from the history, since the event tells of one cell only; null where that has moved to the archive. */
function lastKnown({ activities }: Lead, field: Field): string | null {
  const values = activities.flatMap(({ changes }) => changes?.[field]?.to ?? []);
  const [first] = activities;
  const initial = first?.what === 'created' ? INITIAL[field] : null;
  return (values[values.length - 1] as string | undefined) ?? initial;
}
