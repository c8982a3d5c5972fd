import * as v from 'valibot';
import { rolesWith } from '../accounts/roles';
import { Deleted } from '../http/fields';
import { type Routes, route } from '../http/route';
import { createLead } from './create-lead';
import { LeadAnswer, LeadCreated, LeadPage, LeadPatch, LeadQuery, NewLead } from './lead-schemas';
import { changeLead, deleteLead, getLead, listLeads } from './leads';
import { getThread, MessageCreated, NewMessage, sendMessage, ThreadAnswer } from './messages';
import { getSources, getSummary, ReportQuery, SourcesAnswer, SummaryAnswer } from './reports';
import { NewVehicle, VehicleAnswer, VehiclePage, VehiclePatch, VehicleQuery } from './vehicle-schemas';
import { changeVehicle, createVehicle, listVehicles } from './vehicles';
import { News, receiveNews } from './webhook';

const access = rolesWith('leads');

/** Interface section 4, the lead desk. */
export const LEAD_ROUTES: Routes = {
  'GET /v1/leads': route({
    summary: 'Lists leads, newest first by default',
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
    summary: 'Returns a lead with the reasons for its score, its messages and activities',
    access,
    answer: LeadAnswer,
    handle: getLead,
  }),
  'PATCH /v1/leads/:id': route({
    summary: 'Updates a lead, and rescores it if the change affects its score',
    access,
    body: LeadPatch,
    answer: LeadAnswer,
    handle: changeLead,
  }),
  'DELETE /v1/leads/:id': route({
    summary: 'Permanently deletes a lead',
    access,
    answer: Deleted,
    handle: deleteLead,
  }),
  'GET /v1/vehicles': route({
    summary: 'Lists vehicles of all locations, newest first by default',
    access,
    query: VehicleQuery,
    answer: VehiclePage,
    handle: listVehicles,
  }),
  'POST /v1/vehicles': route({
    summary: 'Adds a vehicle. A VIN with an invalid check digit is flagged',
    access,
    body: NewVehicle,
    answer: VehicleAnswer,
    status: 201,
    idempotent: true,
    handle: createVehicle,
  }),
  'PATCH /v1/vehicles/:id': route({
    summary: 'Updates a vehicle',
    access,
    body: VehiclePatch,
    answer: VehicleAnswer,
    handle: changeVehicle,
  }),
  'GET /v1/analytics/summary': route({
    summary: 'Returns the number of leads, their conversion rate and their average score',
    access,
    query: ReportQuery,
    answer: SummaryAnswer,
    handle: getSummary,
  }),
  'GET /v1/analytics/sources': route({
    summary: 'Returns the number of leads by source',
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
    summary: 'Lists the messages to and from a lead, oldest first',
    access,
    answer: ThreadAnswer,
    handle: getThread,
  }),
  'POST /v1/messaging/webhook': route({
    summary: 'Receives inbound messages and delivery reports from the messaging provider',
    access: 'signed',
    raw: { type: 'application/x-www-form-urlencoded', schema: News, signature: 'X-Twilio-Signature' },
    answer: v.string(),
    answerType: 'text/xml',
    handle: receiveNews,
  }),
};
