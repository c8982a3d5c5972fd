import { type Claim, listClaims, MAIL_SPIKES, NothingToCheck, refusal } from './case';

type Part = GoogleAppsScript.Gmail.Schema.MessagePart;

const SPIKES = 'measured: https://github.com/kellystuard/jev-gmail-classifier/blob/main/spikes';
const FAILED = 'GoogleJsonResponseException: API call to gmail.users';

/** Reads at most two messages, and returns the kinds of their values alone. */
export const GMAIL: Claim[] = listClaims(`${SPIKES}/21-history-expiry.md`, [
  {
    id: 'gmail.profile.has-address-and-history',
    source: MAIL_SPIKES,
    expected: [true, true],
    run: () => {
      const { emailAddress = '', historyId = '' } = users().getProfile('me');
      return [emailAddress.includes('@'), /^\d+$/.test(historyId)];
    },
  },
  {
    id: 'gmail.history.nothing-new-is-an-id-alone',
    expected: [['historyId'], true],
    run: () => {
      const { historyId = '' } = users().getProfile('me');
      const options = {
        startHistoryId: historyId,
        historyTypes: ['messageAdded'],
        labelId: 'INBOX',
        pageToken: '',
      };
      const page = users().History.list('me', options);
      return [Object.keys(page), Number(page.historyId) >= Number(historyId)];
    },
  },
  {
    id: 'gmail.history.future-id-is-not-found',
    expected: {
      name: 'GoogleJsonResponseException',
      message: 'API call to gmail.users.history.list failed with error: Requested entity was not found.',
      details: {
        code: 404,
        message: 'Requested entity was not found.',
        errors: [{ message: 'Requested entity was not found.', domain: 'global', reason: 'notFound' }],
      },
      isError: true,
    },
    run: askForTheFuture,
  },
  {
    id: 'gmail.history.id-that-is-no-number',
    expected: `${FAILED}.history.list failed with error: Invalid value at 'start_history_id' (TYPE_UINT64), "abc"`,
    run: () => refusal(() => users().History.list('me', { startHistoryId: 'abc' })),
  },
  {
    id: 'gmail.messages.bad-page-token',
    source: `${SPIKES}/287-page-token.md`,
    expected: `${FAILED}.messages.list failed with error: Invalid pageToken`,
    run: () => refusal(() => users().Messages.list('me', { pageToken: 'claim' })),
  },
  {
    id: 'gmail.messages.bad-id',
    source: `${SPIKES}/287-page-token.md`,
    expected: `${FAILED}.messages.get failed with error: Invalid id value`,
    run: () => refusal(() => users().Messages.get('me', 'no id!')),
  },
  {
    id: 'gmail.messages.are-listed-by-id-and-thread',
    source: 'https://developers.google.com/gmail/api/reference/rest/v1/users.messages/list',
    expected: ['id', 'threadId'],
    run: () => Object.keys(newest({})).sort(),
  },
  {
    id: 'gmail.body.is-signed-bytes-of-utf8',
    source: `${SPIKES}/29-part-encoding.md`,
    expected: ['array', true, 'string'],
    run: () => {
      const part = findPart({}, (one) => one.body?.data !== undefined);
      const data = part.body?.data as unknown as number[];
      const areSignedBytes = data.every((byte) => Number.isInteger(byte) && byte >= -128 && byte < 128);
      const text = Utilities.newBlob(data).getDataAsString('UTF-8');
      return [Array.isArray(data) ? 'array' : typeof data, areSignedBytes, typeof text];
    },
  },
  {
    id: 'gmail.attachment.is-never-inline',
    source: `${SPIKES}/29-part-encoding.md`,
    expected: ['undefined', 'string'],
    run: () => {
      const { body } = findPart({ q: 'has:attachment' }, (part) => Boolean(part.filename));
      return [typeof body?.data, typeof body?.attachmentId];
    },
  },
]);

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

function askForTheFuture(): unknown {
  try {
    return users().History.list('me', { startHistoryId: '999999999999999' });
  } catch (thrown) {
    const { name, message, details } = thrown as Error & { details: unknown };
    return { name, message, details, isError: (thrown as Error).constructor === Error };
  }
}
