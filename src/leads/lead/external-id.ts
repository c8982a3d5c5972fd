import { rolesWith } from '../../accounts/roles';
import { HttpError, invalid } from '../../http/http-error';
import { type Call, Response, type Routes, route } from '../../http/route';
import { digest } from '../../platform/platform';
import { quote } from '../../platform/quote';
import { type AutoId, find, findAll } from '../../tables/tables';
import { findMerged } from '../merged';
import { DELETED_LEADS, LEADS, type Lead } from '../tables';
import { insertLead, LeadCreated, MAX_EXTERNAL_ID, NewLead, toCreated, toCreation } from './create-lead';
import { type LeadChange, pushLeadsNow } from './lead-events';
import { patchLead } from './leads';
import { mergeInto } from './merge';
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
  const first = made.isNew ? joinLeads([externalId], call.caller?.id ?? '').get(externalId) : undefined;
  if (made.isNew && first === undefined) return toCreation(made.lead);
  const lead = patchLead(first ?? made.lead.id, call);
  // A lead that was deleted meanwhile is made anew.
  return lead ? new Response(toCreated({ ...lead, requestHash: '' })) : putLead(call);
}

/**
 * Merges leads that other requests have made with the same IDs at the same moment, whoever sees them first, into the first one of each. Returns
 * the IDs of these.
 */
export function joinLeads(externalIds: readonly string[], by: string): Map<string, string> {
  const { numberOf } = LEADS.ids as AutoId;
  const joined = new Map<string, string>();
  const found = findAll(LEADS, 'externalId', externalIds, ['id', 'externalId']);
  for (const externalId of new Set(externalIds)) {
    const ids = found.filter((lead) => lead.externalId === externalId).map(({ id }) => id);
    const [into, ...others] = ids.sort((one, other) => numberOf(one) - numberOf(other));
    if (into === undefined || others.length === 0) continue;
    for (const from of others) mergeInto({ from, into, by });
    joined.set(externalId, into);
  }
  return joined;
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
  if (call.request.headers['if-match'] !== undefined)
    throw new HttpError(412, 'precondition_failed', `No lead has the external ID ${quote(externalId)}.`, {
      param: 'if-match',
    });
  const record = { requestKey: `external ${digest(externalId, 22)}${keySuffix}`, requestHash: '' };
  const inserted = insertLead(
    { ...withOwn(call.body, call.caller), externalId },
    { by: call.caller?.id ?? '', record },
  );
  pushLeadsNow([inserted]);
  const { id, externalId: found } = inserted.lead;
  return found === externalId ? inserted : insertExternal(call, externalId, ` ${id}`);
}
