import * as v from 'valibot';
import { logError } from '../health/errors';
import { findPublicUrl } from '../http/public-address';
import type { Request } from '../http/route';
import { wakeWorker } from '../outbox/worker';
import { assertAvailable, fetchFromProvider, type Provider, resetCircuit } from '../platform/circuit-breaker';
import { prompt, showMessage } from '../platform/dialog';
import { errorMessage } from '../platform/platform';
import { declareSettings, readSettings, writeSettings } from '../platform/settings';
import {
  type MessageProvider,
  MessageRefusedError,
  type OutboundMessage,
  type ReceivedText,
  type SentMessage,
  TEXT_WEBHOOK,
  type TextProvider,
} from './provider';
import { isSignedByTwilio, parseForm } from './twilio-signature';
import { NO_REPLY, senderOf, TwilioEvent, toDeliveryStatus, toStatus, toTextEvent } from './twilio-webhook';

declareSettings(/^twilio/);

/** The owner enters these from the menu. They are stored in script properties, never in a cell. */
interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** The number that messages are sent from. */
  number: string;
  publicAddress: string;
  /** The address of Twilio's API. */
  address: string;
}

const ADDRESS = 'https://api.twilio.com';

const TOKEN_REMEDY =
  'No text message is sent. Enter valid credentials with API > Connect Twilio, or check the account in Twilio.';

const TWILIO: Provider = {
  name: 'Twilio',
  describe,
  onRefused: (description) => logError(`${description} ${TOKEN_REMEDY}`),
};

/** The part of Twilio's message resource that is read. */
interface TwilioMessage {
  sid: string;
  status: string;
  from: string;
  body: string;
  date_created: string;
  num_media: string;
  error_code: number | null;
}

interface MediaList {
  media_list: { content_type: string; uri: string }[];
}

interface MessagePage {
  messages: TwilioMessage[];
  /** Path and query of the next page. */
  next_page_uri?: string | null;
}

const MAX_PAGE_SIZE = 1_000;

/** Clocks differ a little, and Twilio's times have no fractions of a second. */
const CLOCK_TOLERANCE_MS = 5_000;

export const twilio = {
  name: TWILIO.name,
  findClient(): MessageProvider | undefined {
    const settings = findTwilioSettings();
    return settings && toClient(settings);
  },
  webhook: {
    signature: 'X-Twilio-Signature',
    type: 'application/x-www-form-urlencoded',
    schema: TwilioEvent,
    findSignatureProblem,
    toEvent: toTextEvent,
    replyType: 'text/xml',
    reply: NO_REPLY,
  },
  menu: { connectTwilio: { title: 'Connect Twilio', run: connectTwilio, beginsPart: true } },
  remedies: { credentials: TOKEN_REMEDY },
} as const satisfies TextProvider;

function findSignatureProblem({ path, query, headers, body }: Request): string | undefined {
  const settings = findTwilioSettings();
  const isSigned =
    settings !== undefined &&
    isSignedByTwilio({
      url: settings.publicAddress + path + (query && `?${query}`),
      fields: parseForm(body),
      signature: headers['x-twilio-signature'] ?? '',
      authToken: settings.authToken,
    });
  return isSigned ? undefined : 'wrong, or made for another address than the configured public one';
}

/** Text messages by Twilio's REST API. */
function toClient(settings: TwilioSettings): MessageProvider {
  const { number, publicAddress } = settings;
  return {
    assertAvailable: () => assertAvailable(TWILIO.name),
    send({ to, body, leadId, messageId }) {
      const callback = `${publicAddress}${TEXT_WEBHOOK}?lead=${leadId}&message=${messageId}`;
      const payload = { To: to, From: number, Body: body, StatusCallback: callback };
      return toSentMessage(request(settings, { payload }) as TwilioMessage);
    },
    findSent({ to, body }: OutboundMessage, since, knownSids) {
      const earliest = since.getTime() - CLOCK_TOLERANCE_MS;
      // A filter by day would miss those that Twilio has not sent yet.
      let query: string | undefined =
        `?To=${encodeURIComponent(to)}&From=${encodeURIComponent(number)}&PageSize=${MAX_PAGE_SIZE}`;
      while (query !== undefined) {
        const page = request(settings, { query }) as MessagePage;
        const recent = page.messages.filter(({ date_created }) => Date.parse(date_created) >= earliest);
        const found = recent.find((message) => message.body === body && !knownSids.includes(message.sid));
        if (found) return toSentMessage(found);
        // The newest come first: later pages are older still.
        query = recent.length > 0 ? queryOf(page.next_page_uri) : undefined;
      }
      return undefined;
    },
    listReceived(since) {
      // The address of WhatsApp is another one of the same number.
      const received = [number, `whatsapp:${number}`].flatMap((to) => receivedAt(settings, to, since));
      return received.sort((a, b) => a.at - b.at);
    },
    findStatus(sid) {
      try {
        const { status, error_code } = request(settings, { resource: `Messages/${sid}` }) as TwilioMessage;
        return toDeliveryStatus(status, error_code);
      } catch (error) {
        if (error instanceof MessageRefusedError) return undefined;
        throw error;
      }
    },
  };
}

