import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described, withExample } from '../../http/described';
import { Deleted, listPageOf, maxText, Name, pageOf, pageQuery, toIso } from '../../http/fields';
import { GivenInstant } from '../../http/filters';
import { invalid } from '../../http/http-error';
import { ifMatch } from '../../http/reply';
import { type Call, type Caller, Response, type Routes, route } from '../../http/route';
import { OUTBOX } from '../../outbox/jobs';
import { quote } from '../../platform/quote';
import { ARCHIVE } from '../../tables/archive';
import { find, remove } from '../../tables/tables';
import { leadLists } from '../lists';
import { MergedLead, orMerged, orMoved } from '../merged';
import { alertFor } from '../scoring/hot-lead';
import { FACT_NAMES, haveFactsChanged, type Rule, scoreLead } from '../scoring/scoring';
import { scoringRules } from '../scoring/scoring-rules';
import { DELETED_LEADS, LEADS, type Lead } from '../tables';
import { archiveLead, changesBetween, isConversion } from './activities';
import { toCalendarResponse } from './appointment';
import { assignmentCheck } from './assignment';
import { changeLead } from './change-lead';
import { toConsent } from './consent';
import {
  CONTACTS,
  createLead,
  isReachable,
  LeadCreated,
  leadsWithPhone,
  NewLead,
  OPTIONAL,
} from './create-lead';
import { deletionOf } from './deleted-leads';
import { historyOf } from './history';
import { pushLeadsNow } from './lead-events';
import { ActivityView, LeadView, MAX_SHOWN, SUMMARY, toLeadView } from './lead-view';
import { CSV_COLUMNS, LeadPage, LeadQuery, listLeads } from './list-leads';
import { optAll, withOptChoice } from './opt-choice';
import { fieldsFor, hasNewValues, withOwn } from './own-fields';
import { isClosedStatus } from './waiting';

const LeadPatch = v.strictObject({
  name: v.exactOptional(Name),
  ...CONTACTS,
  ...OPTIONAL,
  status: v.exactOptional(maxText(80)),
  nextAt: described(
    v.exactOptional(v.nullable(GivenInstant)),
    'When the next step is due. Null if none is planned.',
    '2026-11-23T15:00:00.000Z',
  ),
  nextStep: described(
    v.exactOptional(maxText(80)),
    'The next step: call back, visit, test drive, or one from the Lists tab. Empty for none.',
    'test drive',
  ),
  lostReason: described(
    v.exactOptional(maxText(80)),
    'Why the lead is lost: price, bought elsewhere, no financing, no answer, or one from the Lists tab. Empty if unknown.',
    'bought elsewhere',
  ),
  optOut: described(
    v.exactOptional(v.boolean()),
    'Whether the person wants no text messages, for all leads with the same phone. Decides where `asksToStop` is true.',
    false,
  ),
});
type LeadPatch = v.InferOutput<typeof LeadPatch>;

const LEAD_FIELDS = Object.keys(LeadPatch.entries).filter(
  (name) => name !== 'optOut' && name !== 'custom',
) as Exclude<keyof Lead & keyof LeadPatch, 'custom'>[];

const PageQuery = v.strictObject(pageQuery(String(MAX_SHOWN)));
type PageQuery = v.InferOutput<typeof PageQuery>;

const Activities = v.strictObject({ leadId: SUMMARY.id, ...listPageOf(ActivityView).entries });
type Activities = v.InferOutput<typeof Activities>;

const access = rolesWith('leads');

