import path from 'node:path';
import { type Local, type LocalOptions, startLocal } from '../../local/local';
import type { Execution } from '../../runtime/execution/execution';
import type { RunOptions } from '../../runtime/execution/executor';
import { OrderedScheduler } from '../../runtime/execution/ordered-scheduler';
import { type Script, toSourceFile } from '../../runtime/execution/script';
import type { DeliveredMessage, DeliverOptions, Google } from '../../runtime/google/google';
import type { SentMail } from '../../runtime/mail/sent-mail';
import type { SheetView, Spreadsheets } from '../../runtime/spreadsheet/spreadsheets';
import { openStore, type Store } from '../../runtime/store';
import { ANNA } from './mail';
import { prepared } from './prepared';

export const START = Date.UTC(2026, 10, 21, 9, 0, 0);
export const OWNER = 'owner@example.com';
export const TOKEN = 'token-of-the-test';
export const ROOT = path.resolve(__dirname, '../..');

/** Code beside that of a script, which has said how it forgets an execution. A web app's answer is told by its content. */
const STEPS = toSourceFile(
  'Steps.js',
  `function runAll(steps) {
    const forget = globalThis[Symbol.for('local-apps-script.forget')];
    return steps.map(([name, ...args]) => {
      forget();
      const returned = globalThis[name](...args);
      return returned?.getContent ? returned.getContent() : returned;
    });
  }`,
);

/** Names a function of the script, and has what it is given. */
export type Step = readonly [name: string, ...args: unknown[]];

type Row = Record<string, string | number | boolean | null>;

/** A mailbox and a sheet in which nothing has happened yet; `setUp` is the owner's first step. */
export async function startDesk(
  store = openStore(':memory:'),
  now = START,
  google: Behaviour = {},
): Promise<Desk> {
  const scheduler = new OrderedScheduler(now);
  return new Desk(await startOver(store, scheduler, google), scheduler, store);
}

/** How Google behaves, and with which scopes the scripts were deployed to it. */
export type Behaviour = Pick<LocalOptions, 'doubts' | 'wideSheets'>;

/** A desk at which this has been done: once in this run of the tests, every other goes on from a copy. */
export async function startPreparedDesk(name: string, work: (desk: Desk) => Promise<unknown>): Promise<Desk> {
  const { store, made } = await prepared(name, async (original) => {
    const desk = await startDesk(original);
    await work(desk);
    await desk.local.close();
    return { now: desk.now() };
  });
  return startDesk(store, made.now);
}

/** A desk that is set up, tracks these senders and has checked for the first time. */
export function startTracking(settings: object = { senders: [ANNA] }): Promise<Desk> {
  return startPreparedDesk(`tracking ${JSON.stringify(settings)}`, (desk) => track(desk, settings));
}

/** The owner's first steps. */
export async function track(desk: Desk, settings: object = { senders: [ANNA] }): Promise<void> {
  await desk.setUp();
  await desk.run('saveSettings', settings);
  await desk.run('checkMail');
}

/** The built desk script on virtual time, with its owner's mailbox, files and sheet. */
export class Desk {
  local: Local;
  scheduler: OrderedScheduler;
  readonly store: Store;

  constructor(local: Local, scheduler: OrderedScheduler, store: Store) {
    this.local = local;
    this.scheduler = scheduler;
    this.store = store;
  }

  get google(): Google {
    return this.local.google;
  }

  get spreadsheets(): Spreadsheets {
    return this.local.services.spreadsheets;
  }

  /** Epoch ms of virtual time. */
  now(): number {
    return this.scheduler.now();
  }

  /** Runs a function as the owner would from the editor: what it returned, or throws what it threw. */
  async run(name: string, ...args: unknown[]): Promise<unknown> {
    return resultOf(await this.execute(name, args));
  }

  /** The same, answering the whole execution, with its ledger. */
  execute(name: string, args: readonly unknown[] = [], options: RunOptions = {}): Promise<Execution> {
    return this.local.run(this.local.scripts.desk, name, args, options);
  }

  /** Several functions in one execution, which is much cheaper: none finds what the one before it has left to its execution. */
  async runAll(...steps: readonly Step[]): Promise<unknown[]> {
    return resultOf(await this.executeAll(...steps)) as unknown[];
  }

  /** The same, answering the execution, with the ledger of all of them. */
  executeAll(...steps: readonly Step[]): Promise<Execution> {
    return executeAll(this.local, this.local.scripts.desk, steps);
  }

  /** A check as the timer makes it, which reads the settings only where there is a reason to. */
  checkByTimer(): Promise<Execution> {
    return this.execute('checkMail', [{ triggerUid: '1' }]);
  }

  async setUp(): Promise<void> {
    await this.run('setUp');
  }

  /** A message comes in, in the inbox unless labels say otherwise. */
  deliver(raw: string | Uint8Array, options?: DeliverOptions): Promise<DeliveredMessage> {
    return this.google.deliver(typeof raw === 'string' ? Buffer.from(raw) : raw, options);
  }

