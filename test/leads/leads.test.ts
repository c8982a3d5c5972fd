import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Asked, Step, Told } from './script';

const ANN = { name: 'Ann Lee', phone: '+15551230001' };
const FULL = {
  ...ANN,
  creditScore: '720',
  downPayment: 4_000.5,
  hasBank: true,
  idType: 'passport',
  tradeIn: false,
  location: 'Austin',
};

type Created = { id: string; score: number; filter: string };
type Refused = { error: { code: string; message: string; param?: string } };
type Lead = Created & Record<string, unknown> & { version: number; activities: Record<string, unknown>[] };
type Page = { data: Created[]; page: number; pageSize: number; total: number };

describe('the leads', () => {
  let desk: LeadDesk;
  const beginWith = (...given: readonly Step[]) =>
    beforeEach(async () => {
      desk = await startLeadDesk(...given);
    });
  afterEach(() => desk.close());

  const create = (body: object = ANN, headers = {}) =>
    desk.call<Created>('POST /v1/leads', { body, headers });
  const creating = (body: object = ANN, headers = {}): Step => ['call', 'POST /v1/leads', { body, headers }];
  const reading = (id: string): Step => ['call', `GET /v1/leads/${id}`];
  const askAll = (endpoint: string, asked: readonly Asked[]) =>
    desk.callAll<Page & Partial<Refused>>(asked.map((one) => [endpoint, one]));
  const run = async (...steps: readonly Step[]) =>
    (await desk.runAll(...steps)) as (Told & { body: Lead & Refused })[];

  describe('POST /v1/leads', () => {
    beginWith();

    test('answers 201 with id, score and filter, and the sheet has the lead', async () => {
      const created = await create(FULL);
      expect(created).toMatchObject({
        status: 201,
        headers: { location: '/v1/leads/L-1' },
        body: { id: 'L-1', score: 76, filter: 'hot' },
      });
      expect(Object.keys(created.body)).toEqual(['id', 'score', 'filter']);
      expect(desk.rows('Leads')).toMatchObject([
        { ...FULL, id: 'L-1', score: 76, status: 'new', source: 'api' },
      ]);
    });

    test('accepts name and phone alone; keeps any text as it came, but a phone without separators', async () => {
      const texts = { name: '=1+1', creditScore: '007', idType: '1/2', location: 'TRUE', source: "'x" };
      const odd = { phone: '+1 (555) 123-0001', ...texts };
      const [created, read, , kept] = await run(creating(), reading('L-1'), creating(odd), reading('L-2'));
      expect(kept?.body).toMatchObject({ ...texts, phone: '+15551230001' });
      expect(created?.body).toEqual({ id: 'L-1', score: 28, filter: 'review' });
      expect(read?.body).toMatchObject({
        creditScore: '',
        downPayment: null,
        hasBank: null,
        tradeIn: null,
      });
    });

    test('refuses what is not valid and names the field; nothing is written', async () => {
      const told = await askAll(
        'POST /v1/leads',
        REFUSED.map(([body]) => ({ body })),
      );
      expect(told.map(({ status, body }) => [status, body.error?.code, body.error?.param])).toEqual(
        REFUSED.map(([, param]) => [422, 'invalid_request', param]),
      );
      expect(desk.rows('Leads')).toEqual([]);
    });

    const REFUSED: [object, string][] = [
      [{ phone: ANN.phone }, 'name'],
      [{ name: 'Ann' }, 'phone'],
      [{ ...ANN, name: '  ' }, 'name'],
      [{ ...ANN, name: 7 }, 'name'],
      [{ ...ANN, phone: '5551230001' }, 'phone'],
      [{ ...ANN, phone: '' }, 'phone'],
      [{ ...ANN, phone: null }, 'phone'],
      [{ ...ANN, creditScore: 720 }, 'creditScore'],
      [{ ...ANN, downPayment: '4000' }, 'downPayment'],
      [{ ...ANN, downPayment: -1 }, 'downPayment'],
      [{ ...ANN, downPayment: 1e10 }, 'downPayment'],
      [{ ...ANN, downPayment: 0.1 + 0.2 }, 'downPayment'],
      [{ ...ANN, hasBank: 'yes' }, 'hasBank'],
      [{ ...ANN, tradeIn: 0 }, 'tradeIn'],
      [{ ...ANN, idType: ['a'] }, 'idType'],
      [{ ...ANN, score: 100 }, 'score'],
      [{ ...ANN, status: 'sold' }, 'status'],
      [{ ...ANN, constructor: 1 }, 'constructor'],
      [{ ...ANN, name: 'x'.repeat(201) }, 'name'],
      [{ ...ANN, creditScore: 'x'.repeat(81) }, 'creditScore'],
      [{ ...ANN, location: 'x'.repeat(81) }, 'location'],
      [{ ...ANN, source: 'x'.repeat(81) }, 'source'],
    ];

    test('counts on, and links a lead to the earlier ones with its phone', async () => {
      const [one, two, repeated, third, second] = await desk.callAll<Lead>([
        ['POST /v1/leads', { body: ANN }],
        ['POST /v1/leads', { body: { ...ANN, name: 'Other', phone: '+15551239999' } }],
        ['POST /v1/leads', { body: { ...ANN, phone: '+1 555 123 0001' } }],
        ['GET /v1/leads/L-3'],
        ['GET /v1/leads/L-2'],
      ]);
      expect([one, two, repeated].map((made) => made?.body.id)).toEqual(['L-1', 'L-2', 'L-3']);
      expect(repeated?.status).toBe(201);
      expect(third?.body.activities).toMatchObject([
        { what: 'created', by: 'U-1' },
        { what: 'duplicate', leads: ['L-1'] },
      ]);
      expect(second?.body.activities).toHaveLength(1);
    });
  });

  describe('an Idempotency-Key', () => {
    beginWith();

    const key = { 'idempotency-key': 'one' };

    test('answers the same body with the first answer, even after the lead has changed, and refuses another', async () => {
      const [first, , again, refused] = await run(
        creating(FULL, key),
        ['call', 'PATCH /v1/leads/L-1', { body: { creditScore: '400' } }],
        creating(FULL, key),
        creating(ANN, key),
      );
      expect(again).toEqual(first);
      const error = { code: 'idempotency_key_reused', param: 'idempotency-key' };
      expect(refused).toMatchObject({ status: 422, body: { error } });
      expect(desk.rows('Leads')).toHaveLength(1);
    });

    test('is each caller’s own, and refused where it is blank or too long', async () => {
      const keys = ['', ' ', 'x'.repeat(256)];
      const [, other, ...refused] = await run(
        creating(ANN, key),
        ['call', 'POST /v1/leads', { body: ANN, headers: key, user: 'U-2' }],
        ...keys.map((bad) => creating(ANN, { 'idempotency-key': bad })),
      );
      expect(other?.body.id).toBe('L-2');
      expect(refused.map(({ status }) => status)).toEqual(keys.map(() => 422));
    });

    test('sent twice at once makes one lead', async () => {
      const both = await Promise.all([create(FULL, key), create(FULL, key)]);
      expect(both.map(({ body }) => body.id)).toEqual(['L-1', 'L-1']);
      expect(desk.rows('Leads')).toHaveLength(1);
    });
  });

  describe('GET /v1/leads/:id', () => {
    beginWith(creating(FULL));

    test('answers the whole lead, and knows no other', async () => {
      const ids = ['L-2', 'L-01', 'L-', 'l-1', 'V-1', 'L-1e0', '=1'];
      const [found, ...others] = await run(...['L-1', ...ids].map(reading));
      expect(others.map(({ status, body }) => [status, body.error?.message])).toEqual(
        ids.map((id) => [404, `There is no lead ${id}.`]),
      );
      const lead = found?.body as Lead;
      expect(lead).toMatchObject({
        ...FULL,
        id: 'L-1',
        status: 'new',
        source: 'api',
        notes: '',
        convertedAt: null,
        isOptedOut: false,
        version: 1,
        messages: [],
        activities: [{ what: 'created', by: 'U-1' }],
      });
      expect(lead.createdAt).toMatch(/^2026-11-21T09:00:\d\d(\.\d+)?Z$/);
      expect(lead.reasons).toHaveLength(5);
      expect(Object.keys(lead)).not.toEqual(expect.arrayContaining(['requestKey']));
      expect(Object.keys(lead)).not.toEqual(expect.arrayContaining(['thread']));
    });
  });

  describe('PATCH /v1/leads/:id', () => {
    const patch = (body: object, headers = {}, user = 'U-1') =>
      desk.call<Lead & Refused>('PATCH /v1/leads/L-1', { body, headers, user });
    const changing = (body: object, headers = {}): Step => ['call', 'PATCH /v1/leads/L-1', { body, headers }];
    beginWith(creating(FULL));

    test('changes what is sent, increments the version and records who changed what', async () => {
      const asked = { body: { status: 'contacted', notes: 'called' }, user: 'U-7' };
      const [told, read] = await run(['call', 'PATCH /v1/leads/L-1', asked], reading('L-1'));
      expect(told?.status).toBe(200);
      expect(told?.body).toMatchObject({ ...FULL, ...asked.body, version: 2, score: 76 });
      expect(told?.body.activities[1]).toMatchObject({
        by: 'U-7',
        what: 'changed',
        changes: { status: { from: 'new', to: 'contacted' }, notes: { from: '', to: 'called' } },
      });
      expect(read?.body).toMatchObject({ status: 'contacted', version: 2 });
    });

    test('scores anew', async () => {
      const changes: [object, number, string][] = [
        [{ creditScore: '400' }, 52, 'warm'],
        [{ creditScore: FULL.creditScore, downPayment: 0, hasBank: false }, 42, 'cold'],
        [{ downPayment: FULL.downPayment, hasBank: true, location: 'Dallas' }, 76, 'hot'],
        [{ creditScore: '', downPayment: null, hasBank: null, tradeIn: null }, 35, 'review'],
      ];
      const told = await askAll(
        'PATCH /v1/leads/L-1',
        changes.map(([body]) => ({ body })),
      );
      expect(told.map(({ body }) => body)).toMatchObject(
        changes.map(([, score, filter]) => ({ score, filter })),
      );
      expect(desk.rows('Leads')).toMatchObject([{ score: 35, filter: 'review' }]);
    });

    test('remembers the first appointment or sale, whatever comes later', async () => {
      const { body } = await patch({ status: 'appointment' });
      expect(body.convertedAt).toMatch(/^2026-11-21T/);
      await desk.realm.scheduler.advance(3_600_000);
      const told = await run(changing({ status: 'sold' }), changing({ status: 'lost' }));
      expect(told.map((later) => later.body.convertedAt)).toEqual(Array(2).fill(body.convertedAt));
    });

    const REFUSED: [object, string][] = [
      [{ status: 'won' }, 'status'],
      [{ status: '' }, 'status'],
      [{ status: null }, 'status'],
      [{ id: 'L-9' }, 'id'],
      [{ score: 1 }, 'score'],
      [{ phone: '1' }, 'phone'],
      [{ name: '' }, 'name'],
      [{ notes: 'x'.repeat(5_001) }, 'notes'],
    ];

    test('refuses what is not valid and names the field, an If-Match of another version, and an unknown lead; nothing changes', async () => {
      const tags = ['"v2"', '"v0"', 'W/"v1"', '"abc"', ''];
      const told = await run(
        ...REFUSED.map(([body]) => changing(body)),
        ...tags.map((tag) => changing({ notes: 'x' }, { 'if-match': tag })),
        ['call', 'PATCH /v1/leads/L-2', { body: { notes: 'x' } }],
      );
      expect(told.slice(0, REFUSED.length).map(({ status, body }) => [status, body.error?.param])).toEqual(
        REFUSED.map(([, param]) => [422, param]),
      );
      expect(told.slice(REFUSED.length).map(({ status }) => status)).toEqual([...tags.map(() => 412), 404]);
      expect(desk.rows('Leads')).toMatchObject([{ version: 1, status: 'new', notes: '' }]);
    });

    test('refuses a status with those that there are, the owner’s own too', async () => {
      desk.edit('Lists', 'A7', 'test drive');
      await desk.realm.scheduler.advance(61_000);
      const [refused, taken] = await run(changing({ status: 'won' }), changing({ status: 'test drive' }));
      expect(refused?.body.error.message).toBe(
        'status must be one of new, contacted, appointment, sold, lost, test drive (got "won").',
      );
      expect(taken?.body.status).toBe('test drive');
    });

    test('with If-Match changes that version', async () => {
      const tags = ['"v1"', '"2"', 'v3', '4', '*'];
      const told = await askAll(
        'PATCH /v1/leads/L-1',
        tags.map((tag) => ({ body: { notes: tag }, headers: { 'if-match': tag } })),
      );
      expect(told.map(({ body }) => body)).toMatchObject(tags.map((_, index) => ({ version: index + 2 })));
    });

    test('of two writers with the same version, one gets 412', async () => {
      const tag = { 'if-match': '"v1"' };
      const both = await Promise.all([patch({ notes: 'mine' }, tag), patch({ notes: 'yours' }, tag)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
      expect(desk.rows('Leads')).toMatchObject([{ version: 2 }]);
    });
  });

  describe('DELETE /v1/leads/:id', () => {
    beginWith(creating());

    test('deletes for good, and never gives the number to another', async () => {
      const [deleted, ...told] = await desk.callAll([
        ['DELETE /v1/leads/L-1'],
        ['GET /v1/leads/L-1'],
        ['DELETE /v1/leads/L-1'],
        ['POST /v1/leads', { body: ANN }],
      ]);
      expect(deleted).toMatchObject({ status: 200, body: { id: 'L-1', deleted: true } });
      expect(told).toMatchObject([{ status: 404 }, { status: 404 }, { status: 201, body: { id: 'L-2' } }]);
    });
  });

  describe('GET /v1/leads', () => {
    const PEOPLE = [
      { name: 'Ann Lee', location: 'Austin', creditScore: '800', downPayment: 5_000, hasBank: true },
      { name: 'Bob Ray', location: 'Dallas', creditScore: '400', downPayment: 0, hasBank: false },
      { name: 'cleo', location: ' austin', creditScore: '720', idType: 'card' },
    ];
    const listing = (query: Record<string, string>): Step => ['call', 'GET /v1/leads', { query }];
    const idsIn = ({ data }: Page) => data.map(({ id }) => id);
    beginWith(...PEOPLE.map((one, at) => creating({ ...one, phone: `+1555123000${at}` })));

    test('answers summaries, the newest first, and refuses a parameter that is not valid by its name', async () => {
      const [all, ...refused] = await askAll(
        'GET /v1/leads',
        [{}, ...REFUSED.map(([query]) => query)].map((query) => ({ query })),
      );
      expect(refused.map(({ status, body }) => [status, body.error?.param])).toEqual(
        REFUSED.map(([, param]) => [422, param]),
      );
      const body = all?.body as Page;
      expect(body).toMatchObject({ page: 1, pageSize: 25, total: 3 });
      expect(body.data[0]).toEqual({
        ...{ id: 'L-3', name: 'cleo', score: 55, filter: 'warm', status: 'new' },
        ...{ phone: '+15551230002', source: 'api' },
        ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
        ...{ waitingFor: null, waitingSince: null, lastText: null, nextAt: null, nextStep: '', custom: {} },
      });
      expect(body.data.map(({ id }) => id)).toEqual(['L-3', 'L-2', 'L-1']);
    });

    const FOUND: [Record<string, string>, string[]][] = [
      [{ location: 'AUSTIN' }, ['L-3', 'L-1']],
      [{ location: 'austin', hasBank: 'true' }, ['L-1']],
      [{ hasBank: 'false' }, ['L-2']],
      [{ name: 'bob ray' }, ['L-2']],
      [{ phone: '+15551230002' }, ['L-3']],
      [{ phone: ' 15551230002' }, ['L-3']],
      [{ downPayment: '5000' }, ['L-1']],
      [{ filter: 'warm' }, ['L-3']],
      [{ status: 'lost' }, []],
      [{ status: 'lost,new' }, ['L-3', 'L-2', 'L-1']],
      [{ filter: 'warm,cold' }, ['L-3', 'L-2']],
      [{ location: 'Dallas,Boston' }, ['L-2']],
      [{ name: 'cleo, Ann Lee ' }, ['L-3', 'L-1']],
      [{ scoreMin: '55' }, ['L-3', 'L-1']],
      [{ scoreMin: '55', scoreMax: '55' }, ['L-3']],
      [{ score: '55', scoreMax: '54' }, []],
      [{ downPaymentMax: '4999.99' }, ['L-2']],
      [{ downPaymentMin: '1', downPaymentMax: '5000' }, ['L-1']],
      [{ after: 'L-1' }, ['L-2', 'L-3']],
      [{ after: 'L-1', sort: 'id', pageSize: '1' }, ['L-2']],
      [{ after: 'L-3' }, []],
      [{ after: 'L-1', location: 'austin' }, ['L-3']],
      [{ sort: 'name' }, ['L-1', 'L-2', 'L-3']],
      [{ sort: '-score' }, ['L-1', 'L-3', 'L-2']],
      [{ q: 'LE' }, ['L-3', 'L-1']],
      [{ q: '123000' }, ['L-3', 'L-2', 'L-1']],
      [{ q: 'le', location: 'Austin', sort: 'name' }, ['L-1', 'L-3']],
      [{ q: '.*' }, []],
      [{ q: 'lee ann' }, ['L-1']],
      [{ q: '(555) 123-0002' }, ['L-3']],
    ];

    const PAGES: [Record<string, string>, string[], number][] = [
      [{ page: '2', pageSize: '2' }, ['L-1'], 3],
      [{ page: '9' }, [], 3],
      [{ q: 'e', page: '2', pageSize: '1' }, ['L-1'], 2],
    ];

    test('answers what fits, in the order that was asked for, in pages', async () => {
      const told = await askAll(
        'GET /v1/leads',
        [...FOUND, ...PAGES].map(([query]) => ({ query })),
      );
      const pages = told.splice(FOUND.length);
      expect(told.map(({ body }, at) => [FOUND[at]?.[0], idsIn(body)])).toEqual(FOUND);
      expect(pages.map(({ body }, at) => [PAGES[at]?.[0], idsIn(body), body.total])).toEqual(PAGES);
    });

    test('finds a location that has a comma', async () => {
      const [, found] = await run(
        creating({ name: 'Dan', phone: '+15551230009', location: 'Austin, TX' }),
        listing({ location: 'Austin, TX' }),
      );
      expect(found?.body).toMatchObject({
        data: expect.arrayContaining([expect.objectContaining({ id: 'L-4' })]),
      });
    });

    test('finds what was made or changed from one time on and before another', async () => {
      const [, listed] = await run(
        ['call', 'PATCH /v1/leads/L-1', { body: { notes: 'called' } }],
        listing({ sort: 'id' }),
      );
      const data = (listed as { body: unknown }).body as {
        data: Record<'createdAt' | 'updatedAt', string>[];
      };
      const [first, second] = data.data;
      const made = second?.createdAt ?? '';
      const inParis = new Date(Date.parse(made) + 7_200_000).toISOString().replace('Z', '+02:00');
      const expected: [Record<string, string>, string[]][] = [
        [{ createdFrom: made }, ['L-3', 'L-2']],
        [{ createdTo: made }, ['L-1']],
        [{ updatedFrom: made }, ['L-3', 'L-2', 'L-1']],
        [{ updatedFrom: first?.updatedAt ?? '' }, ['L-1']],
        [{ updatedTo: made }, []],
        [{ createdFrom: inParis }, ['L-3', 'L-2']],
        [{ createdFrom: inParis.replace('+', ' ') }, ['L-3', 'L-2']],
      ];
      const told = await askAll(
        'GET /v1/leads',
        expected.map(([query]) => ({ query })),
      );
      expect(told.map(({ body }, at) => [expected[at]?.[0], idsIn(body)])).toEqual(expected);
    });

    test('takes days in the time zone of the sheet, the last one included', async () => {
      const day = (ms: number) => new Date(desk.realm.scheduler.now() + ms).toISOString().slice(0, 10);
      desk.setTimeZone('Pacific/Kiritimati');
      const [today, tomorrow] = [day(14 * 3_600_000), day(38 * 3_600_000)];
      const queries = [
        { createdFrom: today, createdTo: today },
        { createdFrom: tomorrow },
        { createdTo: day(-10 * 3_600_000) },
      ];
      const told = await askAll(
        'GET /v1/leads',
        queries.map((query) => ({ query })),
      );
      expect(told.map(({ body }) => body.total)).toEqual([3, 0, 0]);
    });

    test('a list has the same order with a text that all leads have', async () => {
      const sorts = ['downPayment', '-downPayment', 'name', '-createdAt'];
      const [, , ...told] = await run(
        creating({ name: 'Abe', phone: '+15551230007', downPayment: 5_000 }),
        creating({ name: 'abe', phone: '+15551230008' }),
        ...sorts.map((sort) => listing({ sort })),
        ...sorts.map((sort) => listing({ sort, q: '123000' })),
      );
      const orders = told.map(({ body }) => idsIn(body as unknown as Page));
      expect(orders[0]).toHaveLength(5);
      expect(orders.slice(sorts.length)).toEqual(orders.slice(0, sorts.length));
    });

    const REFUSED: [Record<string, string>, string][] = [
      [{ page: '0' }, 'page'],
      [{ page: '1.5' }, 'page'],
      [{ pageSize: '101' }, 'pageSize'],
      [{ pageSize: 'all' }, 'pageSize'],
      [{ sort: 'notes' }, 'sort'],
      [{ filter: 'lukewarm' }, 'filter'],
      [{ hasBank: 'yes' }, 'hasBank'],
      [{ downPayment: 'much' }, 'downPayment'],
      [{ q: ' ' }, 'q'],
      [{ colour: 'red' }, 'colour'],
      [{ filter: 'warm,lukewarm' }, 'filter'],
      [{ filter: '' }, 'filter'],
      [{ status: 'x'.repeat(1_001) }, 'status'],
      [{ scoreMin: 'low' }, 'scoreMin'],
      [{ downPaymentMax: '-1' }, 'downPaymentMax'],
      [{ createdFrom: 'today' }, 'createdFrom'],
      [{ createdTo: '2026-02-29' }, 'createdTo'],
      [{ updatedFrom: '2026-02-28 10:00' }, 'updatedFrom'],
      [{ updatedTo: '2026-02-28T10:00:00' }, 'updatedTo'],
      [{ after: '7' }, 'after'],
      [{ after: 'L-1', sort: 'name' }, 'sort'],
    ];
  });
});
