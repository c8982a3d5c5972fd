import { rolesWith } from '../../accounts/roles';
import { invalid } from '../../http/http-error';
import { type Call, Response, type Routes, route } from '../../http/route';
import { digest } from '../../platform/platform';
import { find, findAll } from '../../tables/tables';
import { findMerged } from '../merged';
import { DELETED_LEADS, LEADS, type Lead } from '../tables';
import { insertLead, LeadCreated, MAX_EXTERNAL_ID, NewLead, toCreated, toCreation } from './create-lead';
import { type LeadChange, pushLeadsNow } from './lead-events';
import { patchLead } from './leads';
import { withOwn } from './own-fields';

export const EXTERNAL_ID_ROUTES: Routes = {
  'PUT /v1/leads/by-external-id/:externalId': route({
    summary: 'Creates the lead with this ID of another system, or changes the fields of it that are given',
    access: rolesWith('leads'),
    body: NewLead,
    response: LeadCreated,
    otherResponses: { 201: LeadCreated },
    handle: putLead,
  }),
};

/** May be repeated: a lead that is there already is changed. */
function putLead(call: Call<NewLead>): Response {
  const { externalId = '' } = call.params;
  if (externalId.length > MAX_EXTERNAL_ID)
    throw invalid(
      `externalId must be at most ${MAX_EXTERNAL_ID} characters (got ${externalId.length}).`,
      'externalId',
    );
  const known = findExternal([externalId]).get(externalId);
  const made = known ? { lead: known, isNew: false } : insertExternal(call, externalId);
  if (made.isNew) return toCreation(made.lead);
  const lead = patchLead(made.lead.id, call);
  // A lead that was deleted meanwhile is made anew.
  return lead ? new Response(toCreated({ ...lead, requestHash: '' })) : putLead(call);
}

/** The leads with these IDs of another system. In place of one that was merged stands the one that it was merged into. */
export function findExternal(externalIds: readonly string[]): Map<string, Lead> {
  const found = findAll(LEADS, 'externalId', externalIds);
  // The first of several counts.
  const known = new Map(found.reverse().map((lead) => [lead.externalId, lead]));
  const missing = externalIds.filter((externalId) => !known.has(externalId));
  for (const { id, externalId } of missing.length > 0 ? findAll(DELETED_LEADS, 'externalId', missing) : []) {
    const lead = find(LEADS, findMerged(id) ?? '');
    if (lead) known.set(externalId, lead);
  }
  return known;
}

/**
 * The key lets two simultaneous requests find the same lead. Where that lead has got another ID meanwhile, the next key is
 * tried.
 */
function insertExternal(
  call: Call<NewLead>,
  externalId: string,
  keySuffix = '',
): LeadChange & { isNew: boolean } {
  const record = { requestKey: `external ${digest(externalId, 22)}${keySuffix}`, requestHash: '' };
  const inserted = insertLead(
    { ...withOwn(call.body, call.caller), externalId },
    { by: call.caller?.id ?? '', record },
  );
  pushLeadsNow([inserted]);
  const { id, externalId: found } = inserted.lead;
  return found === externalId ? inserted : insertExternal(call, externalId, ` ${id}`);
}
