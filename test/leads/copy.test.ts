import type { RunOptions } from '../../runtime/execution/executor';
import { extent, testLong } from '../harness/extent';
import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Asked } from './script';

interface Listed {
  id: string;
  name: string;
  status: string;
  phone: string;
  updatedAt: string;
}

type Page<R> = { data: R[]; page: number; pageSize: number; total: number };

const MINUTE = 60_000;
const PAGE = 11;
/** What the list has unless it is asked for another size. */
const DELETED_PAGE = 25;
/** What the document says that changes may take to become visible. */
const OVERLAP = 10 * MINUTE;
const ROUNDS = extent({ usual: 1, long: 8 });
const STATUSES = ['contacted', 'appointment', 'sold', 'lost'];

/** A copy of all leads as another system keeps it: it asks for what has changed since it last began to ask. */
class Copy {
  readonly leads = new Map<string, Listed>();
  /** How many leads it was sent. */
  received = 0;
  private readonly desk: LeadDesk;
  private lastBegan = 0;

  constructor(desk: LeadDesk) {
    this.desk = desk;
  }

  async update(): Promise<void> {
    const began = this.desk.realm.scheduler.now();
    const since = new Date(Math.max(0, this.lastBegan - OVERLAP)).toISOString();
    let changed: Listed[];
    let last = '';
    do {
      const query = {
        updatedFrom: since,
        sort: 'id',
        pageSize: String(PAGE),
        ...(last ? { after: last } : {}),
      };
      changed = (await this.get<Listed>('GET /v1/leads', query)).data;
      for (const lead of changed) this.leads.set(lead.id, lead);
      this.received += changed.length;
      last = changed[changed.length - 1]?.id ?? '';
    } while (changed.length === PAGE);
    let deleted: { id: string }[];
    for (let page = 1; ; page++) {
      deleted = (await this.get<{ id: string }>('GET /v1/leads/deleted', { since, page: String(page) })).data;
      for (const { id } of deleted) this.leads.delete(id);
      if (deleted.length < DELETED_PAGE) break;
    }
    this.lastBegan = began;
  }

  private async get<R>(endpoint: string, query: Record<string, string>): Promise<Page<R>> {
    const { status, body } = await this.desk.call<Page<R>>(endpoint, { query });
    expect(status).toBe(200);
    return body;
  }
}

describe('a copy of all leads', () => {
  let desk: LeadDesk;
  let seed: number;
  beforeEach(async () => {
    desk = await startLeadDesk();
    seed = 1;
  });
  afterEach(() => desk.close());

  /** The same in each run of this test. */
  function random(below: number): number {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  }

  const later = (ms: number) =>
    new Promise<void>((resume) => {
      desk.realm.scheduler.at(desk.realm.scheduler.now() + ms, resume);
    });
  const ids = () => desk.rows('Leads').flatMap(({ id }) => (id ? [String(id)] : []));
  /** One that finds the sheet busy has changed nothing. */
  const ask = (endpoint: string, asked: Asked = {}, options: RunOptions = {}) =>
    desk.execute('call', [endpoint, asked], options);
  const numbered = (number: number) => ({
    body: { name: `N ${number}`, phone: `+1555123${1_000 + number}` },
  });
  const create = (number: number) => ask('POST /v1/leads', numbered(number));
  const createAll = (first: number, count: number) =>
    desk.callAll(Array.from({ length: count }, (_, at) => ['POST /v1/leads', numbered(first + at)]));

  async function change(): Promise<void> {
    const all = ids();
    const id = all[random(all.length)] ?? 'L-1';
    const kind = random(10);
    const patch = { body: { status: STATUSES[random(4)], notes: `note ${random(1_000)}` } };
    // Before the lock: what is written has a time of three minutes ago.
    const slow = { call: 1 + random(3), kind: 'slow', ms: 3 * MINUTE } as const;
    if (kind === 0) await ask(`DELETE /v1/leads/${id}`);
    else if (kind === 1) await create(random(1_000));
    else if (kind === 2) await ask('POST /v1/messaging/messages', { body: { leadId: id, body: 'hello' } });
    else if (kind === 3) await ask(`PATCH /v1/leads/${id}`, patch, { fault: slow });
    else await ask(`PATCH /v1/leads/${id}`, patch);
  }

  async function changeOften(): Promise<void> {
    for (let count = 0; count < extent({ usual: 1, long: 4 }); count++) await change();
  }

  test('is the same as the sheet, however many change leads meanwhile', async () => {
    await createAll(0, 20);
    await desk.realm.scheduler.advance(OVERLAP);
    const copy = new Copy(desk);
    // It begins while others have begun and are not done.
    const updateOften = async () => {
      for (let count = 0; count < extent({ usual: 1, long: 4 }); count++) {
        await copy.update();
        await later(MINUTE / 2);
      }
    };
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all([changeOften(), changeOften(), updateOften(), changeOften()]);
      await desk.run('deliver');
      await desk.realm.scheduler.advance(7 * MINUTE);
    }
    await copy.update();
    const own = [...copy.leads.values()].map(({ id, name, status, phone, updatedAt }) => ({
      ...{ id, name, status, phone, updatedAt },
    }));
    const rows = desk.rows('Leads').filter(({ id }) => id);
    const there = rows.map(({ id, name, status, phone, updatedAt }) => ({
      ...{ id, name, status, phone, updatedAt },
    }));
    const byId = (one: { id: unknown }, other: { id: unknown }) =>
      String(one.id) < String(other.id) ? -1 : 1;
    expect(own.sort(byId)).toEqual(there.sort(byId));
    // Only what has changed was asked for: much less than all leads each time.
    expect(copy.received).toBeLessThan((ROUNDS * 4 * rows.length) / 1.5);
  });

  testLong('misses nothing in the night in which clocks show an hour twice', async () => {
    desk.setTimeZone('Europe/Berlin');
    await desk.realm.scheduler.advance(Date.parse('2027-10-31T00:00:00Z') - desk.realm.scheduler.now());
    await createAll(1, 20);
    const copy = new Copy(desk);
    // They go back at 01:00 UTC.
    for (let number = 1; number <= 10; number++) {
      await copy.update();
      await desk.realm.scheduler.advance(15 * MINUTE);
      await ask(`PATCH /v1/leads/L-${number}`, { body: { status: 'contacted' } });
      await ask(`DELETE /v1/leads/L-${10 + number}`);
    }
    await copy.update();
    const own = [...copy.leads.values()].map(({ id, status }) => `${id} ${status}`);
    expect(own).toEqual(Array.from({ length: 10 }, (_, index) => `L-${index + 1} contacted`));
  });

  test('has all leads that were made at the same time, page by page', async () => {
    const names = Array.from({ length: 15 }, (_, number) => `N ${number}`);
    const rows = names.map((name, number) => ({ name, phone: `+1555124${1_000 + number}` }));
    await desk.call('POST /v1/leads/import', { body: { rows } });
    const copy = new Copy(desk);
    await copy.update();
    expect([...copy.leads.values()].map(({ name }) => name)).toEqual(names);
  });
});
