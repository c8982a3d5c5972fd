import type { Row, Value } from '../../runtime/spreadsheet/attributes';
import type { Sheet } from '../../runtime/spreadsheet/sheet';
import { expectCost } from '../harness/cost-page';
import { extent, spread } from '../harness/extent';
import { longestHold } from '../harness/holds';
import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Asked, Told } from './script';
import { KEYS, PUBLIC, sign } from './twilio-server';

/** What an operation costs with all of them is the most that it may cost with few. */
const LEADS = extent({ usual: 2_000, long: 100_000 });
const SPARE_ROWS = 500;
const ROWS = extent({ usual: 100, long: 1_000 });
const KEY = { 'idempotency-key': 'one' };
const FIRST = { name: 'Ann', phone: '+15550000000', creditScore: '700', location: 'Austin', hasBank: true };

const NEWEST = 'GET /v1/leads, the newest; with `include=reasons`';
const FILTERED = 'with a filter; with `include=reasons` too';
const UNCHANGED = 'with filters again, while nobody has changed their columns';
const CHANGED = 'with filters again; after a lead has another status';
const AGAIN = 'any of them again within 60 s';
const DELETED = 'GET /v1/leads/deleted';
const IMPORT = 'POST /v1/leads/import with 1,000 leads';

/** Design section 7: calls, and modelled ms with the start of the execution. */
describe(`the lead desk with ${LEADS} leads`, () => {
  let desk: LeadDesk;
  beforeAll(async () => {
    desk = await startLeadDesk(
      ['call', 'POST /v1/leads', { body: FIRST }],
      ['addUser', { email: 'a@example.com', role: 'agent', phone: '+15557770001' }],
    );
    fill();
    // The counter of numbers is made from the tab.
    await desk.realm.scheduler.advance(600_000);
    await desk.runAll(
      ['forgetCounters'],
      ['call', 'POST /v1/leads', { body: { name: 'Bob', phone: '+15551000000' } }],
      ['call', 'GET /v1/leads'],
    );
  });
  afterAll(() => desk.close());

  function rowOf(id: string): number {
    const { grid } = desk.realm.spreadsheets.books.get('sheet-test').findByName('Leads') as Sheet;
    return grid.rows.findIndex((row) => row?.values[0] === id) + 1;
  }

  /** The tab's first row again and again, as the desk would have written them, but in no time. */
  function fill(): void {
    const { grid } = desk.realm.spreadsheets.books.get('sheet-test').findByName('Leads') as Sheet;
    const first = grid.row(2) as Row;
    for (let number = 2; number <= LEADS; number++) {
      const values: Value[] = [...first.values];
      values[0] = `L-${number}`;
      values[5] = `+1555${String(number).padStart(7, '0')}`;
      grid.rows[number + 1] = { values, attributes: first.attributes };
    }
    grid.maxRows = LEADS + SPARE_ROWS;
  }

  async function ask(endpoint: string, asked: Asked = {}) {
    const ended = await desk.execute('call', [endpoint, asked]);
    expect(ended.error).toBeUndefined();
    const told = JSON.parse((ended.returned as { json: string }).json) as Told & { body: never };
    const reads = ended.count('spreadsheet.getValues') + ended.count('spreadsheet.find');
    return { told, ms: ended.elapsed, reads };
  }

  /** The name of its figure, a request, and its reads. */
  const COSTS: [string, string, Asked, number][] = [
    ['GET /v1/leads/L-70000', `GET /v1/leads/L-${LEADS * 0.7}`, {}, 2],
    [NEWEST, 'GET /v1/leads', {}, 2],
    [NEWEST, 'GET /v1/leads', { query: { include: 'reasons' } }, 2],
    [FILTERED, 'GET /v1/leads', { query: { include: 'reasons', filter: 'hot' } }, 3],
    ['GET /v1/leads as CSV, 1,000 of them', 'GET /v1/leads', { query: { format: 'csv' } }, 3],
    [FILTERED, 'GET /v1/leads', { query: { location: 'nowhere' } }, 3],
    ['with a filter by time', 'GET /v1/leads', { query: { updatedFrom: '2040-01-01T00:00:00Z' } }, 2],
    [
      'what has changed, with `updatedFrom` and `after`',
      'GET /v1/leads',
      { query: { updatedFrom: '2020-01-01T00:00:00Z', after: `L-${LEADS / 2}` } },
      4,
    ],
    ['sorted by score', 'GET /v1/leads', { query: { sort: '-score' } }, 4],
    [
      'who waits, the longest waiting first',
      'GET /v1/leads',
      { query: { waiting: 'true', sort: 'waitingSince' } },
      4,
    ],
    ['with `q`', 'GET /v1/leads', { query: { q: 'nobody' } }, 3],
    ['PATCH /v1/leads/L-70000', `PATCH /v1/leads/L-${LEADS * 0.7}`, { body: { notes: 'x' } }, 2],
    ['POST /v1/leads', 'POST /v1/leads', { body: { name: 'Cleo', phone: '+15552000000' } }, 3],
    [
      'with a phone that is known',
      'POST /v1/leads',
      { body: { name: 'Cleo again', phone: '+15552000000' } },
      4,
    ],
    [
      'with an Idempotency-Key, on the first day of its numbers',
      'POST /v1/leads',
      { body: { name: 'Dan', phone: '+15552000001' }, headers: KEY },
      5,
    ],
    ['analytics summary', 'GET /v1/analytics/summary', {}, 2],
    ['analytics summary by location', 'GET /v1/analytics/summary', { query: { location: 'Austin' } }, 2],
    [AGAIN, 'GET /v1/analytics/summary', {}, 0],
    ['analytics sources', 'GET /v1/analytics/sources', {}, 2],
    ['analytics days', 'GET /v1/analytics/days', {}, 2],
    ['analytics days by location', 'GET /v1/analytics/days', { query: { location: 'Austin' } }, 3],
    [AGAIN, 'GET /v1/analytics/days', {}, 0],
    ['GET /v1/leads/choices', 'GET /v1/leads/choices', {}, 2],
    ['a thread, or the activities of a lead', `GET /v1/messaging/threads/L-${LEADS / 2}`, {}, 2],
    ['a thread, or the activities of a lead', `GET /v1/leads/L-${LEADS / 2}/activities`, {}, 2],
    [
      'a new message',
      'POST /v1/messaging/messages',
      { body: { leadId: `L-${LEADS * 0.6}`, body: 'hello' } },
      6,
    ],
  ];

  const KEPT: typeof COSTS = [
    [UNCHANGED, 'GET /v1/leads', { query: { location: 'Austin' } }, 3],
    [UNCHANGED, 'GET /v1/leads', { query: { location: 'Austin', filter: 'hot' } }, 3],
    ['PATCH /v1/leads/L-70000', `PATCH /v1/leads/L-${LEADS * 0.7}`, { body: { status: 'contacted' } }, 2],
    ['with two filters', 'GET /v1/leads', { query: { status: 'new', filter: 'hot' } }, 5],
    ['PATCH /v1/leads/L-70000', `PATCH /v1/leads/L-${LEADS * 0.7}`, { body: { status: 'new' } }, 2],
    [CHANGED, 'GET /v1/leads', { query: { status: 'new', filter: 'hot' } }, 5],
  ];

  const REPORTS: typeof COSTS = [
    ['a report', 'GET /v1/reports/first-response', {}, 2],
    [AGAIN, 'GET /v1/reports/first-response', {}, 0],
  ];

  test.each([...spread(COSTS, 11), ...spread(KEPT, 0), ...spread(REPORTS, 0)])(
    '%s: %s %j: %d reads, and the time that its page states',
    async (row, endpoint, asked, reads) => {
      const ended = await ask(endpoint, asked);
      expect(ended.told.status).toBeLessThan(300);
      expect(ended.reads).toBeLessThanOrEqual(reads);
      expectCost(row, ended.ms);
    },
  );

  test('POST /v1/leads whose rules and lists have to be read anew: 5 reads', async () => {
    await desk.realm.scheduler.advance(60_000);
    const ended = await ask('POST /v1/leads', { body: { name: 'Eve', phone: '+15552000002' } });
    expect(ended.reads).toBe(5);
    expectCost('when rules and lists have to be read again', ended.ms);
  });

  test('POST /v1/leads with a key on a later day: 4 reads', async () => {
    await desk.realm.scheduler.advance(90_000_000);
    await desk.call('POST /v1/leads', { body: { name: 'Fay', phone: '+15552000003' } });
    const asked = { body: { name: 'Gus', phone: '+15552000004' }, headers: { 'idempotency-key': 'two' } };
    const ended = await ask('POST /v1/leads', asked);
    expect(ended.reads).toBe(4);
    expectCost('with an Idempotency-Key', ended.ms);
  });

  const imported = (at: number, first: number) =>
    Array.from({ length: ROWS }, (_, index) => ({
      ...FIRST,
      name: `Row ${at} ${index}`,
      phone: `+1555${String(first + (index * LEADS) / ROWS).padStart(7, '0')}`,
    }));

  test.each([
    [IMPORT, 1, 6_000_000, 5],
    ['where leads all over the tab have their phones', 2, 1, 10],
  ])('%s, and the same again', async (row, at, first, reads) => {
    const asked = { body: { rows: imported(at, first) }, headers: { 'idempotency-key': `import ${at}` } };
    const ended = await desk.execute('call', ['POST /v1/leads/import', asked]);
    const again = await desk.execute('call', ['POST /v1/leads/import', asked]);
    const told = (one: typeof ended) =>
      JSON.parse((one.returned as { json: string }).json) as Told & { body: { created: number } };
    expect(told(ended).body.created).toBe(ROWS);
    expect(told(again)).toEqual(told(ended));
    expect(ended.count('spreadsheet.getValues')).toBeLessThanOrEqual(reads);
    expect(ended.count('spreadsheet.setValues')).toBe(1);
    expectCost(row, ended.elapsed);
    expectCost(`${row}, repeated with its Idempotency-Key`, again.elapsed);
    expect(longestHold(ended, again)).toBeLessThanOrEqual(2_000);
  });

  test('an import of many leads that are hot, with an agent: 4 reads, 2 writes', async () => {
    const hot = { downPayment: 9_000, idType: 'passport', tradeIn: true, agentId: 'U-1' };
    const rows = imported(3, 7_000_000).map((row) => ({ ...row, ...hot }));
    const ended = await desk.execute('call', ['POST /v1/leads/import', { body: { rows } }]);
    expect(ended.error).toBeUndefined();
    expect(desk.rows('Outbox').filter(({ kind }) => kind === 'alert')).toHaveLength(ROWS);
    expect(ended.count('spreadsheet.getValues')).toBeLessThanOrEqual(4);
    expect(ended.count('spreadsheet.setValues')).toBe(2);
    expectCost('POST /v1/leads/import with 1,000 leads that are hot', ended.elapsed);
    expect(longestHold(ended)).toBeLessThanOrEqual(2_000);
  });

  test('the hourly maintenance: 3 reads; a tick without any: 1 call', async () => {
    await desk.realm.scheduler.advance(3_600_000);
    await desk.run('deliver');
    await desk.realm.scheduler.advance(3_600_000);
    const ended = await desk.execute('deliver');
    expect(ended.count('spreadsheet.getValues')).toBe(3);
    expectCost('the same with its hourly maintenance', ended.elapsed);
    const idle = await desk.execute('deliver');
    expect(idle.calls.map(({ method }) => method)).toEqual(['cache.getAll']);
    expectCost('the timer, every minute, with nothing to do', idle.elapsed);
  });

  test('a lead of which something is archived: 5 reads', async () => {
    const old = Array.from({ length: 330 }, (_, at) => ({
      at: new Date(at * 1_000).toISOString(),
      by: 'U-1',
      what: 'changed',
      changes: { notes: { from: 'x'.repeat(20), to: 'y'.repeat(20) } },
    }));
    desk.edit('Leads', `AB${rowOf(`L-${LEADS * 0.4}`)}`, JSON.stringify(old));
    await desk.call(`PATCH /v1/leads/L-${LEADS * 0.4}`, { body: { notes: 'archived' } });
    const { told, reads, ms } = await ask(`GET /v1/leads/L-${LEADS * 0.4}`);
    expect(told.body).toMatchObject({ activitiesTotal: 331 });
    expect(reads).toBeLessThanOrEqual(5);
    expectCost('a lead of which something is archived', ms);
  });

  test('DELETE /v1/leads/:id: 6 reads, the lock for half a second; then the list of the deleted', async () => {
    const ended = await desk.execute('call', [`DELETE /v1/leads/L-${LEADS * 0.3}`]);
    expect(ended.count('spreadsheet.getValues') + ended.count('spreadsheet.find')).toBeLessThanOrEqual(6);
    expectCost('DELETE /v1/leads/L-30000', ended.elapsed);
    expect(longestHold(ended)).toBeLessThanOrEqual(500);
    const { told, reads, ms } = await ask('GET /v1/leads/deleted');
    expect(told.body).toMatchObject({ data: [{ id: `L-${LEADS * 0.3}` }], total: 1 });
    expect(reads).toBeLessThanOrEqual(2);
    expectCost(DELETED, ms);
  });

  test('a message that comes in from a lead: 9 reads; from an unknown phone: 13', async () => {
    await desk.run('enterKeys', { ...KEYS, publicAddress: PUBLIC });
    const fromLead = await askFrom('+15550001000');
    const fromUnknown = await askFrom('+15559999999');
    expect([fromLead.told.status, fromUnknown.told.status]).toEqual([200, 200]);
    expect([fromLead.reads <= 9, fromUnknown.reads <= 13]).toEqual([true, true]);
    expectCost('a text that comes in from a lead', fromLead.ms);
    expectCost('a text from an unknown phone', fromUnknown.ms);
  });

  function askFrom(From: string) {
    const fields = { MessageSid: `SM${From}`, From, Body: 'hello' };
    const asked = {
      body: new URLSearchParams(fields).toString(),
      headers: { 'x-twilio-signature': sign(`${PUBLIC}/v1/messaging/webhook`, fields) },
    };
    return ask('POST /v1/messaging/webhook', asked);
  }
});
