import { testLong } from '../harness/extent';
import { withEndingAtCalls } from '../harness/faults';
import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Step, Told } from './script';
import { KEYS, PUBLIC, sign } from './twilio-server';

interface Lead {
  id: string;
  mergedInto?: string;
  version: number;
  score: number;
  firstResponseAt: string | null;
  messages: { id: string; body: string; status: string }[];
  activities: { what: string; leads?: string[] }[];
  total: number;
  totalLeads: number;
  data: { id: string; mergedInto?: string }[];
  error: { code: string; param?: string };
}

const WEBHOOK = '/v1/messaging/webhook';
const PHONE = '+15551230001';
const KEY = { 'idempotency-key': 'first' };
const OLD = { name: 'Ann', phone: PHONE, creditScore: '760', notes: 'Old notes' };
const NEW = { name: 'Ann Lee', phone: PHONE, email: 'ann@example.com', hasBank: true, downPayment: 6_000 };
const MERGE = 'POST /v1/leads/L-1/merge';

const asking = (endpoint: string, asked: object = {}): Step => ['call', endpoint, asked];
const creating = (body: object, headers: Record<string, string> = {}): Step =>
  asking('POST /v1/leads', { body, headers });
const sending = (id: string, body: string, headers: Record<string, string> = {}): Step =>
  asking('POST /v1/messaging/messages', { body: { leadId: id, body }, headers });
const merging = (into = 'L-2'): Step => asking(MERGE, { body: { into } });

/** In the same execution as the texts: another worker of a host may know of them later. */
const connecting: Step = ['enterKeys', { ...KEYS, publicAddress: PUBLIC }];

/** The provider tells of a text under the ID that its lead had when it was sent. */
function reporting(lead: string, message: string): Step {
  const fields = { MessageSid: 'SM-out', MessageStatus: 'delivered' };
  const at = `${WEBHOOK}?lead=${lead}&message=${message}`;
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': sign(`${PUBLIC}${at}`, fields),
  };
  const body = new URLSearchParams(fields).toString();
  return ['call', `POST ${WEBHOOK}`, { query: { lead, message }, body, headers }];
}

function coming(sid: string, Body: string): Step {
  const fields = { MessageSid: sid, From: PHONE, To: KEYS.twilioNumber, Body, SmsStatus: 'received' };
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': sign(`${PUBLIC}${WEBHOOK}`, fields),
  };
  return ['call', `POST ${WEBHOOK}`, { body: new URLSearchParams(fields).toString(), headers }];
}

