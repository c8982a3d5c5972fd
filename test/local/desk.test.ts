import { type Desk, startTracking } from '../harness/local';

let desk: Desk;

beforeAll(async () => {
  desk = await startTracking({ senders: ['ann@example.com'] });
});
afterAll(() => desk.close());

test('tracked mail becomes a case when the timer comes round', async () => {
  await desk.deliver('From: Ann <ann@example.com>\r\nSubject: The door\r\n\r\nIt sticks.');
  await desk.advance(6 * 60_000);
  expect(desk.rows('Cases')).toMatchObject([{ caseNumber: 'CASE-0001', sender: 'ann@example.com' }]);
});

test('a restart loses nothing', async () => {
  const messages = desk.rows('Messages');
  const triggers = desk.local.services.triggers.list();
  await desk.restart();
  expect(desk.rows('Messages')).toEqual(messages);
  expect(triggers).toMatchObject([{ handler: 'checkMail', lastRun: { status: 'completed' } }]);
  expect(desk.local.services.triggers.list()).toEqual(triggers);
});

describe('a restart keeps', () => {
  type Ran = { id: number; status: string };
  const listed = async (limit = 500): Promise<Ran[]> =>
    (await fetch(`${desk.local.urls.home}/_local/executions?limit=${limit}`)).json();
  const state = async () => (await fetch(`${desk.local.urls.home}/_local/state`)).json();

  test('the mail that scripts sent', async () => {
    await desk.deliver('From: Ann <ann@example.com>\r\nSubject: The window\r\n\r\nIt sticks too.');
    await desk.runAll(['saveSettings', { emailAlerts: true }], ['checkMail']);
    const sent = [...desk.sent()];
    expect(sent).toMatchObject([{ subject: 'New case CASE-0002: The window' }]);
    await desk.restart();
    expect(desk.sent()).toEqual(sent);
    expect((await state()).sent).toEqual(sent);
  });

  test('the executions with their calls, and numbers the next ones on', async () => {
    const before = await listed();
    await desk.restart();
    expect(await listed()).toEqual(before);
    await desk.run('getSettings');
    expect((await listed(3)).map(({ id }) => id)).toEqual([0, 1, 2].map((ago) => before.length + 1 - ago));
  });

  test('an execution that it killed', async () => {
    const running = desk.execute('checkMail');
    await desk.restart();
    const { id } = await running;
    expect((await listed(1))[0]).toMatchObject({ id, status: 'killed' });
  });
});

test('what a function throws is thrown', async () => {
  await expect(desk.run('noSuchFunction')).rejects.toThrow('Script function not found: noSuchFunction');
});
