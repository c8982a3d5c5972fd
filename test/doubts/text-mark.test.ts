import type { Doubt } from '../../runtime/doubts';
import { openStore } from '../../runtime/store';
import { spread } from '../harness/extent';
import { START, startDesk } from '../harness/local';
import { Account } from './account';

/** From so many rows on the sheet itself looks for a text. */
const MANY_ROWS = 44_000;

test.each(
  spread<[string, Doubt[], Doubt[]]>(
    [
      ['vanish', ['apostrophe-stays'], []],
      ['stay', [], ['apostrophe-stays']],
    ],
    1,
  ),
)('a phone is found among many leads after apostrophes are found to %s', async (_, first, second) => {
  const google = new Set(first);
  const account = new Account(await startDesk(openStore(':memory:'), START, { doubts: google }));
  await account.setUp();
  await account.logIn();
  const lead = { name: 'Ada', phone: '+1 555 010 2030' };
  expect(await account.call('POST', '/v1/leads', lead)).toMatchObject({ status: 201 });
  const { spreadsheets, local } = account.desk;
  const leads = spreadsheets.books.get(local.scripts.api.spreadsheetId).findByName('Leads');
  if (leads) leads.grid.maxRows = MANY_ROWS;
  google.clear();
  for (const doubt of second) google.add(doubt);
  await account.setUp();
  const { body } = await account.call('POST', '/v1/leads', lead);
  expect(await account.call('GET', `/v1/leads/${body.id}`)).toMatchObject({
    body: { activities: [{ what: 'created' }, { what: 'duplicate', leads: ['L-1'] }] },
  });
  await account.close();
});
