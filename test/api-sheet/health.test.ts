import { ENVELOPE } from '../harness/api';
import { spread, testLong } from '../harness/extent';
import { type HealthRow, toHealthRows } from '../harness/health';
import { PERMISSION_NAMES } from '../harness/permission-names';
import { withoutTimers } from '../harness/without-timers';
import { type ApiSheet, startSetUpSheet } from './api-sheet';

const MINUTE = 60_000;
const API_SHEET = ['spreadsheets.currentonly', 'script.external_request', 'script.scriptapp'];

describe('API > Health', () => {
  let sheet: ApiSheet;
  beforeEach(async () => {
    sheet = await startSetUpSheet();
  });
  afterEach(() => sheet.close());

  /** Line by line, what is looked at and how it is; the same is looked at in several lines sometimes. */
  async function health(): Promise<HealthRow[]> {
    await sheet.click('showHealth');
    return toHealthRows(sheet.rowsOf('Health'));
  }

  const textsOf = (lines: HealthRow[], what: string) =>
    lines.flatMap(({ label, text }) => (label === what ? [text] : []));
  const line = (lines: HealthRow[], what: string) => textsOf(lines, what)[0];

  /** Fails, as the tab is gone. */
  const askForMenu = (cafe = 'C-1') =>
    ENVELOPE.ask(sheet.local, { method: 'GET', path: `/v1/cafes/${cafe}/menu`, headers: {} });

  const errorsOf = (lines: HealthRow[]) => textsOf(lines, 'Last errors').slice(1);

  test('shows three lights, and what is not connected where something needs it', async () => {
    await sheet.timersWithin(MINUTE);
    await askForMenu();
    const lines = await health();
    expect(lines.slice(0, 5)).toEqual([
      { label: 'Health', state: 'OK', text: 'Nothing needs you. Checked today at 09:01.' },
      { label: 'Requests come in', state: 'OK', text: 'The sheet is ready for requests.' },
      {
        label: 'Messages and payments go out',
        state: 'OK',
        text: expect.stringMatching(/^Messages, refunds and pushes were last sent just now\./),
      },
      { label: 'Room is left', state: 'OK', text: expect.stringMatching(/^The sheet is 2 % full\./) },
      {
        label: 'Everything else',
        state: 'OK',
        text: expect.stringMatching(/^Version \d+\.\d+\.\d+ is running\.$/),
      },
    ]);
    expect(line(lines, 'Waiting')).toBe('Nothing is waiting to be sent.');
    expect(line(lines, 'Twilio')).toBe('Twilio is not connected, and no lead needs it.');
    expect(line(lines, 'Version')).toMatch(/ \d+\.\d+\.\d+\+[0-9a-f]{8}$/);
    expect(line(lines, 'Columns of the sheet')).toBe('The columns of the sheet are up to date.');
    expect(line(lines, 'Last errors')).toBe('No error is recorded.');
    expect(sheet.activeTab()).toBe('Health');
    sheet.fill('Cafes', 2, ['C-1', 'Station']);
    sheet.fill('Leads', 2, ['L-1', 'Ann']);
    const needed = await health();
    expect(needed[2]).toEqual({
      label: 'Messages and payments go out',
      state: 'Warning',
      text: expect.stringMatching(
        /^Twilio is not connected: text messages wait\. 1 more below\. Choose API > Connect Twilio/,
      ),
    });
    expect(line(needed, 'Stripe')).toBe(
      'Stripe is not connected: orders are refused. Choose API > Connect Stripe.',
    );
  });

  test('names a phone of a user that is none', async () => {
    const answers = ['a@example.com', '2', '+1 555 123 4567'].map((text) => ({ text }));
    await sheet.clickAll(['newUser', ...answers, {}], ['showHealth']);
    expect(line(toHealthRows(sheet.rowsOf('Health')), 'Phones of users')).toBeUndefined();
    const users = sheet.rowsOf('Users');
    const column = String.fromCharCode(65 + (users[0]?.indexOf('phone') ?? -1));
    expect(users[1]?.[users[0]?.indexOf('phone') ?? -1]).toBe('+15551234567');
    sheet.edit('Users', `${column}2`, '555-1234');
    expect(line(await health(), 'Phones of users')).toBe(
      `Users!${column}2 is not an international number (got "555-1234"). This user gets no texts about hot leads. Write it like +15551234567.`,
    );
  });

  testLong("counts the timer's minutes as Google does, with those of idle runs", async () => {
    await sheet.timersWithin(300 * MINUTE);
    const [told] = (line(await health(), 'Timer minutes') ?? '').match(/[\d.]+(?= minutes of)/) ?? [];
    const charged = sheet.local.services.quotas.used('triggerMs') / MINUTE;
    // It is told to a tenth of a minute.
    expect(Math.abs(Number(told) - charged)).toBeLessThan(charged * 0.07 + 0.05);
  });

  test('reports a run that was cut off, and counts it', async () => {
    const fault = { call: 8, kind: 'kill before' } as const;
    const killed = await sheet.execute('deliverOutbox', { kind: 'trigger', fault });
    expect(killed.status).toBe('killed');
    // Until then nothing is due.
    await withoutTimers(sheet.local, () => sheet.timersWithin(5 * MINUTE));
    await sheet.timersWithin(MINUTE);
    const lines = await health();
    expect(errorsOf(lines)).toEqual([expect.stringMatching(/^A timer run was cut off/)]);
    expect(Number(/([\d.]+) minutes of/.exec(line(lines, 'Timer minutes') ?? '')?.[1])).toBeGreaterThan(0.9);
  });

  test('reports a timer that is missing or does not run', async () => {
    await sheet.timersWithin(MINUTE);
    sheet.stopTimers();
    await sheet.timersWithin(30 * MINUTE);
    const lines = await health();
    expect(line(lines, 'Health')).toMatch(/^2 things need you\./);
    expect(line(lines, 'Timer')).toMatch(/^The timer is not running: .* Choose API > Set up\.$/);
    expect(line(lines, 'Last run')).toMatch(/^Messages, refunds and pushes were last sent 30 minutes ago\./);
    expect(lines[2]).toMatchObject({ state: 'Problem', text: expect.stringMatching(/ 1 more below\./) });
  });

  test('lists the jobs that wait for another attempt, with the reason', async () => {
    sheet.fill('Outbox', 2, ['M-1', 'sms', 'L-1', '1', '2026-11-21 08:00', '3', 'queued', 'Twilio is away.']);
    sheet.fill('Outbox', 3, ['M-2', 'sms', 'L-2', '1', '2026-11-21 09:01', '0', 'queued', '']);
    const lines = await health();
    expect(lines[2]).toMatchObject({ state: 'Problem', text: expect.stringMatching(/ 60 minutes late\./) });
    expect(textsOf(lines, 'Waiting')).toEqual([
      '2 messages, refunds or pushes are waiting, 1 of them after a failure. The oldest is 60 minutes late. The reason is below, or in Last errors.',
      'The text for L-1 failed 3 times. Next attempt soon. Last error: Twilio is away.',
    ]);
  });

  test('reports push endpoints that fail or are disabled', async () => {
    sheet.fill('Push endpoints', 2, ['P-1', 'C-1', 'https://a.example/', 'enabled', '2026-11-20 09:00']);
    sheet.fill('Push endpoints', 3, ['P-2', '', 'https://b.example/', 'disabled']);
    const typo = ['P-3', '', 'https://c.example/', 'enabled', '', '', '1', '', '', 'lead.creatd'];
    sheet.fill('Push endpoints', 4, typo);
    const lines = await health();
    expect(textsOf(lines, 'Push endpoints')).toEqual([
      'The push endpoint P-1 (https://a.example/ of C-1) has been failing for 24 hours. The Deliveries tab has the answers of its server. Since 2026-11-20T09:00:00.000Z.',
      'The push endpoint P-2 (https://b.example/ for leads) is disabled: nothing is pushed to it. Enable or delete it.',
      expect.stringMatching(/^The push endpoint P-3 .* has the unknown event "lead.creatd"\. Known events: /),
    ]);
    expect(line(lines, 'Health')).toMatch(/^3 things need you/);
  });

  test('lists errors of anonymous callers, with the request ID that they got', async () => {
    sheet.deleteTab('Cafes');
    const { headers, status } = await askForMenu();
    expect(status).toBe(503);
    const [error = ''] = errorsOf(await health());
    expect(error).toMatch(/^GET \/v1\/cafes\/\*\/menu: UserError: The sheet has no tab "Cafes"/);
    expect(error).toContain(`Request ${headers?.['x-request-id']}.`);
  });

  test('lists an error once, and stores it once a minute at most', async () => {
    sheet.deleteTab('Cafes');
    sheet.stopTimers();
    for (let times = 0; times < 2; times++) {
      await askForMenu();
      await askForMenu();
      await sheet.timersWithin(2 * MINUTE);
    }
    const errors = errorsOf(await health());
    expect(errors.filter((words) => words?.startsWith('GET'))).toHaveLength(1);
    expect(errors.find((words) => words?.startsWith('GET'))).toMatch(/ Recorded 2 times since 2026-11-21T/);
  });

  test('is not filled by one error with many IDs in its path, of which one is stored a minute', async () => {
    sheet.deleteTab('Cafes');
    for (const cafe of ['C-1', 'C-2']) await askForMenu(cafe);
    const calls = sheet.local.executions.at(-1)?.calls.map(({ method }) => method) ?? [];
    expect(calls.filter((method) => method.startsWith('properties.'))).toEqual([]);
    expect(errorsOf(await health())).toHaveLength(1);
  });

  test('keeps the last 50 errors', async () => {
    for (let at = 1; at <= 50; at++) {
      const last = new Date(Date.UTC(2026, 10, 20, 9, at)).toISOString();
      const error = { words: `Error ${at}`, first: last, last, times: 1, requestId: '' };
      sheet.setProperty(`error.${at}`, JSON.stringify(error));
    }
    sheet.deleteTab('Cafes');
    await askForMenu();
    const errors = errorsOf(await health());
    expect([errors.length, errors[0], errors[1], errors[49]]).toEqual([
      50,
      expect.stringMatching(/^GET /),
      expect.stringMatching(/^Error 50 /),
      expect.stringMatching(/^Error 2 /),
    ]);
  });

  test('shows errors as text, whatever they start with', async () => {
    const [words, at] = ['=1+1 \'"<b>', '2026-11-21T08:00:00.000Z'];
    const error = { words, first: at, last: at, times: 1, requestId: '' };
    sheet.setProperty('error.1', JSON.stringify(error));
    expect((await health()).at(-1)?.text).toBe(`${words} As of today at 08:00. ${at}.`);
  });

  test('replaces its tab each time', async () => {
    sheet.fill('Push endpoints', 2, ['P-2', 'C-1', 'https://b.example/', 'disabled']);
    const before = await health();
    sheet.edit('Push endpoints', 'D2', 'enabled');
    const after = await health();
    expect(after).toHaveLength(before.length - 1);
    expect(sheet.sheets().filter(({ name }) => name === 'Health')).toHaveLength(1);
  });

  testLong('leaves another tab of that name alone', async () => {
    sheet.edit('Users', 'A1', 'id');
    await sheet.click('setUp');
    sheet.rename('Archive', 'Health');
    await sheet.click('showHealth');
    await sheet.click('showHealth');
    expect(sheet.rowsOf('Health')[0]?.[0]).toBe('id');
    expect(sheet.activeTab()).toMatch(/^Health \d+$/);
    expect(sheet.sheets().filter(({ name }) => name.startsWith('Health'))).toHaveLength(2);
  });

  test.each(spread(['Outbox', 'Push endpoints', 'Orders', 'Archive'], 1))(
    'says that the tab %s is gone, and all else',
    async (tab) => {
      sheet.deleteTab(tab);
      const lines = await health();
      expect(lines.filter(({ state }) => state === 'Problem').map(({ text }) => text)).toContain(
        `The sheet has no tab "${tab}". Run Set up from the menu.`,
      );
      expect(line(lines, 'Version')).toMatch(/ \d/);
    },
  );

  testLong('works with an invalid property', async () => {
    for (const [at, spoilt] of ['{', 'null', '7'].entries()) sheet.setProperty(`error.${at}`, spoilt);
    sheet.setProperty('outbox.runs', '{');
    await sheet.timersWithin(MINUTE);
    sheet.deleteTab('Cafes');
    await askForMenu();
    const errors = errorsOf(await health());
    expect([errors[0], ...errors.slice(1).sort()]).toEqual([
      expect.stringMatching(/^GET /),
      expect.stringMatching(/^7 /),
      expect.stringMatching(/^null /),
      expect.stringMatching(/^\{ /),
    ]);
    expect(line(await health(), 'Timer minutes')).toMatch(/ 0\.\d minutes of/);
  });

  test('says in a dialog that it may not use the sheet', async () => {
    sheet.grant(API_SHEET.slice(1));
    expect((await sheet.click('showHealth')).join()).toMatch(/Use this sheet.* is missing.*Set up/);
  });

  test.each(API_SHEET.slice(1))(
    'reports that %s and the sidebar are missing, and what does not work',
    async (scope) => {
      sheet.grant(API_SHEET.filter((one) => one !== scope));
      const rows = (await health()).filter(({ label }) => label === 'Permissions');
      expect(rows).toMatchObject(
        [scope, 'script.container.ui'].map((one) => ({
          text: expect.stringMatching(
            new RegExp(`^The permission "${PERMISSION_NAMES[one]}" is missing, so .*\\. Choose API > Set up`),
          ),
        })),
      );
    },
  );
});
