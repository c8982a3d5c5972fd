import { type Local, startLocal } from '../../local/local';
import { seedApi } from '../../local/seed';
import type { Demo } from '../../local/world/cafe';
import type { Execution } from '../../runtime/execution/execution';
import type { RunOptions } from '../../runtime/execution/executor';
import { OrderedScheduler } from '../../runtime/execution/ordered-scheduler';
import { typeInto } from '../../runtime/server/owner';
import type { Store } from '../../runtime/store';
import { runTimer } from '../../src/api/sheet';
import { SHEET_JOBS } from '../../src/api/timer';
import { letter } from '../../src/tables/schema/header';
import {
  type Asked,
  type Call,
  ENVELOPE,
  type SeededApi,
  startFilledApi,
  type Told,
  toPost,
  toSent,
} from '../harness/api';
import { IS_SQL } from '../harness/engine';
import { type HealthRow, toHealthRows } from '../harness/health';
import { IdleRuns } from '../harness/idle-runs';
import { OWNER, ROOT, START, TOKEN } from '../harness/local';

const MINUTE = 60_000;

/** What the owner enters. */
const CAFES = [
  { id: 'C-1', name: 'Corner', currency: 'EUR', timeZone: 'Europe/Berlin', taxPercent: 7 },
  { id: 'C-2', name: 'Station', currency: 'JPY', timeZone: 'Asia/Tokyo', taxPercent: null },
];

export interface Item {
  id: string;
  [field: string]: unknown;
}

/**
 * The built api with two cafes; manager and staff belong to C-1. It works on the store that `keep` makes of its own, from
 * the time `at` on, and leaves out the runs of its timer that would do nothing.
 */
export async function startCafe(keep = (store: Store) => store, at?: string): Promise<Cafe> {
  const startsAt = (now: number) => (at === undefined ? now : Date.parse(at));
  const serve = (store: Store, now?: number) =>
    now === undefined ? serveOnClock(store) : serveOnClock(keep(store), startsAt(now));
  const api = await startFilledApi('cafe', {
    serve,
    fill: fillCafes,
    cafes: CAFES,
    startsAt: startsAt(START),
  });
  const timer = new IdleRuns(api, () => runTimer(SHEET_JOBS));
  if (!IS_SQL) api.services.triggers.connect(timer, Object.values(api.scripts));
  return new Cafe(api, api.scheduler as OrderedScheduler, timer);
}

/** On virtual time, which stands still unless it is advanced. */
function serveOnClock(store: Store, now = START): Promise<Local> {
  const scheduler = new OrderedScheduler(now);
  return startLocal({ store, scheduler, root: ROOT, token: TOKEN, address: OWNER, virtual: true });
}

async function fillCafes(local: Local): Promise<Demo> {
  const demo = await seedApi(local);
  for (const [index, row] of CAFES.entries())
    for (const [column, value] of Object.values(row).entries())
      type(local, 'Cafes', `${String.fromCharCode(65 + column)}${index + 2}`, String(value ?? ''));
  return demo;
}

export class Cafe {
  readonly api: SeededApi;
  private readonly scheduler: OrderedScheduler;
  private readonly timer: IdleRuns;

  constructor(api: SeededApi, scheduler: OrderedScheduler, timer: IdleRuns) {
    this.api = api;
    this.scheduler = scheduler;
    this.timer = timer;
  }

  /** `PATCH /v1/menu/I-1`, as whoever has this token. */
  call(endpoint: string, asked: Asked = {}): Promise<Told> {
    const [method = '', path = ''] = endpoint.split(' ');
    return this.api.call(ENVELOPE, method, path, asked);
  }

  /** In one execution. */
  callAll<const C extends readonly Call[]>(...all: C): Promise<{ -readonly [At in keyof C]: Told }> {
    return this.api.callAll(all) as Promise<{ -readonly [At in keyof C]: Told }>;
  }

  async item(fields: object, cafe = 'C-1'): Promise<Item> {
    const token = this.api.tokens.admin;
    return toItem(await this.call(`POST /v1/cafes/${cafe}/menu`, { token, body: fields }));
  }

  /** In the order given, so that the first of an empty menu is I-1. */
  async items(all: readonly object[], cafe = 'C-1'): Promise<Item[]> {
    const token = this.api.tokens.admin;
    const told = await this.callAll(
      ...all.map((body): Call => [`POST /v1/cafes/${cafe}/menu`, { token, body }]),
    );
    return told.map(toItem);
  }

  order(items: object[], others: object = {}, headers: Record<string, string> = {}): Promise<Told> {
    return this.call('POST /v1/orders', { body: { cafeId: 'C-1', items, ...others }, headers });
  }

  async placed(items: object[]): Promise<Item> {
    const { body } = await this.order(items);
    await this.timerAfter(2 * MINUTE);
    return body as Item;
  }

  /** Several, of these items each, which are paid together. */
  async placedAll(...orders: readonly object[][]): Promise<Item[]> {
    const told = await this.orderAll(...orders);
    await this.timerAfter(2 * MINUTE);
    return told;
  }

  /** In one execution. */
  async orderAll(...orders: readonly object[][]): Promise<Item[]> {
    const told = await this.callAll(
      ...orders.map((items): Call => ['POST /v1/orders', { body: { cafeId: 'C-1', items } }]),
    );
    return told.map(toItem);
  }

  async get(id: string, token?: string): Promise<Item> {
    const { body } = await this.call(`GET /v1/orders/${id}`, token ? { token } : {});
    return body as Item;
  }

  move(id: string, body: object, token = this.api.tokens.staff): Promise<Told> {
    return this.call(`PATCH /v1/orders/${id}`, { token, body });
  }

