import type { Execution } from '../../runtime/execution/execution';
import type { RunOptions } from '../../runtime/execution/executor';
import type { Script } from '../../runtime/execution/script';
import { IS_SQL } from '../harness/engine';
import { startOwnRealm } from '../harness/own-realm';
import type { Realm } from '../harness/realm';
import type { Asked, Step, Told } from './script';

const SHEET = 'sheet-test';

/** The lead desk in a spreadsheet of its own, asked as HTTP would ask it, after these steps: they are run once for all. */
export async function startLeadDesk(...given: readonly Step[]): Promise<LeadDesk> {
  const { realm, script } = await startOwnRealm(__dirname, {
    scopes: ['script.external_request', 'script.scriptapp'],
    state: IS_SQL ? '' : JSON.stringify(given),
    async work(original) {
      const desk = new LeadDesk(original.realm, original.script);
      await desk.run('setUp');
      if (!IS_SQL) await desk.runAll(...given);
    },
  });
  const desk = new LeadDesk(realm, script);
  // A database is copied once a suite, whatever its tests begin with.
  if (IS_SQL) await desk.runAll(...given);
  return desk;
}

export class LeadDesk {
  readonly realm: Realm;
  private readonly script: Script;

  constructor(realm: Realm, script: Script) {
    this.realm = realm;
    this.script = script;
  }

  /** `POST /v1/leads`: what it answers. */
  async call<B>(endpoint: string, asked: Asked = {}): Promise<Told & { body: B }> {
    return (await this.run('call', endpoint, asked)) as Told & { body: B };
  }

  /** Several in one execution, which is much cheaper. */
  async runAll(...steps: readonly Step[]): Promise<unknown[]> {
    return (await this.run('runAll', steps)) as unknown[];
  }

  async callAll<B>(requests: readonly [endpoint: string, asked?: Asked][]): Promise<(Told & { body: B })[]> {
    const told = await this.runAll(...requests.map((request): Step => ['call', ...request]));
    return told as (Told & { body: B })[];
  }

  async run(name: string, ...args: unknown[]): Promise<unknown> {
    const { error, returned } = await this.execute(name, args);
    if (error) throw Object.assign(new Error(error.message), { name: error.name });
    return returned?.kind === 'value' && returned.json !== undefined ? JSON.parse(returned.json) : undefined;
  }

  /** The same, answering the whole execution, with its ledger and log. */
  execute(name: string, args: readonly unknown[] = [], options: RunOptions = {}): Promise<Execution> {
    return this.realm.runtime.run(this.script, 'run', [name, ...args], options);
  }

  rows(tab: string) {
    return this.realm.spreadsheets.rows(SHEET, tab);
  }

  /** The owner types a text into a cell. */
  edit(tab: string, a1: string, text: string): void {
    this.realm.spreadsheets.editAs(SHEET, tab, { a1, text, now: this.realm.scheduler.now() });
  }

  setTimeZone(timeZone: string): void {
    this.realm.spreadsheets.settings(SHEET, { timeZone });
  }

  async close(): Promise<void> {
    await this.realm.close();
  }
}
