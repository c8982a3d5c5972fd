import type { Execution } from '../../runtime/execution/execution';
import type { RunOptions } from '../../runtime/execution/executor';
import type { Script } from '../../runtime/execution/script';
import type { Reply } from '../../src/http/reply';
import type { Request } from '../../src/http/route';
import { startOwnRealm } from '../harness/own-realm';
import type { Realm } from '../harness/realm';
import type * as script from './script';

type Name = keyof typeof script;
type Row = Record<string, string | number | boolean | null>;

const SHEET = 'sheet-test';

export const ADMIN = 'admin@example.com';
export const STAFF = 'staff@example.com';

/** A sheet with an admin, somebody of a cafe's staff, and an API key for plain calls; and the script on it. */
export async function startOffice(): Promise<Office> {
  const { realm, script } = await startOwnRealm(__dirname);
  const users = [
    { email: ADMIN, role: 'admin' },
    { email: STAFF, role: 'staff', cafeId: 'C-1' },
  ];
  const office = new Office(realm, script);
  office.secrets = (await office.run('seedDemo', [{ users, key: 'demo' }])) as Office['secrets'];
  return office;
}

export interface Answered extends Reply {
  execution: Execution;
}

export class Office {
  secrets: { users: { email: string; password: string; role: string; cafeId: string }[]; apiKey: string };
  readonly realm: Realm;
  /** Everything that ran. */
  readonly executions: Execution[] = [];
  private readonly script: Script;

  constructor(realm: Realm, script: Script) {
    this.realm = realm;
    this.script = script;
    this.secrets = { users: [], apiKey: '' };
  }

  /** Epoch ms of virtual time. */
  get now(): number {
    return this.realm.scheduler.now();
  }

  passwordOf(email: string): string {
    return this.secrets.users.find((user) => user.email === email)?.password ?? '';
  }

  async execute(name: Name, args: readonly unknown[] = [], options: RunOptions = {}): Promise<Execution> {
    const execution = await this.realm.runtime.run(this.script, 'run', [name, ...args], options);
    this.executions.push(execution);
    return execution;
  }

  /** What a function returned; throws what it threw. */
  async run(name: Name, args: readonly unknown[] = [], options: RunOptions = {}): Promise<unknown> {
    return resultOf(await this.execute(name, args, options));
  }

  async send(request: Partial<Request>, options: RunOptions & { late?: boolean } = {}): Promise<Answered> {
    const execution = await this.execute(
      options.late ? 'serveLate' : 'serve',
      [{ ...NOTHING, ...request }],
      options,
    );
    return { ...(resultOf(execution) as Reply), execution };
  }

  /** Several in one execution, which is much cheaper. */
  async sendAll(requests: readonly Partial<Request>[]): Promise<Reply[]> {
    return (await this.run('serveAll', [requests.map((request) => ({ ...NOTHING, ...request }))])) as Reply[];
  }

  /** Asks with each of these who calls. */
  getAll(...tokens: readonly string[]): Promise<Reply[]> {
    return this.sendAll(tokens.map((token) => ({ headers: bearer(token) })));
  }

  async statusesOf(...tokens: readonly string[]): Promise<number[]> {
    return (await this.getAll(...tokens)).map(({ status }) => status);
  }

  /** Asks who calls. */
  get(
    token: string,
    options: RunOptions & { way?: Request['transport']; late?: boolean } = {},
  ): Promise<Answered> {
    const { way = 'envelope', ...others } = options;
    return this.send({ headers: bearer(token), transport: way }, others);
  }

  logIn(email: string, password = this.passwordOf(email), options: RunOptions = {}): Promise<Answered> {
    const body = JSON.stringify({ email, password });
    return this.send({ method: 'POST', path: '/v1/auth/login', body }, options);
  }

  logOut(token: string, options: RunOptions = {}): Promise<Answered> {
    return this.send({ method: 'POST', path: '/v1/auth/logout', headers: bearer(token) }, options);
  }

  async tokenOf(email: string): Promise<string> {
    return JSON.parse((await this.logIn(email)).body).token;
  }

  /** Lets virtual time pass. */
  wait(ms: number): Promise<void> {
    return this.realm.scheduler.advance(ms);
  }

  rows(tab: string): Row[] {
    return this.realm.spreadsheets.rows(SHEET, tab);
  }

  /** What all cells show. */
  cells(): string[] {
    return this.realm.spreadsheets.grid(SHEET).flatMap(({ cells }) => cells.flat());
  }

  /** A cell gets another text, of which no script hears. */
  change(tab: string, a1: string, text: string): void {
    this.realm.spreadsheets.editAs(SHEET, tab, { a1, text, now: this.now });
  }

  /** The owner types a text into a cell, and the script's simple trigger hears of it. */
  async edit(tab: string, a1: string, text: string): Promise<void> {
    this.change(tab, a1, text);
    await this.run('edited', [tab, a1], { kind: 'simple trigger' });
  }

  close(): Promise<void> {
    return this.realm.close();
  }
}

const NOTHING: Request = {
  method: 'GET',
  path: '/v1/me',
  query: '',
  headers: {},
  body: '',
  transport: 'envelope',
};

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

function resultOf({ error, returned }: Execution): unknown {
  if (error) throw Object.assign(new Error(error.message), { name: error.name });
  return returned?.kind === 'value' && returned.json !== undefined ? JSON.parse(returned.json) : undefined;
}