  /** From status to status, in one execution. */
  async moveOn(id: string, statuses: readonly string[], token = this.api.tokens.staff): Promise<Told[]> {
    return this.callAll(
      ...statuses.map((status): Call => [`PATCH /v1/orders/${id}`, { token, body: { status } }]),
    );
  }

  /** Time goes by; the timers run. */
  later(ms: number): Promise<void> {
    return this.scheduler.advance(ms);
  }

  /** Time goes by in one step, and the timer runs once: what an order waits for is due by then, whatever the minutes between do. */
  async timerAfter(ms: number): Promise<void> {
    // A database has no step over its own timer.
    if (IS_SQL) return this.later(ms + 1_000);
    const { triggers } = this.api.services;
    await triggers.close();
    await this.later(ms);
    await this.runTimer();
    triggers.connect(this.timer, Object.values(this.api.scripts));
  }

  /** From now on hours pass in no time. */
  stopTimers(): void {
    if (IS_SQL) return;
    const { triggers } = this.api.services;
    for (const { id } of triggers.list()) triggers.remove(id);
  }

  /** What the timer runs every minute. */
  runTimer(): Promise<Execution> {
    return this.run('deliverOutbox', [], { kind: 'trigger' });
  }

  /** Epoch ms of virtual time. */
  now(): number {
    return this.scheduler.now();
  }

  run(name: string, args: readonly unknown[], options: RunOptions = {}): Promise<Execution> {
    return this.api.run(this.api.scripts.api, name, args, options);
  }

  rows(tab: string) {
    return this.api.services.spreadsheets.rows(this.api.scripts.api.spreadsheetId, tab);
  }

  /** Of the spreadsheet. */
  setTimeZone(timeZone: string): void {
    const { services, scripts } = this.api;
    if (IS_SQL) this.api.enter({ timeZone });
    else services.spreadsheets.settings(scripts.api.spreadsheetId, { timeZone });
  }

  /** A script property is lost. */
  forget(key: string): void {
    this.api.services.store.prepare('delete from properties where key = ?').run(key);
  }

  /** Somebody types into the row of this id, and the sheet's trigger runs. */
  async edit(tab: string, id: string, column: string, text: string): Promise<void> {
    const a1 = this.cellOf(tab, id, column);
    // It goes up as it is, and no script hears of it.
    if (IS_SQL) return type(this.api, tab, a1, text);
    return typeInto(this.api, this.api.scripts.api, { tab, a1, text });
  }

  /** Somebody pastes a block into a tab: these cells of it are others than before, and the sheet's trigger runs once. */
  async paste(
    tab: string,
    cells: readonly [row: string | number, column: string, text: string][],
  ): Promise<void> {
    for (const [row, column, text] of cells) type(this.api, tab, this.cellOf(tab, row, column), text);
    if (IS_SQL) return;
    const { spreadsheetId } = this.api.scripts.api;
    const rows = this.rows(tab);
    const a1 = `A2:${letter(Object.keys(rows[0] ?? {}).length - 1)}${rows.length + 1}`;
    const event = { authMode: 'LIMITED', place: { spreadsheetId, edited: { tab, a1 }, unknown: [] } };
    await this.run('onEdit', [event], { kind: 'simple trigger' });
  }

  /** The note on a cell of the row of this id. */
  note(tab: string, id: string, column: string): string {
    const rows = this.rows(tab);
    const row = rows.findIndex((one) => one.id === id) + 2;
    const at = Object.keys(rows[0] ?? {}).indexOf(column) + 1;
    return this.grid(tab)?.attributes(row, at)?.note ?? '';
  }

  /** Which values the cells of a column take, where they do not take any. */
  ruleOf(tab: string, column: number) {
    return this.grid(tab)?.attributes(2, column)?.rule;
  }

  /** The note on the first cell of a tab. */
  headerNote(tab: string): string {
    return this.grid(tab)?.attributes(1, 1)?.note ?? '';
  }

  /** What Health says of something, or under its label; undefined where it says nothing of it. */
  async health(what: string): Promise<HealthRow | undefined> {
    await this.run('showHealth', [], { kind: 'menu' });
    const book = this.api.services.spreadsheets.grid(this.api.scripts.api.spreadsheetId);
    const cells = book.find(({ name }) => name === 'Health')?.cells ?? [];
    const rows = toHealthRows(cells);
    return rows.find(({ label }) => label === what) ?? rows.find(({ text }) => text.includes(what));
  }

  /** In A1 notation. */
  /** A row is named by its id, or by its number where it has none. */
  private cellOf(tab: string, named: string | number, column: string): string {
    const rows = this.rows(tab);
    const row = typeof named === 'number' ? named : rows.findIndex(({ id }) => id === named) + 2;
    return `${letter(Object.keys(rows[0] ?? {}).indexOf(column))}${row}`;
  }

  private grid(tab: string) {
    const { services, scripts } = this.api;
    return services.spreadsheets.books.get(scripts.api.spreadsheetId).findByName(tab)?.grid;
  }

  /** The same as a call, run at once and by itself, with what is to go wrong in it. */
  async execute(endpoint: string, asked: Asked, options: RunOptions = {}): Promise<Execution> {
    return this.run('doPost', [toPost(toSent(endpoint, asked))], options);
  }

  /** The service calls of the last execution whose names begin so. */
  calls(prefix: string): string[] {
    const [last] = this.api.executions.slice(-1);
    return (last?.calls ?? []).map(({ method }) => method).filter((method) => method.startsWith(prefix));
  }

  close(): Promise<void> {
    return this.api.close();
  }
}

function toItem({ status, body }: Told): Item {
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body as Item;
}

function type({ services, scripts, scheduler }: Local, tab: string, a1: string, text: string): void {
  services.spreadsheets.editAs(scripts.api.spreadsheetId, tab, { a1, text, now: scheduler.now() });
}
