import { EXECUTION_START_MS } from '../../runtime/execution/costs';
import { ADMIN, type Office, startOffice } from './office';

/** Design section 7. */
describe('the cost of accounts', () => {
  let office: Office;
  let session: string;
  beforeAll(async () => {
    office = await startOffice();
    session = await office.tokenOf(ADMIN);
  });
  afterAll(() => office.close());

  const callsOf = ({ execution }: Awaited<ReturnType<Office['get']>>) =>
    execution.calls.map(({ method }) => method);

  test('credential and limit, warm: one getAll, one putAll, 0.08 s', async () => {
    const tokens = [office.secrets.apiKey, session];
    await office.getAll(...tokens);
    for (const token of tokens) {
      const answer = await office.get(token);
      expect(callsOf(answer)).toEqual(['cache.getAll', 'cache.putAll']);
      expect(answer.execution.elapsed - EXECUTION_START_MS).toBeLessThanOrEqual(80);
    }
  });

  test('the first request after a login is warm', async () => {
    const answer = await office.get(await office.tokenOf(ADMIN));
    expect(callsOf(answer)).toEqual(['cache.getAll', 'cache.putAll']);
  });

  test('cold: no lock, and the time of one read of the sheet', async () => {
    for (const [token, reads] of [
      [office.secrets.apiKey, 2],
      [session, 3],
    ] as const) {
      await office.wait(5 * 3_600_000);
      const { execution } = await office.get(token);
      expect([execution.count('lock.'), execution.count('spreadsheet.getValues')]).toEqual([0, reads]);
      expect(execution.elapsed).toBeLessThanOrEqual(1_800);
    }
  });

  test('a login: one read of the users, one row written', async () => {
    const { execution } = await office.logIn(ADMIN);
    expect(execution.count('spreadsheet.setValue')).toBe(1);
    expect(execution.elapsed).toBeLessThanOrEqual(2_300);
  });
});
