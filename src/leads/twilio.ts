import {
  type DeliveryStatus,
  type MessageProvider,
  MessageRefusedError,
  type OutboundMessage,
  type SentMessage,
} from './provider';
import type { MessageStatus } from './thread';
import { TWILIO_WEBHOOK, type TwilioSettings } from './twilio-settings';

/** What Twilio says of a message, as far as it is read. */
interface TwilioMessage {
  sid: string;
  status: string;
  body: string;
  date_created: string;
  error_code: number | null;
}

/** The number has answered STOP. */
const OPTED_OUT = 21610;

/** Messages by Twilio's REST API. */
export function twilio(settings: TwilioSettings): MessageProvider {
  return {
    send: (message) => toTaken(ask(settings, { payload: fieldsOf(settings, message) }) as TwilioMessage),
    findTaken(message, since, known) {
      const { messages } = ask(settings, { query: searchFor(settings, message) }) as {
        messages: TwilioMessage[];
      };
      const found = messages.find((one) => isMeant(one, message, since) && !known.includes(one.sid));
      return found && toTaken(found);
    },
    findNews(sid) {
      const found = askAbout(settings, sid);
      return found && toNews(found.status, found.error_code);
    },
  };
}

/** Twilio's words for how far a message has come. */
const STATUSES: Readonly<Record<string, MessageStatus>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
};

/** What it has taken and not passed on yet is on its way. */
function toStatus(status: string): MessageStatus {
  return STATUSES[status] ?? 'sending';
}

/** What it tells of a message, by itself and when asked. */
export function toNews(status: string, code: number | string | null | undefined): DeliveryStatus {
  return { status: toStatus(status), ...(code ? { error: `Twilio error ${code}.` } : {}) };
}

function fieldsOf(
  { number, publicAddress }: TwilioSettings,
  message: OutboundMessage,
): Record<string, string> {
  const { to, body, leadId, messageId } = message;
  const callback = `${publicAddress}${TWILIO_WEBHOOK.path}?lead=${leadId}&message=${messageId}`;
  return { To: to, From: number, Body: body, StatusCallback: callback };
}

/** The newest come first. Nothing by day sent: those on their way have none. */
function searchFor({ number }: TwilioSettings, { to }: OutboundMessage): string {
  return `?To=${encodeURIComponent(to)}&From=${encodeURIComponent(number)}&PageSize=100`;
}

/** Clocks differ a little, and Twilio's tells no parts of seconds. */
const SLACK_MS = 5_000;

function isMeant({ body, date_created }: TwilioMessage, message: OutboundMessage, since: Date): boolean {
  return body === message.body && Date.parse(date_created) >= since.getTime() - SLACK_MS;
}

function toTaken({ sid, status }: TwilioMessage): SentMessage {
  return { sid, status: toStatus(status) };
}

/** Undefined where Twilio has it no longer. */
function askAbout(settings: TwilioSettings, sid: string): TwilioMessage | undefined {
  try {
    return ask(settings, { message: sid }) as TwilioMessage;
  } catch (error) {
    if (error instanceof MessageRefusedError) return undefined;
    throw error;
  }
}

function ask(
  { address, accountSid, authToken }: TwilioSettings,
  { message, query = '', payload }: { message?: string; query?: string; payload?: Record<string, string> },
): unknown {
  const resource = message === undefined ? 'Messages' : `Messages/${message}`;
  const response = UrlFetchApp.fetch(
    `${address}/2010-04-01/Accounts/${accountSid}/${resource}.json${query}`,
    {
      method: payload ? 'post' : 'get',
      ...(payload ? { payload } : {}),
      headers: { Authorization: `Basic ${Utilities.base64Encode(`${accountSid}:${authToken}`)}` },
      muteHttpExceptions: true,
    },
  );
  const [status, text] = [response.getResponseCode(), response.getContentText()];
  if (status < 300) return JSON.parse(text);
  const { code, message: said } = toError(text);
  const told = `Twilio returned ${status}${code ? ` (${code})` : ''}: ${said}`;
  const isFinal = status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
  throw isFinal ? new MessageRefusedError(told, { isOptedOut: code === OPTED_OUT }) : new Error(told);
}

function toError(text: string): { code?: number; message: string } {
  try {
    return JSON.parse(text) as { code: number; message: string };
  } catch {
    return { message: text.slice(0, 200) };
  }
}
