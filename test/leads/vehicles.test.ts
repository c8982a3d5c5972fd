import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Asked, Step, Told } from './script';

const ACCORD = { make: 'Honda', model: 'Accord', price: 12_500.5 };
const FULL = { ...ACCORD, vin: '1HGCM82633A004352', year: 2003, miles: 98_000, location: 'Austin' };

type Vehicle = Record<string, unknown>;
type Refused = { error: { param?: string; message: string } };

describe('the vehicles', () => {
  let desk: LeadDesk;
  beforeEach(async () => {
    desk = await startLeadDesk();
  });
  afterEach(() => desk.close());

  const create = (body: object, headers = {}) =>
    desk.call<Vehicle & Refused>('POST /v1/vehicles', { body, headers });
  const creating = (body: object, headers = {}): Step => ['call', 'POST /v1/vehicles', { body, headers }];
  const changing = (body: object, headers = {}): Step => [
    'call',
    'PATCH /v1/vehicles/V-1',
    { body, headers },
  ];
  const run = async (...steps: readonly Step[]) =>
    (await desk.runAll(...steps)) as (Told & { body: Vehicle & Refused })[];

  test('POST answers 201 with the vehicle; make, model and price are enough', async () => {
    const [made, least] = await run(creating({ ...FULL, vin: ' 1hgcm82633a004352 ' }), creating(ACCORD));
    const { status, headers, body } = made as Told;
    expect(least?.body).toMatchObject({
      ...ACCORD,
      vin: '',
      year: null,
      miles: null,
      location: '',
      isVinFlagged: false,
    });
    expect([status, headers]).toEqual([201, { location: '/v1/vehicles/V-1' }]);
    expect(body).toMatchObject({ ...FULL, id: 'V-1', status: 'available', isVinFlagged: false, version: 1 });
  });

  const FOUND: [Record<string, string>, string[]][] = [
    [{ priceMin: '12500.5' }, ['V-2', 'V-1']],
    [{ priceMax: '12500.5' }, ['V-1']],
    [{ yearMin: '2003', yearMax: '2003' }, ['V-1']],
    [{ milesMin: '98001' }, []],
    [{ status: 'available,pending' }, ['V-2', 'V-1']],
    [{ make: 'ford,Honda', priceMax: '13000' }, ['V-1']],
    [{ updatedFrom: '2020-01-01', createdTo: '2020-01-01' }, []],
  ];

  test('GET answers the vehicle or 404, and what fits', async () => {
    const [created, , read, none, ...told] = await desk.callAll<{ data: Vehicle[] }>([
      ['POST /v1/vehicles', { body: FULL }],
      ['POST /v1/vehicles', { body: { ...ACCORD, make: 'Ford', price: 20_000 } }],
      ['GET /v1/vehicles/V-1'],
      ['GET /v1/vehicles/V-9'],
      ...FOUND.map(([query]): [string, Asked] => ['GET /v1/vehicles', { query }]),
    ]);
    expect(read).toMatchObject({ status: 200, body: created?.body });
    expect(none?.status).toBe(404);
    expect(told.map(({ body }, at) => [FOUND[at]?.[0], body.data.map(({ id }) => id)])).toEqual(FOUND);
  });

  test('a VIN with a wrong check digit is flagged, not refused', async () => {
    const told = await run(creating({ ...ACCORD, vin: '1HGCM82633A004325' }), changing({ vin: FULL.vin }));
    expect(told.map(({ status, body }) => [status, body.isVinFlagged])).toEqual([
      [201, true],
      [200, false],
    ]);
  });

  const REFUSED: [object, string][] = [
    [{ make: 'Honda', model: 'Accord' }, 'price'],
    [{ ...ACCORD, make: ' ' }, 'make'],
    [{ ...ACCORD, price: '12500' }, 'price'],
    [{ ...ACCORD, price: -1 }, 'price'],
    [{ ...ACCORD, price: null }, 'price'],
    [{ ...ACCORD, year: 1800 }, 'year'],
    [{ ...ACCORD, year: 2003.5 }, 'year'],
    [{ ...ACCORD, miles: -1 }, 'miles'],
    [{ ...ACCORD, status: 'stolen' }, 'status'],
    [{ ...ACCORD, colour: 'red' }, 'colour'],
    [{ ...ACCORD, isVinFlagged: false }, 'isVinFlagged'],
  ];

  test('POST refuses what is not valid and names the field; nothing is written', async () => {
    const told = await desk.callAll<Partial<Refused>>(
      REFUSED.map(([body]) => ['POST /v1/vehicles', { body }]),
    );
    expect(told.map(({ status, body }) => [status, body.error?.param])).toEqual(
      REFUSED.map(([, param]) => [422, param]),
    );
    expect(desk.rows('Vehicles')).toEqual([]);
  });

  test('POST with an Idempotency-Key makes one vehicle, and refuses another body', async () => {
    const key = { 'idempotency-key': 'one' };
    const [first, second, , third, other] = await run(
      creating(FULL, key),
      creating(FULL, key),
      changing({ price: 11_000, vin: '1HGCM82633A004325', location: 'Dallas' }),
      creating(FULL, key),
      creating(ACCORD, key),
    );
    expect([second, third]).toEqual([first, first]);
    expect(other?.body.error.param).toBe('idempotency-key');
    expect(desk.rows('Vehicles')).toHaveLength(1);
  });

  test('PATCH changes price, status and miles, and records who did', async () => {
    const [, told] = await run(creating(FULL), changing({ price: 11_000, status: 'sold', miles: 99_000 }));
    expect(told?.status).toBe(200);
    expect(told?.body).toMatchObject({ ...FULL, price: 11_000, status: 'sold', miles: 99_000, version: 2 });
    const [row] = desk.rows('Vehicles');
    expect(JSON.parse(String(row?.activities))[1]).toMatchObject({
      by: 'U-1',
      changes: { price: { from: 12_500.5, to: 11_000 }, status: { from: 'available', to: 'sold' } },
    });
  });

  test('the oldest of many changes move to the archive, and none is lost', async () => {
    await create(FULL);
    const old = Array.from({ length: 330 }, (_, at) => ({
      at: new Date(at * 1_000).toISOString(),
      by: 'U-1',
      what: 'changed',
      changes: { location: { from: 'x'.repeat(18), to: 'y'.repeat(18) } },
    }));
    desk.edit('Vehicles', 'P2', JSON.stringify(old));
    const { status, body } = await desk.call<Vehicle>('PATCH /v1/vehicles/V-1', { body: { price: 11_000 } });
    expect([status, body.price, body.version]).toEqual([200, 11_000, 3]);
    const [archived, ...others] = desk.rows('Archive');
    expect([archived, others]).toMatchObject([{ target: 'V-1', kind: 'activities' }, []]);
    const [moved, kept] = [archived?.entries, desk.rows('Vehicles')[0]?.activities].map(
      (cell) => JSON.parse(String(cell)) as object[],
    );
    expect([...(moved ?? []), ...(kept ?? [])]).toEqual([
      ...old,
      expect.objectContaining({ changes: { price: { from: 12_500.5, to: 11_000 } } }),
    ]);
  });

  test('PATCH is 412 for a version that has passed, 404 for a vehicle that is not there', async () => {
    const told = await run(
      creating(FULL),
      changing({ price: 1 }, { 'if-match': '"v1"' }),
      changing({ price: 2 }, { 'if-match': '"v1"' }),
      ['call', 'PATCH /v1/vehicles/V-2', { body: { price: 1 } }],
    );
    expect(told.map(({ status }) => status)).toEqual([201, 200, 412, 404]);
  });

  test('GET lists those of all locations, filtered and sorted', async () => {
    const corolla = { ...ACCORD, make: 'Toyota', model: 'Corolla', price: 9_000, location: 'Dallas' };
    await run(creating(FULL), creating(corolla));
    const expected: [Record<string, string>, string[]][] = [
      [{}, ['V-2', 'V-1']],
      [{ location: 'austin' }, ['V-1']],
      [{ sort: '-price' }, ['V-1', 'V-2']],
      [{ q: 'corol' }, ['V-2']],
      [{ status: 'available', price: '9000' }, ['V-2']],
    ];
    const [refused, ...told] = await desk.callAll<{ data: Vehicle[] }>(
      [{ status: 'gone' }, ...expected.map(([query]) => query)].map((query) => [
        'GET /v1/vehicles',
        { query },
      ]),
    );
    expect(told.map(({ body }, at) => [expected[at]?.[0], body.data.map(({ id }) => id)])).toEqual(expected);
    expect(refused?.status).toBe(422);
  });
});
