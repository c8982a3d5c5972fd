import * as v from 'valibot';
import { signerOf } from '../../http/connectable';
import { withExample } from '../../http/described';
import { type Call, Response, type Routes, route } from '../../http/route';
import { digest } from '../../platform/platform';
import { ARCHIVE } from '../../tables/archive';
import { search, storedPattern } from '../../tables/tables';
import { asksForHelp, type OptChoice, toOptChoice } from '../../texts/opt-out';
import { type InboundText, TEXT_WEBHOOK } from '../../texts/provider';
import { texts } from '../../texts/texts';
import type { Message } from '../entries';
import { archiveLead } from '../lead/activities';
import { changeLead } from '../lead/change-lead';
import { insertLead, leadsWithPhone } from '../lead/create-lead';
import { type LeadChange, pushLeadsNow } from '../lead/lead-events';
import { optAll, withOptChoice } from '../lead/opt-choice';
import { leadLists } from '../lists';
import { DELETED_LEADS, LEADS, type Lead } from '../tables';
import { inOrder, updateMessage } from './thread';

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

/**
 * The message goes into the thread of the lead with its phone that was written to last; the others say where it is. An unknown
 * phone becomes a lead.
 */
export function receiveMessage(inbound: InboundText): void {
  const { sid, phone, body, media, channel } = inbound;
  const leads = leadsWithPhone(phone);
  if (leads.some((lead) => hasMessage(lead, sid)) || isStored(sid)) return;
  const addressed = findAddressed(leads);
  const created = addressed ? { lead: addressed, jobs: [] } : insertSender(phone, channel);
  const { id: targetId } = created.lead;
  const at = new Date(inbound.at ?? Date.now()).toISOString();
  // The last choice of somebody counts, in whatever order the messages come in, and whichever lead had it.
  const said = toOptChoice(body);
  const choice = said && leads.some((lead) => hasChosenSince(lead, at, said)) ? undefined : said;
  const others = choice ? leads.filter(({ id }) => id !== targetId) : [];
  const opted = optAll(others, { what: choice, by: 'sms', words: body });
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
    ...(hasMessage(lead, sid)
      ? {}
      : { thread: inOrder([...lead.thread, message, ...answersTo(message, lead)]), updatedAt: new Date() }),
    ...(choice && hasChosenSince(lead, at, choice)
      ? {}
      : withOptChoice(lead, { what: choice, by: 'sms', words: body })),
  }));
  if (!changed) {
    // The lead was deleted meanwhile.
    receiveMessage(inbound);
    return;
  }
  for (const { id } of leads) if (id !== targetId) changeLead(id, (lead) => withMention(lead, targetId));
  archiveLead(changed.lead);
  pushLeadsNow([created, ...opted, changed]);
}

/** The answer to HELP that the owner has set. */
function answersTo({ sid, body, at }: Message, { isOptedOut, asksToStop }: Lead): Message[] {
  if (!asksForHelp(body) || isOptedOut || asksToStop) return [];
  const { help } = leadLists().settings;
  if (help === '') return [];
  return [
    {
      id: `M-help-${sid}`,
      direction: 'outbound',
      body: help,
      status: 'queued',
      at,
      error: null,
      isAutomatic: true,
    },
  ];
}

/** Says once that texts are in the thread of another lead. */
function withMention({ activities }: Lead, targetId: string): Partial<Lead> {
  const last = activities[activities.length - 1];
  if (last?.what === 'texted_elsewhere' && last.leads?.[0] === targetId) return {};
  const at = new Date().toISOString();
  return { activities: [...activities, { at, by: 'sms', what: 'texted_elsewhere', leads: [targetId] }] };
}

function hasMessage({ thread }: Lead, sid: string): boolean {
  return thread.some((message) => message.sid === sid);
}

/** Finds a message in the archive, or of a lead that has another phone by now or was deleted. */
function isStored(sid: string): boolean {
  const patterns = [storedPattern(`"sid":${JSON.stringify(sid)}`)];
  return (
    search(ARCHIVE, { columns: ['entries'], patterns }, ['id']).length > 0 ||
    search(DELETED_LEADS, { columns: ['messages'], patterns }, ['id']).length > 0
  );
}

/** An answer is to the last text that was sent to the phone; to the newest lead where none was sent. */
function findAddressed(leads: readonly Lead[]): Lead | undefined {
  const numberOf = ({ id }: Lead) => LEADS.ids?.numberOf(id) ?? 0;
  const rank = (lead: Lead) => [lastSentAt(lead), numberOf(lead)] as const;
  const compare = (a: Lead, b: Lead) => rank(b)[0] - rank(a)[0] || rank(b)[1] - rank(a)[1];
  return [...leads].sort(compare)[0];
}

/** Epoch ms; 0 where nothing was sent. */
function lastSentAt({ thread }: Lead): number {
  const sent = thread.filter(({ direction, askedAt }) => direction === 'outbound' && askedAt !== undefined);
  return Math.max(0, ...sent.map(({ askedAt = '' }) => Date.parse(askedAt)));
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

/** A word that carriers require counts, though a request has followed that nobody has decided about. */
function hasChosenSince({ thread }: Lead, at: string, said: OptChoice): boolean {
  const later = thread.filter((message) => message.direction === 'inbound' && message.at > at);
  const choices = later.map(({ body }) => toOptChoice(body)).filter((choice) => choice !== undefined);
  return choices.some((choice) => choice !== 'asked_to_stop' || said === 'asked_to_stop');
}
