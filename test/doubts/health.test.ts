import type { Doubt } from '../../runtime/doubts';
import { openStore } from '../../runtime/store';
import { healthTexts } from '../harness/health';
import { START, startDesk } from '../harness/local';
import { Account } from './account';

/** What Google does with web apps; it may change its mind. */
const google = new Set<Doubt>();
let account: Account;
beforeEach(async () => {
  google.clear();
  account = new Account(await startDesk(openStore(':memory:'), START, { doubts: google }));
});
afterEach(() => account.close());

const askHealth = () => account.call('GET', '/v1/health');

test('that a web app got no spreadsheet is no longer told once it gets it again', async () => {
  const problem = async () => {
    await account.sheet.click('showHealth');
    return healthTexts(account.sheet.rowsOf('Health'))['Access to the sheet'];
  };
  await account.setUp();
  expect(await askHealth()).toMatchObject({ status: 200 });
  google.add('no-active-spreadsheet');
  await account.later(2);
  expect(await askHealth()).toMatchObject({ status: 503 });
  expect(await problem()).toContain('The web app gets no spreadsheet');
  google.clear();
  await account.later(2);
  expect(await askHealth()).toMatchObject({ status: 200 });
  expect(await problem()).toBeUndefined();
  expect(healthTexts(account.sheet.rowsOf('Health')).Requests).toMatch(
    /^Requests are answered\. GET \/v1\/health was last ok (just now|\d minutes? ago)\./,
  );
});

describe('whoever asks for health again and again uses up no writes of properties', () => {
  const writesOf = async (calls: number) => {
    const { executions } = account.desk.local;
    const before = executions.length;
    for (let call = 0; call < calls; call++) expect(await askHealth()).toMatchObject({ status: 503 });
    return executions
      .slice(before)
      .flatMap((execution) => execution.calls)
      .filter(({ method }) => method === 'properties.set').length;
  };

  test('before Set up', async () => {
    expect(await writesOf(1)).toBeGreaterThan(0);
    expect(await writesOf(3)).toBe(0);
  });

  test('where the web app gets no spreadsheet', async () => {
    await account.setUp();
    google.add('no-active-spreadsheet');
    expect(await writesOf(1)).toBeGreaterThan(0);
    expect(await writesOf(3)).toBe(0);
  });
});
