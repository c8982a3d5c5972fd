import * as v from 'valibot';
import { rolesWith } from '../accounts/roles';
import { Deleted } from '../http/fields';
import { type Routes, route } from '../http/route';
import { createLead } from './create-lead';
import { LeadCreated, LeadPage, LeadPatch, LeadQuery, LeadView, NewLead } from './lead-schemas';
import { deleteLead, getLead, listLeads, updateLead } from './leads';
import { getThread, MessageCreated, NewMessage, sendMessage, ThreadView } from './messages';
import { getSources, getSummary, ReportQuery, Sources, Summary } from './reports';
import { NewVehicle, VehiclePage, VehiclePatch, VehicleQuery, VehicleView } from './vehicle-schemas';
import { createVehicle, listVehicles, updateVehicle } from './vehicles';
import { receiveTwilioEvent, TwilioEvent } from './webhook';

const access = rolesWith('leads');

/** Interface section 4, the lead desk. */
export const LEAD_ROUTES: Routes = {
  'GET /v1/leads': route({
    summary: 'Lists leads, newest first by default',
    access,
    query: LeadQuery,
    response: LeadPage,
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
    summary: 'Returns a lead with the reasons for its score, its messages and activities',
    access,
    response: LeadView,
    handle: getLead,
  }),
  'PATCH /v1/leads/:id': route({
    summary: 'Updates a lead, and rescores it if the change affects its score',
    access,
    body: LeadPatch,
    response: LeadView,
    handle: updateLead,
  }),
  'DELETE /v1/leads/:id': route({
    summary: 'Permanently deletes a lead',
    access,
    response: Deleted,
    handle: deleteLead,
  }),
  'GET /v1/vehicles': route({
    summary: 'Lists vehicles of all locations, newest first by default',
    access,
    query: VehicleQuery,
    response: VehiclePage,
    handle: listVehicles,
  }),
  'POST /v1/vehicles': route({
    summary: 'Adds a vehicle. A VIN with an invalid check digit is flagged',
    access,
    body: NewVehicle,
    response: VehicleView,
    status: 201,
    idempotent: true,
    handle: createVehicle,
  }),
  'PATCH /v1/vehicles/:id': route({
    summary: 'Updates a vehicle',
    access,
    body: VehiclePatch,
    response: VehicleView,
    handle: updateVehicle,
  }),
  'GET /v1/analytics/summary': route({
    summary: 'Returns the number of leads, their conversion rate and their average score',
    access,
    query: ReportQuery,
    response: Summary,
    handle: getSummary,
  }),
  'GET /v1/analytics/sources': route({
    summary: 'Returns the number of leads by source',
    access,
    query: ReportQuery,
    response: Sources,
    handle: getSources,
  }),
  'POST /v1/messaging/messages': route({
    summary: 'Queues a message to a lead',
    access,
    body: NewMessage,
    response: MessageCreated,
    status: 201,
    errorStatuses: [404, 409],
    idempotent: true,
    handle: sendMessage,
  }),
  'GET /v1/messaging/threads/:leadId': route({
    summary: 'Lists the messages to and from a lead, oldest first',
    access,
    response: ThreadView,
    handle: getThread,
  }),
  'POST /v1/messaging/webhook': route({
    summary: 'Receives inbound messages and delivery reports from the messaging provider',
    access: 'signed',
    signedBody: {
      type: 'application/x-www-form-urlencoded',
      schema: TwilioEvent,
      signature: 'X-Twilio-Signature',
    },
    response: v.string(),
    responseType: 'text/xml',
    handle: receiveTwilioEvent,
  }),
};
