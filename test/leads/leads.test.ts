import { type LeadDesk, startLeadDesk } from './lead-desk';

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
      for (const id of ['L-1', 'L-2', 'L-3'])
        expect((await create({ ...ANN, phone: `+155512300${id.slice(2)}` })).body.id).toBe(id);
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

    test.each<[object, string]>([
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
    ])('refuses %j and names %s; nothing is written', async (body, param) => {
      const { status, body: told } = await desk.call<Refused>('POST /v1/leads', { body });
      expect([status, told.error.code, told.error.param]).toEqual([422, 'invalid_request', param]);
      expect(desk.rows('Leads')).toEqual([]);
    });

    test.each([
      ['name', 201],
      ['creditScore', 81],
      ['location', 81],
      ['source', 81],
    ])('refuses a %s of %d characters', async (param, length) => {
      const body = { ...ANN, [param]: 'x'.repeat(length) };
      const { status, body: told } = await desk.call<Refused>('POST /v1/leads', { body });
      expect([status, told.error.param]).toEqual([422, param]);
    });

    test('stores a phone without separators', async () => {
      await create({ ...ANN, phone: '+1 (555) 123-0001' });
      expect(await get('L-1')).toMatchObject({ phone: '+15551230001' });
    });

    test('keeps any text as it came', async () => {
      const texts = { name: '=1+1', creditScore: '007', idType: '1/2', location: 'TRUE', source: "'x" };
      await create({ ...ANN, ...texts });
      expect(await get('L-1')).toMatchObject(texts);
    });

    test('links a lead to the earlier ones with its phone', async () => {
      await create();
      await create({ ...ANN, name: 'Other', phone: '+15551239999' });
      const { status } = await create({ ...ANN, phone: '+1 555 123 0001' });
      expect(status).toBe(201);
      expect((await get('L-3')).activities).toMatchObject([
        { what: 'created', by: 'U-1' },
        { what: 'duplicate', leads: ['L-1'] },
      ]);
      expect((await get('L-2')).activities).toHaveLength(1);
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

    test.each(['', ' ', 'x'.repeat(256)])('of %j is refused', async (bad) => {
      const { status } = await create(ANN, { 'idempotency-key': bad });
      expect(status).toBe(422);
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

    test.each(['L-2', 'L-01', 'L-', 'l-1', 'V-1', 'L-1e0', '=1'])('knows no %s', async (id) => {
      await create();
      const { status, body } = await desk.call<Refused>(`GET /v1/leads/${id}`);
      expect([status, body.error.message]).toEqual([404, `There is no lead ${id}.`]);
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

    test.each<[object, number, string]>([
      [{ creditScore: '400' }, 52, 'warm'],
      [{ downPayment: 0, hasBank: false }, 42, 'cold'],
      [{ creditScore: '', downPayment: null, hasBank: null, tradeIn: null }, 35, 'review'],
      [{ location: 'Dallas' }, 76, 'hot'],
    ])('%j scores %d, %s', async (body, score, filter) => {
      expect((await patch(body)).body).toMatchObject({ score, filter });
      expect(desk.rows('Leads')).toMatchObject([{ score, filter }]);
    });

    test('remembers the first appointment or sale, whatever comes later', async () => {
      const { body } = await patch({ status: 'appointment' });
      expect(body.convertedAt).toMatch(/^2026-11-21T/);
      await desk.realm.scheduler.advance(3_600_000);
      expect((await patch({ status: 'sold' })).body.convertedAt).toBe(body.convertedAt);
      expect((await patch({ status: 'lost' })).body.convertedAt).toBe(body.convertedAt);
    });

    test.each<[object, string]>([
      [{ status: 'won' }, 'status'],
      [{ status: '' }, 'status'],
      [{ status: null }, 'status'],
      [{ id: 'L-9' }, 'id'],
      [{ score: 1 }, 'score'],
      [{ phone: '1' }, 'phone'],
      [{ name: '' }, 'name'],
    ])('refuses %j and names %s', async (body, param) => {
      const { status, body: told } = await patch(body);
      expect([status, told.error.param]).toEqual([422, param]);
      expect(await get('L-1')).toMatchObject({ version: 1, status: 'new' });
    });

    test('refuses notes of 5,001 characters', async () => {
      expect((await patch({ notes: 'x'.repeat(5_001) })).status).toBe(422);
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

    test.each(['"v1"', '"1"', 'v1', '1', '*'])('If-Match: %s changes version 1', async (tag) => {
      expect((await patch({ notes: 'x' }, { 'if-match': tag })).body.version).toBe(2);
    });

    test.each(['"v2"', '"v0"', 'W/"v1"', '"abc"', ''])(
      'If-Match: %s is 412, and nothing changes',
      async (tag) => {
        expect((await patch({ notes: 'x' }, { 'if-match': tag })).status).toBe(412);
        expect(await get('L-1')).toMatchObject({ notes: '', version: 1 });
      },
    );

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
      expect(await desk.call('DELETE /v1/leads/L-1')).toMatchObject({
        status: 200,
        body: { id: 'L-1', deleted: true },
      });
      expect((await desk.call('GET /v1/leads/L-1')).status).toBe(404);
      expect((await desk.call('DELETE /v1/leads/L-1')).status).toBe(404);
    });

    test('never gives the number to another', async () => {
      await create();
      await desk.call('DELETE /v1/leads/L-1');
      expect((await create()).body.id).toBe('L-2');
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
    beforeEach(async () => {
      for (const [at, one] of PEOPLE.entries()) await create({ ...one, phone: `+1555123000${at}` });
    });

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

    test.each<[Record<string, string>, string[]]>([
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
    ])('%j answers %j', async (query, expected) => {
      expect(await ids(query)).toEqual(expected);
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
      expect(await ids({ createdFrom: made })).toEqual(['L-3', 'L-2']);
      expect(await ids({ createdTo: made })).toEqual(['L-1']);
      expect(await ids({ updatedFrom: made })).toEqual(['L-3', 'L-2', 'L-1']);
      expect(await ids({ updatedFrom: first?.updatedAt ?? '' })).toEqual(['L-1']);
      expect(await ids({ updatedTo: made })).toEqual([]);
      const inParis = new Date(Date.parse(made) + 7_200_000).toISOString().replace('Z', '+02:00');
      expect(await ids({ createdFrom: inParis })).toEqual(['L-3', 'L-2']);
      expect(await ids({ createdFrom: inParis.replace('+', ' ') })).toEqual(['L-3', 'L-2']);
    });

    test('takes days in the time zone of the sheet, the last one included', async () => {
      const day = (ms: number) => new Date(desk.realm.scheduler.now() + ms).toISOString().slice(0, 10);
      desk.setTimeZone('Pacific/Kiritimati');
      const [today, tomorrow] = [day(14 * 3_600_000), day(38 * 3_600_000)];
      expect(await ids({ createdFrom: today, createdTo: today })).toHaveLength(3);
      expect(await ids({ createdFrom: tomorrow })).toEqual([]);
      expect(await ids({ createdTo: day(-10 * 3_600_000) })).toEqual([]);
    });

    test.each(['downPayment', '-downPayment', 'name', '-createdAt'])(
      'a list that is sorted by %s has the same order with a text that all leads have',
      async (sort) => {
        await create({ name: 'Abe', phone: '+15551230007', downPayment: 5_000 });
        await create({ name: 'abe', phone: '+15551230008' });
        expect(await ids({ sort, q: '123000' })).toEqual(await ids({ sort }));
      },
    );

    test.each<[Record<string, string>, string[], number]>([
      [{ page: '2', pageSize: '2' }, ['L-1'], 3],
      [{ page: '9' }, [], 3],
      [{ q: 'e', page: '2', pageSize: '1' }, ['L-1'], 2],
    ])('%j is the page %j of %d', async (query, expected, total) => {
      const { body } = await list(query);
      expect([body.data.map(({ id }) => id), body.total]).toEqual([expected, total]);
    });

    test.each<[Record<string, string>, string]>([
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
    ])('refuses %j and names %s', async (query, param) => {
      const { status, body } = await list(query);
      expect([status, body.error.param]).toEqual([422, param]);
    });
  });
});