export const LEADS_ROUTES: Routes = {
  'GET /v1/leads': route({
    summary: 'Lists leads, newest first by default',
    access,
    query: withExample(LeadQuery, { filter: 'hot,warm', updatedFrom: '2026-11-21T09:00:00Z', sort: 'id' }),
    response: LeadPage,
    csvColumns: [...CSV_COLUMNS, 'custom.*'],
    handle: listLeads,
  }),
  'POST /v1/leads': route({
    summary: 'Creates a lead and scores it',
    access,
    body: NewLead,
    response: LeadCreated,
    status: 201,
    idempotent: true,
    handle: createLead,
  }),
  'GET /v1/leads/:id': route({
    summary: 'Returns a lead with the reasons for its score, its newest messages and activities',
    access,
    response: LeadView,
    otherResponses: { 301: MergedLead },
    hasLinks: true,
    handle: getLead,
  }),
  'PATCH /v1/leads/:id': route({
    summary: 'Updates a lead, and rescores it if the change affects its score',
    access,
    body: withExample(LeadPatch, { status: 'contacted' }),
    response: LeadView,
    hasLinks: true,
    errorStatuses: [409],
    handle: updateLead,
  }),
  'DELETE /v1/leads/:id': route({
    summary: 'Permanently deletes a lead',
    access,
    response: Deleted,
    errorStatuses: [409],
    handle: deleteLead,
  }),
  'GET /v1/leads/:id/appointment.ics': route({
    summary: 'Returns the next step of a lead as an event for a calendar',
    access,
    response: withExample(v.string(), 'BEGIN:VCALENDAR'),
    responseType: 'text/calendar',
    handle: getAppointment,
  }),
  'GET /v1/leads/:id/activities': route({
    summary: 'Lists the activities of a lead, oldest first',
    access,
    query: PageQuery,
    response: Activities,
    otherResponses: { 301: MergedLead },
    handle: listActivities,
  }),
};

function getLead({ params: { id = '' }, caller }: Call): unknown {
  return orMoved(
    id,
    (moved) => `/v1/leads/${moved}`,
    (lead) => withLinks(lead, caller),
  );
}

/** Answers a lead, with links to what it has more than it shows. */
export function withLinks(lead: Lead, caller: Caller | undefined): Response {
  const view = toLeadView(lead, historyOf(lead), fieldsFor(caller));
  const messages = `/v1/messaging/threads/${lead.id}`;
  const links = [
    ...(view.messagesTotal > MAX_SHOWN ? [`<${messages}>; rel="messages"`] : []),
    ...(view.activitiesTotal > MAX_SHOWN ? [`</v1/leads/${lead.id}/activities>; rel="activities"`] : []),
  ];
  return new Response(view, { headers: links.length > 0 ? { link: links.join(', ') } : {} });
}

/** The calendar replaces an event of the same lead that it had before. */
function getAppointment({ params: { id = '' } }: Call): unknown {
  return orMoved(
    id,
    (moved) => `/v1/leads/${moved}/appointment.ics`,
    (lead) => toCalendarResponse(lead),
  );
}

function listActivities({ params: { id = '' }, query }: Call<undefined, PageQuery>): unknown {
  return orMoved(
    id,
    (moved) => `/v1/leads/${moved}/activities`,
    (lead): Activities => ({ leadId: id, ...pageOf(historyOf(lead).activities, query) }),
  );
}

function updateLead(call: Call<LeadPatch>): Response {
  const { id = '' } = call.params;
  return withLinks(orMerged(patchLead(id, call), id), call.caller);
}

/**
 * A lead is scored again when a fact changes that the score depends on, not when the rules have changed. Undefined where there is
 * no such lead.
 */
export function patchLead(id: string, { body: given, caller, request }: Call<LeadPatch>): Lead | undefined {
  const body = withOwn(given, caller);
  assertListed('status', body.status);
  assertListed('nextStep', body.nextStep || undefined);
  assertListed('lostReason', body.lostReason || undefined);
  const rules = FACT_NAMES.some((name) => name in body) ? scoringRules() : [];
  const assertAssignable = assignmentCheck([body]);
  const isOptedOut = leadsWithPhone(body.phone ?? '').some((lead) => lead.isOptedOut);
  const edit = { body, by: caller?.id ?? '', at: new Date(), isOptedOut, rules, assertAssignable };
  const changed = changeLead(id, (lead) => toPatch(lead, edit), ifMatch(request));
  if (!changed) return undefined;
  const { lead } = changed;
  const current = archiveLead(lead);
  const others = body.optOut === undefined ? [] : leadsWithPhone(lead.phone).filter((one) => one.id !== id);
  pushLeadsNow([changed, ...optAll(others, choiceOf(edit))]);
  return current;
}

