import { OUTBOX } from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/worker';
import { editedRows } from '../../tables/sheet';
import { findAll, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import { invalidateRules } from '../scoring/scoring-rules';
import { LEADS, type Lead, LISTS, SCORING } from '../tables';
import { changesBetween, isConversion } from './activities';
import { leadJob, leadListeners } from './lead-events';

/** The columns that people change by hand, with what a new lead has there. */
const INITIAL = { status: 'new', notes: '' } as const;
type Field = keyof typeof INITIAL;

/** For the simple trigger onEdit, which must not call other servers: what was typed counts as a change like any other. */
export function onLeadEdit({ range, oldValue }: Partial<GoogleAppsScript.Events.SheetsOnEdit>): void {
  const tab = range?.getSheet().getName();
  if (tab === SCORING.name || tab === LISTS.name) invalidateRules();
  if (!range || tab !== LEADS.name) return;
  const touched = (Object.keys(INITIAL) as Field[]).map((field) => ({
    field,
    ids: editedRows(LEADS, field, range).map(({ id }) => id),
  }));
  const fields = touched.flatMap(({ field, ids }) => (ids.length > 0 ? [field] : []));
  const ids = [...new Set(touched.flatMap((one) => one.ids))];
  const isOneCell = range.getNumRows() === 1 && range.getNumColumns() === 1;
  const patch = (lead: Lead) => {
    const typedOver = (field: Field) => (isOneCell ? (oldValue ?? '') : lastKnown(lead, field));
    return toPatch(lead, Object.fromEntries(fields.map((field) => [field, typedOver(field)])));
  };
  changeRows(ids, patch);
}

/**
 * The events are written first. A lead that somebody else has changed since it was read is read again, so that the event
 * tells of the version that this change makes.
 */
function changeRows(ids: readonly string[], patch: (lead: Lead) => Partial<Lead>): void {
  const heard = leadListeners()('lead.updated') ? findAll(LEADS, 'id', ids) : [];
  const known = new Map(heard.map(({ id, version }) => [id, version]));
  const jobs = heard
    .filter((lead) => Object.keys(patch(lead)).length > 0)
    .map(({ id, version }) => leadJob({ id, version: version + 1 }));
  const outdated: string[] = [];
  const change = (lead: Lead) => {
    const { id, version } = lead;
    if (version === (known.get(id) ?? version)) return patch(lead);
    outdated.push(id);
    return {};
  };
  writeAll(write.insert(OUTBOX, jobs), write.update(LEADS, new Map(ids.map((id) => [id, change]))));
  if (jobs.length > 0) wakeWorker();
  if (outdated.length > 0) changeRows(outdated, patch);
}

/** The cells have the new values already. */
function toPatch(lead: Lead, before: Partial<Record<Field, string | null>>): Partial<Lead> {
  const fields = Object.keys(before) as Field[];
  const changes = changesBetween({ ...lead, ...before } as Record<Field, string | null>, lead, fields);
  const isChanged = Object.values(changes ?? {}).some(({ from, to }) => from !== to);
  if (!changes || !isChanged) return {};
  const at = new Date();
  const activity = { at: at.toISOString(), by: 'sheet', what: 'changed', changes } as const;
  return {
    ...(isConversion(lead) ? { convertedAt: at } : {}),
    updatedAt: at,
    activities: [...lead.activities, activity],
  };
}

/** By its history, since the event tells of one cell only; null where that has moved to the archive. */
function lastKnown({ activities }: Lead, field: Field): string | null {
  const values = activities.flatMap(({ changes }) => changes?.[field]?.to ?? []);
  const [first] = activities;
  const initial = first?.what === 'created' ? INITIAL[field] : null;
  return (values[values.length - 1] as string | undefined) ?? initial;
}
