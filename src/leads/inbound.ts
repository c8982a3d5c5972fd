import { toE164 } from '../http/phone';
import { update } from '../tables/tables';
import type { Activity } from './activities';
import { archiveLead } from './archive';
import { makeLead } from './create-lead';
import { leadsWithPhone } from './phone-book';
import { LEADS, type Lead } from './tables';
import type { Message } from './thread';

export interface Inbound {
  /** The provider's id of the message. */
  sid: string;
  from: string;
  body: string;
}

/** The words that carriers want respected; the provider answers them itself. */
const STOP = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'];
const START = ['START', 'YES', 'UNSTOP'];

/** Goes into the thread of the newest lead with that phone; an unknown phone becomes a lead. */
export function receiveMessage({ sid, from, body }: Inbound): void {
  const phone = toE164(from) ?? from;
  const known = leadsWithPhone(phone);
  if (known.some((lead) => hasMessage(lead, sid))) return;
  const target = newestOf(known) ?? leadOf(phone);
  const consent = consentIn(body);
  for (const { id } of known)
    if (id !== target.id && consent) update(LEADS, id, (lead) => consented(lead, consent));
  const received = update(LEADS, target.id, (lead) => ({
    ...(hasMessage(lead, sid) ? {} : { thread: [...lead.thread, toMessage({ sid, from, body })] }),
    ...(consent ? consented(lead, consent) : {}),
  }));
  if (received) archiveLead(received);
}

type Permission = Extract<Activity['what'], 'opted_out' | 'opted_in'>;

function consentIn(body: string): Permission | undefined {
  const word = body.trim().toUpperCase();
  if (STOP.includes(word)) return 'opted_out';
  return START.includes(word) ? 'opted_in' : undefined;
}

function consented({ isOptedOut, activities }: Lead, what: Permission): Partial<Lead> {
  if (isOptedOut === (what === 'opted_out')) return {};
  const activity: Activity = { at: new Date().toISOString(), by: 'sms', what };
  return { isOptedOut: what === 'opted_out', activities: [...activities, activity] };
}

/** Two messages of a new phone at once meet in one lead. One that has another phone by now is passed over. */
function leadOf(phone: string, passedOver = ''): Lead {
  const mark = { requestKey: `sms ${phone}${passedOver}`, requestHash: '' };
  const lead = makeLead({ name: phone, phone, source: 'sms' }, { by: 'sms', mark });
  return lead.phone === phone ? lead : leadOf(phone, ` ${lead.id}`);
}

function newestOf(leads: readonly Lead[]): Lead | undefined {
  const number = ({ id }: Lead) => LEADS.numberOf?.(id) ?? 0;
  return [...leads].sort((a, b) => number(b) - number(a))[0];
}

function hasMessage({ thread }: Lead, sid: string): boolean {
  return thread.some((message) => message.sid === sid);
}

function toMessage({ sid, body }: Inbound): Message {
  const at = new Date().toISOString();
  return { id: `M-${sid}`, direction: 'inbound', body, status: 'received', at, error: null, sid };
}
