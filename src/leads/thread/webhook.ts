import * as v from 'valibot';
import { signerOf } from '../../http/connectable';
import { withExample } from '../../http/described';
import { type Call, Response, type Routes, route } from '../../http/route';
import { digest } from '../../platform/platform';
import { ARCHIVE } from '../../tables/archive';
import { search, storedPattern } from '../../tables/tables';
import { type OptChoice, toOptChoice } from '../../texts/opt-out';
import { type InboundText, TEXT_WEBHOOK } from '../../texts/provider';
import { texts } from '../../texts/texts';
import { type Activity, archiveLead } from '../lead/activities';
import { changeLead } from '../lead/change-lead';
import { insertLead, leadsWithPhone } from '../lead/create-lead';
import { type LeadChange, pushLeadsNow } from '../lead/lead-events';
import { DELETED_LEADS, LEADS, type Lead } from '../tables';
import { type Message, updateMessage } from './thread';

export const TEXT_ROUTES: Routes = {
  [`POST ${TEXT_WEBHOOK}`]: route({
    summary: 'Receives inbound messages and delivery reports from the messaging provider',
    access: 'signed',
    signedBody: texts.signedBody,
    response: withExample(v.string(), texts.all[0].webhook.reply),
    responseType: texts.all[0].webhook.replyType,
    handle: receiveTextEvent,
  }),
};

/** Receives inbound messages and delivery reports. A repeated one changes nothing. */
function receiveTextEvent({ request }: Call): Response {
  const { webhook } = signerOf(request, texts);
  const event = webhook.toEvent(request);
  if (event && 'messageId' in event) {
    const { leadId, messageId, ...change } = event;
    updateMessage(leadId, messageId, change);
  } else if (event) receiveMessage(event);
  return new Response(webhook.reply, { headers: { 'content-type': `${webhook.replyType}; charset=utf-8` } });
}

/** The message goes into the thread of the newest lead with its phone. An unknown phone becomes a lead. */
export function receiveMessage(inbound: InboundText): void {
  const { sid, phone, body, media, channel } = inbound;
  const leads = leadsWithPhone(phone);
  if (leads.some((lead) => hasMessage(lead, sid)) || isStored(sid)) return;
  const newest = findNewest(leads);
  const created = newest ? { lead: newest, jobs: [] } : insertSender(phone, channel);
  const { id: targetId } = created.lead;
  const at = new Date(inbound.at ?? Date.now()).toISOString();
  // Of what somebody has chosen the last counts, in whatever order the messages come in, and whichever lead had it.
  const choice = leads.some((lead) => hasChosenSince(lead, at)) ? undefined : toOptChoice(body);
  const others = choice ? leads.filter(({ id }) => id !== targetId) : [];
  const opted = others.map(({ id }) => changeLead(id, (lead) => withOptChoice(lead, choice)));
  const message: Message = {
    id: `M-${sid}`,
    direction: 'inbound',
    body,
    status: 'received',
    at,
    error: null,
    sid,
    ...(media.length > 0 ? { media } : {}),
    ...(channel === 'whatsapp' ? { channel } : {}),
  };
  const changed = changeLead(targetId, (lead) => ({
    ...(hasMessage(lead, sid) ? {} : { thread: inOrder([...lead.thread, message]), updatedAt: new Date() }),
    ...(hasChosenSince(lead, at) ? {} : withOptChoice(lead, choice)),
  }));
  if (!changed) {
    // The lead was deleted meanwhile.
    receiveMessage(inbound);
    return;
  }
  archiveLead(changed.lead);
  pushLeadsNow([created, ...opted, changed]);
}

/** The oldest first, whenever the webhook was reached. */
function inOrder(thread: readonly Message[]): Message[] {
  return [...thread].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

function hasMessage({ thread }: Lead, sid: string): boolean {
  return thread.some((message) => message.sid === sid);
}

/** In the archive, and where its lead has another phone by now or was deleted. */
function isStored(sid: string): boolean {
  const patterns = [storedPattern(`"sid":${JSON.stringify(sid)}`)];
  return (
    search(ARCHIVE, { columns: ['entries'], patterns }, ['id']).length > 0 ||
    search(DELETED_LEADS, { columns: ['messages'], patterns }, ['id']).length > 0
  );
}

function findNewest(leads: readonly Lead[]): Lead | undefined {
  const numberOf = ({ id }: Lead) => LEADS.ids?.numberOf(id) ?? 0;
  return [...leads].sort((a, b) => numberOf(b) - numberOf(a))[0];
}

/**
 * The key lets two simultaneous messages of a new phone find the same lead. Where that lead has got another phone
 * meanwhile, the next key is tried.
 */
function insertSender(phone: string, source: InboundText['channel'], keySuffix = ''): LeadChange {
  const record = { requestKey: `sms ${digest(phone, 22)}${keySuffix}`, requestHash: '' };
  const created = insertLead({ name: phone, phone, source }, { by: 'sms', record });
  return created.lead.phone === phone ? created : insertSender(phone, source, ` ${created.lead.id}`);
}

function hasChosenSince({ thread }: Lead, at: string): boolean {
  return thread.some(
    (message) => message.direction === 'inbound' && message.at > at && toOptChoice(message.body),
  );
}

function withOptChoice({ isOptedOut, activities }: Lead, what: OptChoice | undefined): Partial<Lead> {
  if (!what || isOptedOut === (what === 'opted_out')) return {};
  const updatedAt = new Date();
  const activity: Activity = { at: updatedAt.toISOString(), by: 'sms', what };
  return { isOptedOut: what === 'opted_out', activities: [...activities, activity], updatedAt };
}
