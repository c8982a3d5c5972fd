/** Random requests, each by one of two hosts, against a model: what one host has answered the other one knows. */
import fc from 'fast-check';
import { randomCases } from '../../harness/extent';
import { type Pair, startPair } from './pair';

const { seed, numRuns } = randomCases(5, 10);
const STEPS = 150;
const STATUSES = ['new', 'contacted', 'sold', 'lost'] as const;

let pair: Pair;
beforeAll(async () => {
  pair = await startPair('walk');
});
afterAll(() => pair.close());

interface Lead {
  id: string;
  name: string;
  notes: string;
  status: string;
  version: number;
}

const at = fc.nat(1_000);
const status = fc.constantFrom(...STATUSES);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('create' as const), hasKey: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('repeat' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('import' as const), rows: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('change' as const),
      at,
      status,
      match: fc.constantFrom('none', 'current', 'old'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('delete' as const), at }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('read' as const), at }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('list' as const), status }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('count' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('price' as const), price: fc.integer({ min: 1, max: 9_999 }) }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('menu' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What there should be. */
class Model {
  readonly leads: Lead[] = [];
  readonly deleted: string[] = [];
  /** The last creation with a key. */
  last: { asked: object; id: string } | undefined;
  price = 250;
  readonly item: string;
  private readonly run: number;
  private names = 0;

  constructor(run: number, item: string) {
    this.run = run;
    this.item = item;
  }

  /** Of this run alone, so that its leads are told from those of others. */
  get location(): string {
    return `Town ${this.run}`;
  }

  newLead() {
    const name = `Lead ${this.run}.${++this.names}`;
    return {
      name,
      phone: `+1555${String(3_000_000 + this.run * 10_000 + this.names)}`,
      location: this.location,
    };
  }

  add(id: string, { name }: { name: string }): void {
    this.leads.unshift({ id, name, notes: '', status: 'new', version: 1 });
  }
}

async function take(model: Model, given: Step): Promise<void> {
  if (given.what === 'create') {
    const body = model.newLead();
    const headers: Record<string, string> = given.hasKey ? { 'idempotency-key': body.name } : {};
    const told = await pair.ask<{ id: string }>('POST /v1/leads', { body, headers });
    expect([given, told.status]).toEqual([given, 201]);
    model.add(told.body.id, body);
    if (given.hasKey) model.last = { asked: { body, headers }, id: told.body.id };
  } else if (given.what === 'repeat') {
    if (!model.last || model.deleted.includes(model.last.id)) return;
    const told = await pair.ask<{ id: string }>('POST /v1/leads', model.last.asked);
    expect([given, told.status, told.body.id]).toEqual([given, 201, model.last.id]);
  } else if (given.what === 'import') {
    const rows = Array.from({ length: given.rows }, () => model.newLead());
    const told = await pair.ask<{ data: { id: string }[] }>('POST /v1/leads/import', { body: { rows } });
    expect([given, told.status]).toEqual([given, 200]);
    for (const [index, row] of rows.entries()) model.add(told.body.data[index]?.id ?? '', row);
  } else await takeOn(model, given);
}

async function takeOn(model: Model, given: Step): Promise<void> {
  if (given.what === 'change') {
    const lead = model.leads[given.at % model.leads.length];
    if (!lead) return;
    const version = given.match === 'old' ? lead.version - 1 : lead.version;
    const headers: Record<string, string> = given.match === 'none' ? {} : { 'if-match': `"v${version}"` };
    const notes = `note ${lead.version}`;
    const body = { status: given.status, notes };
    const told = await pair.ask(`PATCH /v1/leads/${lead.id}`, { body, headers });
    expect([given, told.status]).toEqual([given, given.match === 'old' ? 412 : 200]);
    if (told.status !== 200) return;
    Object.assign(lead, { status: given.status, notes, version: lead.version + 1 });
    expect(told.body).toMatchObject(lead);
  } else if (given.what === 'delete') {
    const lead = model.leads[given.at % model.leads.length];
    if (!lead) return;
    expect((await pair.ask(`DELETE /v1/leads/${lead.id}`)).status).toBe(200);
    model.leads.splice(model.leads.indexOf(lead), 1);
    model.deleted.push(lead.id);
  } else await look(model, given);
}

async function look(model: Model, given: Step): Promise<void> {
  if (given.what === 'read') {
    const lead = model.leads[given.at % model.leads.length];
    const gone = model.deleted[given.at % model.deleted.length];
    if (lead) expect((await pair.ask(`GET /v1/leads/${lead.id}`)).body).toMatchObject(lead);
    if (gone) expect((await pair.ask(`GET /v1/leads/${gone}`)).status).toBe(404);
  } else if (given.what === 'list') {
    const query = new URLSearchParams({ status: given.status, location: model.location, pageSize: '5' });
    const { body } = await pair.ask<{ data: Lead[]; total: number }>(`GET /v1/leads?${query}`);
    const wanted = model.leads.filter((lead) => lead.status === given.status);
    expect([given, body.total, body.data.map(({ id }) => id)]).toEqual([
      given,
      wanted.length,
      wanted.slice(0, 5).map(({ id }) => id),
    ]);
  } else if (given.what === 'count') {
    // Reports may be a minute old.
    await pair.pass(61_000);
    const query = new URLSearchParams({ location: model.location });
    const { body } = await pair.ask<{ totalLeads: number }>(`GET /v1/analytics/summary?${query}`);
    expect(body.totalLeads).toBe(model.leads.length);
  } else if (given.what === 'price') {
    const told = await pair.ask(`PATCH /v1/menu/${model.item}`, { body: { price: given.price } });
    expect([given, told.status]).toEqual([given, 200]);
    model.price = given.price;
  } else if (given.what === 'menu') {
    const { body } = await pair.ask<{ data: { id: string; price: number }[] }>('GET /v1/cafes/C-1/menu');
    expect(body.data.find(({ id }) => id === model.item)?.price).toBe(model.price);
  }
}

test(`${numRuns} walks of ${STEPS} requests by two hosts end as one host alone would have it`, async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      const run = ++runs;
      const body = { name: `Item ${run}`, price: 250 };
      const { id } = (await pair.insist<{ id: string }>('POST /v1/cafes/C-1/menu', { body })).body;
      const model = new Model(run, id);
      for (const given of steps) await take(model, given);
    }),
    { seed, numRuns, endOnFailure: true },
  );
});
