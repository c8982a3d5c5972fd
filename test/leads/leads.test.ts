import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Asked } from './script';

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
  beforeEach(async () => {
    desk = await startLeadDesk();
  });
  afterEach(() => desk.close());

  const create = (body: object = ANN, headers = {}) =>
    desk.call<Created>('POST /v1/leads', { body, headers });
  const askAll = (endpoint: string, asked: readonly Asked[]) =>
    desk.callAll<Page & Partial<Refused>>(asked.map((one) => [endpoint, one]));
  const get = async (id: string) => (await desk.call<Lead>(`GET /v1/leads/${id}`)).body;

  describe('POST /v1/leads', () => {
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

    test('counts on', async () => {
      const made = await desk.callAll<Created>(Array(3).fill(['POST /v1/leads', { body: ANN }]));
      expect(made.map(({ body }) => body.id)).toEqual(['L-1', 'L-2', 'L-3']);
    });

    test('accepts name and phone alone, with all else unknown', async () => {
      expect((await create()).body).toEqual({ id: 'L-1', score: 28, filter: 'review' });
      expect(await get('L-1')).toMatchObject({
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

    test('keeps any text as it came, but a phone without separators', async () => {
      const texts = { name: '=1+1', creditScore: '007', idType: '1/2', location: 'TRUE', source: "'x" };
      await create({ phone: '+1 (555) 123-0001', ...texts });
      expect(await get('L-1')).toMatchObject({ ...texts, phone: '+15551230001' });
    });

    test('links a lead to the earlier ones with its phone', async () => {
      const [, , repeated, third, second] = await desk.callAll<Lead>([
        ['POST /v1/leads', { body: ANN }],
        ['POST /v1/leads', { body: { ...ANN, name: 'Other', phone: '+15551239999' } }],
        ['POST /v1/leads', { body: { ...ANN, phone: '+1 555 123 0001' } }],
        ['GET /v1/leads/L-3'],
        ['GET /v1/leads/L-2'],
      ]);
      expect(repeated?.status).toBe(201);
      expect(third?.body.activities).toMatchObject([
        { what: 'created', by: 'U-1' },
        { what: 'duplicate', leads: ['L-1'] },
      ]);
      expect(second?.body.activities).toHaveLength(1);
    });
  });

  describe('an Idempotency-Key', () => {
    const key = { 'idempotency-key': 'one' };

    test('answers the same body with the first answer, even after the lead has changed', async () => {
      const first = await create(FULL, key);
      await desk.call('PATCH /v1/leads/L-1', { body: { creditScore: '400' } });
      expect(await create(FULL, key)).toEqual(first);
      expect(desk.rows('Leads')).toHaveLength(1);
    });

    test('refuses another body', async () => {
      await create(FULL, key);
      const { status, body } = await desk.call<Refused>('POST /v1/leads', { body: ANN, headers: key });
      expect([status, body.error.code, body.error.param]).toEqual([
        422,
        'idempotency_key_reused',
        'idempotency-key',
      ]);
      expect(desk.rows('Leads')).toHaveLength(1);
    });

    test('is each caller’s own', async () => {
      await create(ANN, key);
      const other = await desk.call<Created>('POST /v1/leads', { body: ANN, headers: key, user: 'U-2' });
      expect(other.body.id).toBe('L-2');
    });

    test('is refused where it is blank or too long', async () => {
      const keys = ['', ' ', 'x'.repeat(256)];
      const told = await askAll(
        'POST /v1/leads',
        keys.map((bad) => ({ body: ANN, headers: { 'idempotency-key': bad } })),
      );
      expect(told.map(({ status }) => status)).toEqual(keys.map(() => 422));
    });

    test('sent twice at once makes one lead', async () => {
      const both = await Promise.all([create(FULL, key), create(FULL, key)]);
      expect(both.map(({ body }) => body.id)).toEqual(['L-1', 'L-1']);
      expect(desk.rows('Leads')).toHaveLength(1);
    });
  });

  describe('GET /v1/leads/:id', () => {
    test('answers the whole lead', async () => {
      await create(FULL);
      const lead = await get('L-1');
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

    test('knows no other', async () => {
      await create();
      const ids = ['L-2', 'L-01', 'L-', 'l-1', 'V-1', 'L-1e0', '=1'];
      const told = await desk.callAll<Refused>(ids.map((id) => [`GET /v1/leads/${id}`]));
      expect(told.map(({ status, body }) => [status, body.error?.message])).toEqual(
        ids.map((id) => [404, `There is no lead ${id}.`]),
      );
    });
  });

  describe('PATCH /v1/leads/:id', () => {
    const patch = (body: object, headers = {}, user = 'U-1') =>
      desk.call<Lead & Refused>('PATCH /v1/leads/L-1', { body, headers, user });
    beforeEach(() => create(FULL));

    test('changes what is sent, increments the version and records who changed what', async () => {
      const { status, body } = await patch({ status: 'contacted', notes: 'called' }, {}, 'U-7');
      expect(status).toBe(200);
      expect(body).toMatchObject({ ...FULL, status: 'contacted', notes: 'called', version: 2, score: 76 });
      expect(body.activities[1]).toMatchObject({
        by: 'U-7',
        what: 'changed',
        changes: { status: { from: 'new', to: 'contacted' }, notes: { from: '', to: 'called' } },
      });
      expect(await get('L-1')).toMatchObject({ status: 'contacted', version: 2 });
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
      expect((await patch({ status: 'sold' })).body.convertedAt).toBe(body.convertedAt);
      expect((await patch({ status: 'lost' })).body.convertedAt).toBe(body.convertedAt);
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

    test('refuses what is not valid and names the field; nothing changes', async () => {
      const told = await askAll(
        'PATCH /v1/leads/L-1',
        REFUSED.map(([body]) => ({ body })),
      );
      expect(told.map(({ status, body }) => [status, body.error?.param])).toEqual(
        REFUSED.map(([, param]) => [422, param]),
      );
      expect(await get('L-1')).toMatchObject({ version: 1, status: 'new' });
    });

    test('refuses a status with those that there are, the owner’s own too', async () => {
      desk.edit('Lists', 'A7', 'test drive');
      await desk.realm.scheduler.advance(61_000);
      const { body } = await patch({ status: 'won' });
      expect(body.error.message).toBe(
        'status must be one of new, contacted, appointment, sold, lost, test drive (got "won").',
      );
      expect((await patch({ status: 'test drive' })).body.status).toBe('test drive');
    });

    test('with If-Match changes that version', async () => {
      const tags = ['"v1"', '"2"', 'v3', '4', '*'];
      const told = await askAll(
        'PATCH /v1/leads/L-1',
        tags.map((tag) => ({ body: { notes: tag }, headers: { 'if-match': tag } })),
      );
      expect(told.map(({ body }) => body)).toMatchObject(tags.map((_, index) => ({ version: index + 2 })));
    });

    test('with If-Match of another version is 412, and nothing changes', async () => {
      const tags = ['"v2"', '"v0"', 'W/"v1"', '"abc"', ''];
      const told = await askAll(
        'PATCH /v1/leads/L-1',
        tags.map((tag) => ({ body: { notes: 'x' }, headers: { 'if-match': tag } })),
      );
      expect(told.map(({ status }) => status)).toEqual(tags.map(() => 412));
      expect(await get('L-1')).toMatchObject({ notes: '', version: 1 });
    });

    test('of two writers with the same version, one gets 412', async () => {
      const tag = { 'if-match': '"v1"' };
      const both = await Promise.all([patch({ notes: 'mine' }, tag), patch({ notes: 'yours' }, tag)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
      expect((await get('L-1')).version).toBe(2);
    });

    test('is 404 for a lead that is not there', async () => {
      expect((await desk.call('PATCH /v1/leads/L-2', { body: { notes: 'x' } })).status).toBe(404);
    });
  });

  describe('DELETE /v1/leads/:id', () => {
    test('deletes for good', async () => {
      await create();
      const [deleted, ...gone] = await desk.callAll([
        ['DELETE /v1/leads/L-1'],
        ['GET /v1/leads/L-1'],
        ['DELETE /v1/leads/L-1'],
      ]);
      expect(deleted).toMatchObject({ status: 200, body: { id: 'L-1', deleted: true } });
      expect(gone.map(({ status }) => status)).toEqual([404, 404]);
    });

    test('never gives the number to another', async () => {
      const [, , next] = await desk.callAll([
        ['POST /v1/leads', { body: ANN }],
        ['DELETE /v1/leads/L-1'],
        ['POST /v1/leads', { body: ANN }],
      ]);
      expect(next?.body).toMatchObject({ id: 'L-2' });
    });
  });

  describe('GET /v1/leads', () => {
    const PEOPLE = [
      { name: 'Ann Lee', location: 'Austin', creditScore: '800', downPayment: 5_000, hasBank: true },
      { name: 'Bob Ray', location: 'Dallas', creditScore: '400', downPayment: 0, hasBank: false },
      { name: 'cleo', location: ' austin', creditScore: '720', idType: 'card' },
    ];
    const list = (query: Record<string, string> = {}) =>
      desk.call<Page & Refused>('GET /v1/leads', { query });
    const ids = async (query: Record<string, string>) => (await list(query)).body.data.map(({ id }) => id);
    const idsIn = ({ data }: Page) => data.map(({ id }) => id);
    beforeEach(() =>
      askAll(
        'POST /v1/leads',
        PEOPLE.map((one, at) => ({ body: { ...one, phone: `+1555123000${at}` } })),
      ),
    );

    test('answers summaries, the newest first', async () => {
      const { body } = await list();
      expect(body).toMatchObject({ page: 1, pageSize: 25, total: 3 });
      expect(body.data[0]).toEqual({
        ...{ id: 'L-3', name: 'cleo', score: 55, filter: 'warm', status: 'new' },
        ...{ phone: '+15551230002', source: 'api' },
        ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
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
    ];

    test('answers what fits, in the order that was asked for', async () => {
      const told = await askAll(
        'GET /v1/leads',
        FOUND.map(([query]) => ({ query })),
      );
      expect(told.map(({ body }, at) => [FOUND[at]?.[0], idsIn(body)])).toEqual(FOUND);
    });

    test('finds a location that has a comma', async () => {
      await create({ name: 'Dan', phone: '+15551230009', location: 'Austin, TX' });
      expect(await ids({ location: 'Austin, TX' })).toContain('L-4');
    });

    test('finds what was made or changed from one time on and before another', async () => {
      await desk.call('PATCH /v1/leads/L-1', { body: { notes: 'called' } });
      const { data } = (await list({ sort: 'id' })).body;
      const [first, second] = data as unknown as Record<'createdAt' | 'updatedAt', string>[];
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
      expect(await ids({ createdFrom: today, createdTo: today })).toHaveLength(3);
      expect(await ids({ createdFrom: tomorrow })).toEqual([]);
      expect(await ids({ createdTo: day(-10 * 3_600_000) })).toEqual([]);
    });

    test('a list has the same order with a text that all leads have', async () => {
      await create({ name: 'Abe', phone: '+15551230007', downPayment: 5_000 });
      await create({ name: 'abe', phone: '+15551230008' });
      const sorts = ['downPayment', '-downPayment', 'name', '-createdAt'];
      const [sorted, searched] = await Promise.all(
        [{}, { q: '123000' }].map((query) =>
          askAll(
            'GET /v1/leads',
            sorts.map((sort) => ({ query: { sort, ...query } })),
          ),
        ),
      );
      expect(searched?.map(({ body }) => idsIn(body))).toEqual(sorted?.map(({ body }) => idsIn(body)));
    });

    test('comes in pages', async () => {
      const pages: [Record<string, string>, string[], number][] = [
        [{ page: '2', pageSize: '2' }, ['L-1'], 3],
        [{ page: '9' }, [], 3],
        [{ q: 'e', page: '2', pageSize: '1' }, ['L-1'], 2],
      ];
      const told = await askAll(
        'GET /v1/leads',
        pages.map(([query]) => ({ query })),
      );
      expect(told.map(({ body }, at) => [pages[at]?.[0], idsIn(body), body.total])).toEqual(pages);
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

    test('refuses a parameter that is not valid and names it', async () => {
      const told = await askAll(
        'GET /v1/leads',
        REFUSED.map(([query]) => ({ query })),
      );
      expect(told.map(({ status, body }) => [status, body.error?.param])).toEqual(
        REFUSED.map(([, param]) => [422, param]),
      );
    });
  });
});