export interface Edit {
  body: LeadPatch;
  by: string;
  at: Date;
  /** True if the owner of the phone that the body gives wants no texts. */
  isOptedOut: boolean;
  /** Empty where the body has none of the facts that are scored. */
  rules: readonly Rule[];
  assertAssignable: ReturnType<typeof assignmentCheck>;
}

function choiceOf({ body: { optOut }, by, at }: Edit) {
  const said = optOut ? 'opted_out' : 'opted_in';
  return { what: optOut === undefined ? undefined : said, by, at } as const;
}

export function toPatch(lead: Lead, edit: Edit): Partial<Lead> {
  const { by, at, rules, assertAssignable } = edit;
  const { optOut, ...body } = edit.body;
  assertAssignable(body, lead);
  const consent = body.consent === undefined ? lead.consent : toConsent(body.consent, at, lead.consent);
  const { nextAt: planned, custom: given, ...plain } = body;
  // Nothing more is due about a lead that is sold or lost.
  const isOver = body.status !== undefined && isClosedStatus(body.status);
  const nextAt = planned === undefined && !isOver ? lead.nextAt : new Date(planned ?? Number.NaN);
  const nextStep = body.nextStep ?? (isOver ? '' : lead.nextStep);
  const next: Lead = { ...lead, ...plain, consent, nextAt, nextStep };
  if (!isReachable(next))
    throw invalid('A lead needs a phone or an email.', body.phone === '' ? 'phone' : 'email');
  const changes = changesBetween(toComparable(lead), toComparable(next), LEAD_FIELDS);
  const hasOwn = hasNewValues(lead.custom, given);
  const chosen = withOptChoice(lead, choiceOf(edit));
  const isOtherPhone = next.phone !== lead.phone && next.phone !== '';
  if (!changes && !hasOwn) return chosen;
  const scored = haveFactsChanged(lead, next) ? scoreLead(next, rules) : {};
  const alert = alertFor(lead, { ...next, ...scored }, at);
  return {
    ...plain,
    consent,
    nextAt,
    nextStep,
    ...(hasOwn ? { custom: { ...lead.custom, ...given } } : {}),
    ...(isOtherPhone ? { isOptedOut: lead.isOptedOut || edit.isOptedOut } : {}),
    ...chosen,
    ...scored,
    ...(alert ? { alert } : {}),
    ...(isConversion(next) ? { convertedAt: at } : {}),
    updatedAt: at,
    activities: [
      ...(chosen.activities ?? lead.activities),
      // Not everybody who reads the history may read every field of the owner's.
      { at: at.toISOString(), by, what: 'changed', ...(changes && { changes }) },
    ],
  };
}

/** Consent and times as texts, as the history shows them. */
export function toComparable({ consent, nextAt, custom: _, ...lead }: Lead) {
  return {
    ...lead,
    nextAt: toIso(nextAt),
    consent: consent && [[consent.how, consent.at].join(' '), consent.words].filter(Boolean).join(': '),
  };
}

function assertListed(field: 'status' | 'nextStep' | 'lostReason', text: string | undefined): void {
  if (text === undefined) return;
  const { statuses, nextSteps, lostReasons } = leadLists();
  const known = { status: statuses, nextStep: nextSteps, lostReason: lostReasons }[field];
  if (!known.includes(text))
    throw invalid(`${field} must be one of ${known.join(', ')} (got ${quote(text)}).`, field);
}

/** The lead's archived entries and its messages in the outbox go with it. */
function deleteLead({ params: { id = '' }, request }: Call): Deleted {
  const seen = orMerged(find(LEADS, id), id);
  const { messages } = historyOf(seen);
  const isRemoved = remove(LEADS, id, {
    ...ifMatch(request),
    seenVersion: seen.version,
    first: (lead) => deletionOf(lead, messages),
    opens: [DELETED_LEADS],
    cascade: [
      { table: ARCHIVE, column: 'target', isEmpty: seen.archived === 0 },
      { table: OUTBOX, column: 'entityId' },
    ],
  });
  orMerged(isRemoved || undefined, id);
  return { id, deleted: true };
}
