import { ADMIN, getting, type Office, STAFF, sending, startOffice } from './office';

const HOUR = 3_600_000;

describe('sessions that have ended', () => {
  let office: Office;
  beforeAll(async () => {
    office = await startOffice();
  });
  afterAll(() => office.close());

  const ids = () => office.rows('Sessions').map(({ id }) => id);

  test('are removed after two days, and new sessions get the next IDs', async () => {
    await office.tokensOf(ADMIN, STAFF);
    await office.wait(50 * HOUR);
    const token = await office.tokenOf(ADMIN);
    await office.wait(8 * HOUR);
    await office.run('keepSessions');
    expect(ids()).toEqual(['S-1', 'S-2', 'S-3']);
    await office.wait(3 * HOUR);
    const told = await office.runAll([['keepSessions'], getting(token), sending(office.toLogIn(STAFF))]);
    expect(ids()).toEqual(['S-3', 'S-4']);
    expect(told).toMatchObject([null, { status: 200 }, { body: expect.stringContaining('"st_2_4_') }]);
  });

  test('stay where their end is invalid', async () => {
    office.change('Sessions', 'E2', 'tomorrow');
    const [first] = ids();
    await office.wait(100 * HOUR);
    await office.run('keepSessions');
    expect(ids()).toEqual([first]);
  });
});