  /** The rows of a tab of the desk's sheet, keyed by its header; dates as ISO 8601 in UTC. */
  rows(tab: string): Row[] {
    return this.spreadsheets.rows(this.book, tab);
  }

  /** Everything that the sheet shows, tab by tab. */
  sheets(): SheetView[] {
    return this.spreadsheets.grid(this.book);
  }

  /** What the tab Settings says for a key. */
  setting(key: string): Row[string] {
    return this.rows('Settings')[this.settingIndex(key)]?.value ?? null;
  }

  /** The owner types a value into the tab Settings. */
  set(key: string, text: string): void {
    const a1 = `B${this.settingIndex(key) + 2}`;
    this.spreadsheets.editAs(this.book, 'Settings', { a1, text, now: this.now() });
  }

  /** The owner types a text into a cell. */
  edit(tab: string, a1: string, text: string): void {
    this.spreadsheets.editAs(this.book, tab, { a1, text, now: this.now() });
  }

  /** The owner sorts a tab by the column with this header. */
  sort(tab: string, header: string): void {
    this.spreadsheets.sort(this.book, tab, { column: (this.grid(tab)[0]?.indexOf(header) ?? -1) + 1 });
  }

  insertColumn(tab: string, at: number): void {
    this.spreadsheets.insertLines(this.book, tab, { dimension: 'columns', at, count: 1 });
  }

  deleteColumn(tab: string, at: number): void {
    this.spreadsheets.deleteLines(this.book, tab, { dimension: 'columns', at, count: 1 });
  }

  /** A script of the owner's own, bound to the same sheet: what the function returned. */
  async ownerRuns<R>(body: () => R): Promise<R> {
    const { desk } = this.local.scripts;
    const files = new Map(desk.files).set(
      'Code.js',
      toSourceFile('Code.js', `function main() { return (${body})(); }`),
    );
    return resultOf(await this.local.run({ ...desk, files }, 'main')) as R;
  }

  /** The menus that the script has put into the sheet. */
  menus(): unknown {
    return this.spreadsheets.menus(this.local.scripts.desk.name);
  }

  deleteRow(tab: string, at: number): void {
    this.spreadsheets.deleteLines(this.book, tab, { dimension: 'rows', at, count: 1 });
  }

  /** What the cells of a tab show, the header first. */
  grid(tab: string): string[][] {
    return this.sheets().find(({ name }) => name === tab)?.cells ?? [];
  }

  /** A call of the mail API by somebody else, such as the owner's mail program. */
  async gmail(path: string, body: object): Promise<void> {
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${this.local.urls.gmail}/gmail/v1/users/me/${path}`, request);
    if (!answer.ok) throw new Error(await answer.text());
  }

  clearProperties(): void {
    this.store.prepare('delete from properties').run();
  }

  /** The script's own properties. */
  properties(): Record<string, string> {
    const rows = this.store
      .prepare('select key, value from properties where owner = ?')
      .all(`script ${this.local.scripts.desk.id}`) as { key: string; value: string }[];
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  }

  /** The mail that scripts sent since the start, the newest last. */
  sent(): readonly SentMail[] {
    return this.local.services.sentMail;
  }

  /** Lets virtual time pass; timers that become due meanwhile run to their end. */
  advance(ms: number): Promise<void> {
    return this.scheduler.advance(ms);
  }

  /** From now on the script runs only where somebody asks it to: hours pass in no time. */
  stopTimers(): void {
    const { triggers } = this.local.services;
    for (const { id } of triggers.list()) triggers.remove(id);
  }

  /** The machine is switched off and on: only what is stored remains. */
  async restart(): Promise<void> {
    await this.local.close();
    this.scheduler = new OrderedScheduler(this.scheduler.now());
    this.local = await startOver(this.store, this.scheduler);
  }

  async close(): Promise<void> {
    await this.local.close();
    this.store.close();
  }

  private get book(): string {
    return this.local.scripts.desk.spreadsheetId;
  }

  private settingIndex(key: string): number {
    const index = this.rows('Settings').findIndex((row) => row.key === key);
    if (index < 0) throw new Error(`The Settings tab has no key "${key}".`);
    return index;
  }
}

/** Several functions of a script in one execution: none finds what the one before it has left to its execution. */
export function executeAll(
  local: Local,
  script: Script,
  steps: readonly Step[],
  options: RunOptions = {},
): Promise<Execution> {
  const files = new Map(script.files).set(STEPS.name, STEPS);
  return local.run({ ...script, files }, 'runAll', [steps], options);
}

/** What an execution returned; throws what it threw. */
export function resultOf({ error, returned }: Execution): unknown {
  if (error) throw Object.assign(new Error(error.message), { name: error.name });
  return returned?.kind === 'value' && returned.json !== undefined ? JSON.parse(returned.json) : undefined;
}

function startOver(store: Store, scheduler: OrderedScheduler, google: Behaviour = {}): Promise<Local> {
  return startLocal({ store, scheduler, root: ROOT, token: TOKEN, address: OWNER, virtual: true, ...google });
}