describe('POST /v1/leads/:id/merge', () => {
  let desk: LeadDesk;
  beforeEach(async () => {
    desk = await startLeadDesk();
  });
  afterEach(() => desk.close());

  const run = async (...steps: readonly Step[]) =>
    (await desk.runAll(...steps)).map((one) => (one ?? {}) as Told & { body: Lead });

  test('gives the other lead all that there is, scored anew, and the old ID leads to it', async () => {
    const told = await run(
      ...[connecting, creating(OLD, KEY), coming('SM-1', 'From the old one'), creating(NEW)],
      ...[sending('L-1', 'To the old one', KEY), sending('L-2', 'To the new one')],
      ...[asking('PATCH /v1/leads/L-1', { body: { optOut: true } })],
      ...[merging(), merging(), asking('GET /v1/leads/L-2')],
    );
    const [merged, again, read] = told.slice(-3);
    expect([merged?.status, again?.status, merged?.body.id]).toEqual([200, 200, 'L-2']);
    expect(read?.body).toMatchObject({
      ...{ ...NEW, creditScore: '760', notes: 'Old notes', isOptedOut: true, filter: 'hot' },
      messages: [{ body: 'From the old one' }, { body: 'To the old one' }, { body: 'To the new one' }],
    });
    expect(read?.body.activities.map(({ what }) => what)).toContain('merged');
    const after = await run(
      ...[asking('GET /v1/leads/L-1'), asking('GET /v1/messaging/threads/L-1')],
      ...[asking('PATCH /v1/leads/L-1', { body: { notes: 'x' } }), asking('DELETE /v1/leads/L-1')],
      ...[sending('L-1', 'Hello'), sending('L-1', 'To the old one', KEY), creating(OLD, KEY)],
      ...[asking('GET /v1/leads'), asking('GET /v1/analytics/summary')],
      ...[asking('GET /v1/leads/deleted', { query: { since: '2020-01-01' } })],
    );
    const [lead, thread, patched, deleted, sent, repeated, created, list, summary, gone] = after;
    expect([lead, thread].map((one) => [one?.status, one?.headers.location])).toEqual([
      [301, '/v1/leads/L-2'],
      [301, '/v1/messaging/threads/L-2'],
    ]);
    expect(lead?.body).toEqual({ id: 'L-1', mergedInto: 'L-2' });
    expect([patched, deleted, sent].map((one) => [one?.status, one?.body.error.code])).toEqual(
      Array(3).fill([409, 'merged']),
    );
    expect([repeated?.status, repeated?.body.id]).toEqual([201, told[4]?.body.id]);
    expect([created?.status, created?.body]).toEqual([201, told[1]?.body]);
    expect([list?.body.total, summary?.body.totalLeads]).toEqual([1, 1]);
    expect(gone?.body.data).toMatchObject([{ id: 'L-1', mergedInto: 'L-2' }]);
    const sentBefore = told[4]?.body.id ?? '';
    const [, , reported] = await run(
      ...[connecting, reporting('L-1', sentBefore), asking('GET /v1/leads/L-2')],
    );
    expect(reported?.body.messages[1]).toMatchObject({ id: sentBefore, status: 'delivered' });
  });

  test('is known to an import that is repeated with its key', async () => {
    const rows = [OLD, { ...NEW, externalId: 'crm-2' }];
    const importing = asking('POST /v1/leads/import', { body: { rows }, headers: KEY });
    const [first, , again, read] = await run(
      ...[importing, merging(), importing],
      asking('GET /v1/leads/L-2'),
    );
    expect(again?.body).toEqual(first?.body);
    expect(read?.body).toMatchObject({ id: 'L-2', version: 2 });
    expect(desk.rows('Leads').flatMap(({ id }) => id || [])).toEqual(['L-2']);
  });

  test('lets the external IDs of both go on, and the texts of one phone are in one thread', async () => {
    const put = (id: string, body: object): Step => asking(`PUT /v1/leads/by-external-id/${id}`, { body });
    const told = await run(
      ...[connecting, put('a', OLD), put('b', NEW), coming('SM-1', 'Sure')],
      ...[
        coming('SM-2', 'Again'),
        asking('GET /v1/leads/L-1'),
        merging(),
        put('a', { ...OLD, notes: 'Newer' }),
      ],
      ...[asking('GET /v1/leads', { query: { externalId: 'b' } }), asking('GET /v1/leads/L-2')],
    );
    const [other, , changed, listed, read] = told.slice(-5);
    expect(other?.body.activities.slice(1)).toMatchObject([{ what: 'texted_elsewhere', leads: ['L-2'] }]);
    expect([changed?.status, changed?.body.id, listed?.body.total]).toEqual([200, 'L-2', 1]);
    expect(read?.body).toMatchObject({ notes: 'Newer', messages: [{ body: 'Sure' }, { body: 'Again' }] });
  });

  test('keeps the later consent, the next step that has a time, and the earlier first response', async () => {
    const patching = (id: string, body: object): Step => asking(`PATCH /v1/leads/${id}`, { body });
    const consent = (how: string, at: string) => ({ consent: { how, at, words: 'Text me' } });
    const at = '2026-12-01T15:30:00.000Z';
    await run(
      ...[creating({ ...OLD, ...consent('in person', '2026-02-01T00:00:00Z') }), creating(NEW)],
      ...[patching('L-1', { status: 'contacted' }), patching('L-2', { nextStep: 'call back' })],
      ...[patching('L-1', { nextAt: at, nextStep: 'visit', optOut: true })],
      ...[patching('L-2', consent('web form', '2026-01-01T00:00:00Z'))],
    );
    const [first] = await run(asking('GET /v1/leads/L-1'));
    await desk.realm.scheduler.advance(60_000);
    // Its first entries move to the archive.
    const notes = [...'abcdefghij'].map((letter) => letter.repeat(4_000));
    const many = Array.from({ length: 110 }, (_, n) => patching('L-1', { notes: notes[n % notes.length] }));
    await run(...many, merging());
    const [merged] = await run(asking('GET /v1/leads/L-2'));
    expect(merged?.body).toMatchObject({
      ...{ nextAt: at, nextStep: 'visit', isOptedOut: true, status: 'contacted' },
      consent: { how: 'in person', at: '2026-02-01T00:00:00.000Z' },
      firstResponseAt: first?.body.firstResponseAt,
    });
    expect(merged?.body.activities.at(-1)).toMatchObject({
      ...{ what: 'merged', leads: ['L-1'] },
      changes: {
        nextAt: { from: null, to: at },
        consent: { to: 'in person 2026-02-01T00:00:00.000Z: Text me' },
      },
    });
  });

  testLong('leaves a lead open whose person has come back', async () => {
    const [, , , , merged] = await run(
      creating(OLD),
      asking('PATCH /v1/leads/L-1', { body: { status: 'lost' } }),
      creating({ ...NEW, creditScore: '800' }),
      merging(),
      asking('GET /v1/leads/L-2'),
    );
    expect(merged?.body).toMatchObject({ status: 'new', firstResponseAt: expect.any(String) });
  });

  test('refuses itself, a lead that is not there, and one that was merged elsewhere', async () => {
    const told = await run(
      ...[creating(OLD), creating(NEW), creating({ name: 'Third', email: 'third@example.com' })],
      ...[merging('L-1'), merging('L-9'), asking('POST /v1/leads/L-9/merge', { body: { into: 'L-1' } })],
      ...[merging('L-2'), merging('L-3')],
    );
    expect(told.slice(3).map(({ status, body }) => [status, body.error?.code ?? body.id])).toEqual([
      ...[
        [422, 'invalid_request'],
        [422, 'invalid_request'],
        [404, 'not_found'],
      ],
      ...[
        [200, 'L-2'],
        [409, 'merged'],
      ],
    ]);
  });

  testLong('is known of a lead for good, unlike a deletion', async () => {
    await run(creating(OLD), creating(NEW), merging(), ['deliver']);
    await desk.realm.scheduler.advance(40 * 86_400_000);
    await desk.run('deliver');
    const [old] = await run(asking('GET /v1/leads/L-1'));
    expect(old).toMatchObject({ status: 301, body: { mergedInto: 'L-2' } });
  });

  testLong(
    'that ends at any call is completed by the timer, and nothing is lost or there twice',
    async () => {
      await withEndingAtCalls({ kind: 'kill after' }, 1, async ({ call, n }) => {
        const [a, b] = [`L-${2 * n - 1}`, `L-${2 * n}`];
        const phone = `+1555${1_000_000 + n}`;
        await run(
          ...[creating({ ...OLD, phone }), creating({ ...NEW, phone })],
          ...[sending(a, `a ${n}`), sending(b, `b ${n}`)],
        );
        const asked = { body: { into: b } };
        const fault = { call, kind: 'kill after', writes: 'lost' } as const;
        const ended = await desk.execute('call', [`POST /v1/leads/${a}/merge`, asked], { fault });
        await desk.realm.scheduler.advance(61_000);
        await desk.run('deliver');
        await desk.realm.scheduler.advance(61_000);
        await desk.run('deliver');
        const told = await run(asking(`GET /v1/leads/${a}`), asking(`GET /v1/leads/${b}`));
        const [old, survivor] = told;
        const wasBegun = old?.status === 301;
        // A kill before the job is written leaves both as they were.
        const bodies = survivor?.body.messages.map(({ body, status }) => [body, status]);
        expect([call, bodies]).toEqual([
          call,
          wasBegun ? [`a ${n}`, `b ${n}`].map((body) => [body, 'delivered']) : [[`b ${n}`, 'delivered']],
        ]);
        if (!wasBegun) expect([call, old?.body.messages.length]).toEqual([call, 1]);
        const merged = survivor?.body.activities.filter(({ what }) => what === 'merged');
        expect([call, merged?.length]).toEqual([call, wasBegun ? 1 : 0]);
        expect(desk.rows('Outbox')).toEqual([]);
        return ended;
      });
    },
  );
});
