import { casesOf, errorOf, MAIL_SPIKES, NothingToCheck, tableOf } from './case';

type Part = GoogleAppsScript.Gmail.Schema.MessagePart;

const SPIKES = 'measured: https://github.com/kellystuard/jev-gmail-classifier/blob/main/spikes';

/** Calls that are refused, with what stands in the message or is the reason. */
const REFUSED: [name: string, call: () => unknown, error: string, ...marks: string[]][] = [
  [
    'history of the future',
    () => users().History.list('me', { startHistoryId: '999999999999999' }),
    '404',
    'notFound',
  ],
  ['history of no number', () => users().History.list('me', { startHistoryId: 'abc' }), '400', 'abc'],
  ['bad page token', () => users().Messages.list('me', { pageToken: 'case' }), '400'],
  ['bad id', () => users().Messages.get('me', 'no id!'), '400'],
];

const ofHistory = casesOf('gmail', `${SPIKES}/21-history-expiry.md`, 'gmail.readonly');
const ofParts = casesOf('gmail', `${SPIKES}/29-part-encoding.md`, 'gmail.readonly');

/** Reads at most two messages, and returns the kinds of their values alone. */
export const GMAIL = [
  casesOf('gmail', MAIL_SPIKES, 'gmail.readonly')('profile.has-address-and-history', [true, true], () => {
    const { emailAddress = '', historyId = '' } = users().getProfile('me');
    return [emailAddress.includes('@'), /^\d+$/.test(historyId)];
  }),
  ofHistory('history.nothing-new-is-an-id-alone', [['historyId'], true], () => {
    const { historyId = '' } = users().getProfile('me');
    const options = { historyTypes: ['messageAdded'], labelId: 'INBOX', pageToken: '' };
    const page = users().History.list('me', { ...options, startHistoryId: historyId });
    return [Object.keys(page), Number(page.historyId) >= Number(historyId)];
  }),
  ofHistory(
    'refused',
    tableOf(REFUSED, ([, , code]) => `GoogleJsonResponseException ${code}`),
    () => tableOf(REFUSED, ([, call, , ...marks]) => errorOf(call, ...marks)),
  ),
  ofHistory(
    'error.has-details',
    { name: 'GoogleJsonResponseException', code: 404, reasons: [['global', 'notFound']], isError: true },
    () => {
      try {
        return users().History.list('me', { startHistoryId: '999999999999999' });
      } catch (thrown) {
        const { name, details } = thrown as Error & { details: Details };
        const reasons = details.errors.map(({ domain, reason }) => [domain, reason]);
        return { name, code: details.code, reasons, isError: (thrown as Error).constructor === Error };
      }
    },
  ),
  casesOf(
    'gmail',
    'https://developers.google.com/gmail/api/reference/rest/v1/users.messages/list',
    'gmail.readonly',
  )('messages.are-listed-by-id-and-thread', ['id', 'threadId'], () => Object.keys(newest({})).sort()),
  ofParts('body.is-signed-bytes-of-utf8', ['array', true, 'string'], () => {
    const part = findPart({}, (one) => one.body?.data !== undefined);
    const data = part.body?.data as unknown as number[];
    const areSignedBytes = data.every((byte) => Number.isInteger(byte) && byte >= -128 && byte < 128);
    const text = Utilities.newBlob(data).getDataAsString('UTF-8');
    return [Array.isArray(data) ? 'array' : typeof data, areSignedBytes, typeof text];
  }),
  ofParts('attachment.is-never-inline', ['undefined', 'string'], () => {
    const { body } = findPart({ q: 'has:attachment' }, (part) => Boolean(part.filename));
    return [typeof body?.data, typeof body?.attachmentId];
  }),
];

interface Details {
  code: number;
  errors: { domain: string; reason: string }[];
}

type Users = GoogleAppsScript.Gmail.Collection.UsersCollection & {
  Messages: GoogleAppsScript.Gmail.Collection.Users.MessagesCollection;
  History: GoogleAppsScript.Gmail.Collection.Users.HistoryCollection;
};

function users(): Users {
  return (Gmail as unknown as { Users: Users }).Users;
}

function newest(query: { q?: string }): GoogleAppsScript.Gmail.Schema.Message {
  const { messages: [message] = [] } = users().Messages.list('me', { ...query, maxResults: 1 });
  if (!message) throw new NothingToCheck(`There is no mail to look at${query.q ? ` (${query.q})` : ''}.`);
  return message;
}

function findPart(query: { q?: string }, isWanted: (part: Part) => boolean): Part {
  const { payload } = users().Messages.get('me', newest(query).id ?? '', { format: 'full' });
  const found = payload && partsOf(payload).find(isWanted);
  if (!found) throw new NothingToCheck('The newest mail has no such part.');
  return found;
}

function partsOf(part: Part): Part[] {
  return [part, ...(part.parts ?? []).flatMap(partsOf)];
}