/** https://www.twilio.com/docs/messaging/api/message-resource#read-multiple-message-resources: filtered by whole days. */
function receivedAt(settings: TwilioSettings, to: string, since: Date): ReceivedText[] {
  const earliest = since.getTime();
  const day = since.toISOString().slice(0, 10);
  const texts: ReceivedText[] = [];
  let query: string | undefined =
    `?To=${encodeURIComponent(to)}&${encodeURIComponent('DateSent>')}=${day}&PageSize=${MAX_PAGE_SIZE}`;
  while (query !== undefined) {
    const page = request(settings, { query }) as MessagePage;
    for (const message of page.messages) {
      const { sid, from, body, date_created } = message;
      const at = Date.parse(date_created);
      if (at >= earliest) texts.push({ sid, ...senderOf(from), body, at, media: mediaOf(settings, message) });
    }
    query = queryOf(page.next_page_uri);
  }
  return texts;
}

/** https://www.twilio.com/docs/messaging/api/media-resource: the address of a file is its resource's without the ending. */
function mediaOf(
  settings: TwilioSettings,
  { sid, num_media: count }: Pick<TwilioMessage, 'sid' | 'num_media'>,
): ReceivedText['media'] {
  if (Number(count) === 0) return [];
  const { media_list: files } = request(settings, { resource: `Messages/${sid}/Media` }) as MediaList;
  return files.map(({ content_type: type, uri }) => ({
    url: settings.address + uri.replace(/\.json$/, ''),
    type,
  }));
}

/** Undefined after the last page. */
function queryOf(uri: string | null | undefined): string | undefined {
  return /\?.+/.exec(uri ?? '')?.[0];
}

function toSentMessage({ sid, status }: TwilioMessage): SentMessage {
  return { sid, status: toStatus(status) };
}

interface Asked {
  resource?: string;
  query?: string;
  /** Fields to POST. */
  payload?: Record<string, string>;
}

function request(
  { address, accountSid, authToken }: TwilioSettings,
  { resource = 'Messages', query = '', payload }: Asked,
): unknown {
  const { status, text } = fetchFromProvider(
    TWILIO,
    `${address}/2010-04-01/Accounts/${accountSid}/${resource}.json${query}`,
    {
      method: payload ? 'post' : 'get',
      ...(payload ? { payload } : {}),
      headers: { Authorization: `Basic ${Utilities.base64Encode(`${accountSid}:${authToken}`)}` },
    },
  );
  if (status < 300) return JSON.parse(text);
  throw toError(status, text);
}

/** Client errors that are not about this message: a later attempt may succeed. */
const RETRYABLE = [408, 429];
/** The error code for a number that has replied STOP. */
const OPTED_OUT = 21610;

function toError(status: number, text: string): Error {
  const { code } = parseError(text);
  const description = describe(status, text);
  if (status < 400 || status >= 500 || RETRYABLE.includes(status)) return new Error(description);
  return new MessageRefusedError(description, { isOptedOut: code === OPTED_OUT });
}

function describe(status: number, text: string): string {
  const { code, message } = parseError(text);
  return `Twilio returned ${status}${code ? ` (${code})` : ''}: ${message}`;
}

function parseError(text: string): { code?: number; message: string } {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text.slice(0, 200) };
  }
}

/** Undefined until Twilio is connected and the public address is set. */
function findTwilioSettings(): TwilioSettings | undefined {
  const all = readSettings();
  const { twilioAccountSid: accountSid, twilioAuthToken: authToken, twilioNumber: number } = all;
  const publicAddress = findPublicUrl(all);
  if (!accountSid || !authToken || !number || !publicAddress) return undefined;
  const address = all.twilioAddress ?? ADDRESS;
  return { accountSid, authToken, number, publicAddress, address };
}

/** Runs from the menu. The owner enters the webhook at Twilio where it is not taken from here. */
function connectTwilio(): void {
  const title = 'Connect Twilio';
  const twilioAccountSid = prompt(title, 'Account SID (AC...):');
  const twilioAuthToken = twilioAccountSid && prompt(title, 'Auth token:');
  const twilioNumber = twilioAuthToken && prompt(title, 'Phone number to send from, such as +15551234567:');
  if (!twilioAccountSid || !twilioAuthToken || !twilioNumber) return;
  writeSettings({ twilioAccountSid, twilioAuthToken, twilioNumber });
  resetCircuit(TWILIO.name);
  wakeWorker();
  const problem = findWebhookProblem();
  const webhook = (findPublicUrl() || 'https://<public address>') + TEXT_WEBHOOK;
  const left = `In Twilio, set the webhook for incoming messages of the number to ${webhook}`;
  if (problem === undefined)
    showMessage('Twilio is connected', `Incoming messages of the number go to ${webhook}`);
  else showMessage('Saved', [...problem, left].join('\n\n'));
}

/** https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource */
const Numbers = v.object({ incoming_phone_numbers: v.array(v.object({ sid: v.string() })) });

/** Tells Twilio where incoming messages go. Returns why it did not take it, as lines; undefined where it did. */
function findWebhookProblem(): string[] | undefined {
  const settings = findTwilioSettings();
  if (!settings) return [];
  const { number, publicAddress } = settings;
  const resource = 'IncomingPhoneNumbers';
  try {
    const query = `?PhoneNumber=${encodeURIComponent(number)}`;
    const [found] = v.parse(Numbers, request(settings, { resource, query })).incoming_phone_numbers;
    if (!found) return [`The account has no number ${number}.`];
    const payload = { SmsUrl: publicAddress + TEXT_WEBHOOK, SmsMethod: 'POST' };
    request(settings, { resource: `${resource}/${found.sid}`, payload });
    return undefined;
  } catch (error) {
    return [`The webhook was not set: ${errorMessage(error)}`];
  }
}
