import * as v from 'valibot';
import { rolesWith } from '../accounts/roles';
import { Deleted } from '../http/fields';
import { type Routes, route } from '../http/route';
import { changeLead } from './change-lead';
import { createLead } from './create-lead';
import { deleteLead } from './delete-lead';
import { LeadAnswer, LeadCreated, LeadPage, LeadPatch, LeadQuery, NewLead } from './lead-schemas';
import { MessageCreated, NewMessage, ThreadAnswer } from './message-schemas';
import { getThread, sendMessage } from './messages';
import { getLead, listLeads } from './read-leads';
import { getSources, getSummary, ReportQuery, SourcesAnswer, SummaryAnswer } from './reports';
import { NewVehicle, VehicleAnswer, VehiclePage, VehiclePatch, VehicleQuery } from './vehicle-schemas';
import { changeVehicle, createVehicle, listVehicles } from './vehicles';
import { News, receiveNews } from './webhook';

const access = rolesWith('leads');

/** Interface section 4, the lead desk. */
export const LEAD_ROUTES: Routes = {
  'GET /v1/leads': route({
    summary: 'Lists leads, the newest first unless sorted',
    access,
    query: LeadQuery,
    answer: LeadPage,
    handle: listLeads,
  }),
  'POST /v1/leads': route({
    summary: 'Creates a lead and scores it',
    access,
    body: NewLead,
    answer: LeadCreated,
    status: 201,
    idempotent: true,
    handle: createLead,
  }),
  'GET /v1/leads/:id': route({
    summary: 'A lead with its reasons, messages and activities',
    access,
    answer: LeadAnswer,
    handle: getLead,
  }),
  'PATCH /v1/leads/:id': route({
    summary: 'Changes fields of a lead, and scores it again where that matters',
    access,
    body: LeadPatch,
    answer: LeadAnswer,
    handle: changeLead,
  }),
  'DELETE /v1/leads/:id': route({
    summary: 'Deletes a lead for good',
    access,
    answer: Deleted,
    handle: deleteLead,
  }),
  'GET /v1/vehicles': route({
    summary: 'Lists vehicles of all locations, the newest first unless sorted',
    access,
    query: VehicleQuery,
    answer: VehiclePage,
    handle: listVehicles,
  }),
  'POST /v1/vehicles': route({
    summary: 'Adds a vehicle; a VIN with a wrong check digit is flagged',
    access,
    body: NewVehicle,
    answer: VehicleAnswer,
    status: 201,
    idempotent: true,
    handle: createVehicle,
  }),
  'PATCH /v1/vehicles/:id': route({
    summary: 'Changes fields of a vehicle',
    access,
    body: VehiclePatch,
    answer: VehicleAnswer,
    handle: changeVehicle,
  }),
  'GET /v1/analytics/summary': route({
    summary: 'How many leads, what part of them converted, and their mean score',
    access,
    query: ReportQuery,
    answer: SummaryAnswer,
    handle: getSummary,
  }),
  'GET /v1/analytics/sources': route({
    summary: 'How many leads came from where',
    access,
    query: ReportQuery,
    answer: SourcesAnswer,
    handle: getSources,
  }),
  'POST /v1/messaging/messages': route({
    summary: 'Queues a message to a lead',
    access,
    body: NewMessage,
    answer: MessageCreated,
    status: 201,
    refusals: [404, 409],
    idempotent: true,
    handle: sendMessage,
  }),
  'GET /v1/messaging/threads/:leadId': route({
    summary: 'The messages to and from a lead, the oldest first',
    access,
    answer: ThreadAnswer,
    handle: getThread,
  }),
  'POST /v1/messaging/webhook': route({
    summary: 'What the messaging provider tells: inbound messages, and how far ours have come',
    access: 'signed',
    raw: { type: 'application/x-www-form-urlencoded', schema: News, signature: 'X-Twilio-Signature' },
    answer: v.string(),
    answerType: 'text/xml',
    handle: receiveNews,
  }),
};
