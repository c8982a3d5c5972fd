import { Socket } from 'node:net';
import { DOUBT_NAMES, type Doubt } from '../../runtime/doubts';
import { healthTexts } from '../harness/health';
import { ANNA, raw } from '../harness/mail';
import { startPushDesk } from '../pushes/push-desk';
import { choose, withhold } from '../tracker/at-sheet';
import { Account, type Google } from './account';
import { describeAccounts } from './journeys';

/** What decides whether anything works; `doubts.test.ts` has one more. */
const DECISIVE: Doubt[] = [
  'no-active-spreadsheet',
  'no-active-spreadsheet-in-triggers',
  'apostrophe-stays',
  'service-url-lies',
  'no-authorized-scopes',
];

/** Each of those alone, and the others together; `deployed.long.test.ts` has none and all of them at once. */
describeAccounts(
  [...DECISIVE.map((name) => [name]), DOUBT_NAMES.filter((name) => !DECISIVE.includes(name))].map(toGoogle),
);

/** Without the wide scope, what gets no spreadsheet does nothing: that is told elsewhere. */
function toGoogle(doubts: Google['doubts']): Google {
  return { doubts, wideSheets: doubts.some((name) => name.startsWith('no-active-spreadsheet')) };
}

async function withAccount(google: Google, work: (account: Account) => Promise<void>): Promise<void> {
  const account = await Account.open(google);
  try {
    await work(account);
  } finally {
    await account.close();
  }
}

test('with no-triggers-in-add-on Set up ends well, and says how mail is checked', () =>
  withAccount({ doubts: ['no-triggers-in-add-on'] }, async ({ desk }) => {
    const { error, shown } = await choose(desk, 'setUp', { addOn: 'enabled' });
    expect(error).toBeUndefined();
    expect(shown).toMatchObject([
      {
        kind: 'alert',
        title: 'No timer',
        text: expect.stringMatching(/not supported here.*choose "Check mail now"/s),
      },
      { kind: 'toast', text: expect.stringMatching(/^Mail is checked when you choose "Check mail now"/) },
    ]);
  }));

test('with no-prompt-from-menu Set up says where Google asks, and makes nothing', () =>
  withAccount({ doubts: ['no-prompt-from-menu'] }, async ({ desk }) => {
    withhold(desk, 'gmail.readonly');
    const { error, shown, kinds } = await choose(desk, 'setUp');
    expect([error, kinds]).toEqual([undefined, ['alert']]);
    expect(shown[0]?.text).toContain(
      'choose Extensions > Apps Script, select the function setUp above the code and click Run',
    );
    expect([desk.sheets().map(({ name }) => name), desk.properties()]).toEqual([['Sheet1'], {}]);
  }));

test('with editors-are-hidden Health names who cannot be listed', () =>
  withAccount({ doubts: ['editors-are-hidden'] }, async ({ desk }) => {
    desk.spreadsheets.share(desk.local.scripts.desk.spreadsheetId, 'bob@example.com');
    await choose(desk, 'setUp');
    await choose(desk, 'showHealth');
    expect(healthTexts(desk.grid('Health')).Editors).toMatch(
      /^Google lists no editor besides the owner\. .*anyone with an editing link/,
    );
  }));

test('with from-is-decoded a name that looks like a tracked address is not taken for it', () =>
  withAccount({ doubts: ['from-is-decoded'] }, async (account) => {
    const { desk } = account;
    await account.setUp();
    await account.page('saveSettings', { senders: [ANNA] });
    await account.later(6);
    const from = (name: string, address: string) =>
      desk.deliver(raw(`From: =?utf-8?q?${name}?= <${address}>\nSubject: ${name}\n\nHello`));
    await from(`Ann_=3C${ANNA.replace('@', '=40')}=3E`, 'evil@example.com');
    await from('Ann_=3Cevil=40example.com=3E', ANNA);
    await account.later(6);
    expect(desk.rows('Cases')).toMatchObject([{ caseNumber: 'CASE-0001', sender: ANNA }]);
  }));

describe('with fetch-timeout-ignored a sweep', () => {
  const MINUTE = 60_000;
  const { setTimeout } = Socket.prototype;

  /** A minute of virtual time is as long as ever; here it is over in a moment. */
  beforeAll(() => {
    Socket.prototype.setTimeout = function (ms, listener) {
      return setTimeout.call(this, ms === MINUTE ? ms / 100 : ms, listener);
    };
  });
  afterAll(() => {
    Socket.prototype.setTimeout = setTimeout;
  });

  test('waits twice for an endpoint that never answers', async () => {
    const desk = await startPushDesk({ doubts: new Set(['fetch-timeout-ignored']) });
    const [till, orders] = ['/till', ['O-1-0123456789abcdefghijkl', 'O-2-0123456789abcdefghijkl']];
    await desk.addEndpoint(till);
    desk.receiver.behaviours.set(till, { status: 500 });
    for (const order of orders) {
      await desk.run('addOrder', order);
      await desk.run('changeOrder', order, 'one');
    }
    await desk.run('deliver');
    expect(desk.rows('Outbox')).toMatchObject(orders.map(() => ({ tries: 1 })));
    const asked = desk.receiver.at(till).length;
    desk.receiver.behaviours.set(till, 'hangs');
    const sweep = await desk.deliverAfter(65_000);
    // Both pushes at once, then the first alone, to find out whether it is the one that is not answered.
    expect(desk.receiver.at(till)).toHaveLength(asked + orders.length + 1);
    expect(sweep.status).toBe('completed');
    expect(sweep.elapsed).toBeGreaterThan(120_000);
    expect(sweep.elapsed).toBeLessThan(130_000);
    await desk.close();
  });

  test('ends by 270 s however many endpoints never answer', async () => {
    const desk = await startPushDesk({ doubts: new Set(['fetch-timeout-ignored']) });
    const order = 'O-1-0123456789abcdefghijkl';
    const silent = Array.from({ length: 6 }, (_, index) => `/silent-${index}`);
    await desk.addEndpoint('/till');
    for (const path of silent) {
      await desk.addEndpoint(path);
      desk.receiver.behaviours.set(path, 'hangs');
    }
    await desk.run('addOrder', order);
    await desk.run('changeOrder', order, 'one', { isPushedNow: false });
    const sweep = await desk.execute('deliver');
    expect(sweep.status).toBe('completed');
    expect(sweep.elapsed).toBeLessThan(270_000);
    const results = desk.rows('Deliveries').map(({ endpointId, status }) => [endpointId, status]);
    expect(results).toContainEqual(['P-1', 200]);
    expect(desk.rows('Outbox').map(({ id }) => id)).toHaveLength(silent.length);
    await desk.close();
  });
});
