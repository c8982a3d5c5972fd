import type { Execution } from '../../runtime/execution/execution';
import type { RunOptions } from '../../runtime/execution/executor';
import type { Script } from '../../runtime/execution/script';
import type { Reply } from '../../src/http/reply';
import type { Request } from '../../src/http/route';
import { IS_SQL } from '../harness/engine';
import { startOwnRealm } from '../harness/own-realm';
import type { Realm } from '../harness/realm';
import type * as script from './script';
import type { Step } from './script';

type Name = keyof typeof script;
type Row = Record<string, string | number | boolean | null>;

const SHEET = 'sheet-test';

export const ADMIN = 'admin@example.com';
export const STAFF = 'staff@example.com';

/** A sheet with an admin, somebody of a cafe's staff, and an API key for plain calls; and the script on it. */
export async function startOffice(): Promise<Office> {
  const users = [
    { email: ADMIN, role: 'admin' },
    { email: STAFF, role: 'staff', cafeId: 'C-1' },
  ];
  const seed = (office: Office) => office.run('seedDemo', [{ users, key: 'demo' }]);
  const { realm, script, made } = await startOwnRealm(__dirname, {
    work: async (original) => (IS_SQL ? undefined : seed(new Office(original.realm, original.script))),
  });
  const office = new Office(realm, script);
  office.secrets = (IS_SQL ? await seed(office) : made) as Office['secrets'];
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
  async runAll(steps: readonly Step[], options: RunOptions = {}): Promise<unknown[]> {
    return (await this.run('runAll', [steps], options)) as unknown[];
  }

  async sendAll(requests: readonly Partial<Request>[]): Promise<Reply[]> {
    return (await this.runAll(requests.map(sending))) as Reply[];
  }

  /** Asks with each of these who calls. */
  getAll(...tokens: readonly string[]): Promise<Reply[]> {
    return this.sendAll(tokens.map((token) => toGet(token)));
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
    return this.send(toGet(token, way), others);
  }

  toLogIn(email: string, password = this.passwordOf(email)): Partial<Request> {
    return { method: 'POST', path: '/v1/auth/login', body: JSON.stringify({ email, password }) };
  }

  logIn(email: string, password?: string, options: RunOptions = {}): Promise<Answered> {
    return this.send(this.toLogIn(email, password), options);
  }

  logOut(token: string, options: RunOptions = {}): Promise<Answered> {
    return this.send(toLogOut(token), options);
  }

  async tokenOf(email: string): Promise<string> {
    return (await this.tokensOf(email))[0] as string;
  }

  async tokensOf(...emails: readonly string[]): Promise<string[]> {
    const told = await this.sendAll(emails.map((email) => this.toLogIn(email)));
    return told.map(({ body }) => JSON.parse(body).token);
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

  /** The owner types a text into a cell, and the script's simple trigger hears of it; what is done next goes into its execution. */
  async edit(tab: string, a1: string, text: string, ...next: readonly Step[]): Promise<unknown[]> {
    this.change(tab, a1, text);
    return (await this.runAll([['edited', tab, a1], ...next], { kind: 'simple trigger' })).slice(1);
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

export function sending(request: Partial<Request>): Step {
  return ['serve', { ...NOTHING, ...request }];
}

/** Asks who calls. */
export function toGet(token: string, way: Request['transport'] = 'envelope'): Partial<Request> {
  return { headers: bearer(token), transport: way };
}

export function getting(...asked: Parameters<typeof toGet>): Step {
  return sending(toGet(...asked));
}

export function toLogOut(token: string): Partial<Request> {
  return { method: 'POST', path: '/v1/auth/logout', headers: bearer(token) };
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

function resultOf({ error, returned }: Execution): unknown {
  if (error) throw Object.assign(new Error(error.message), { name: error.name });
  return returned?.kind === 'value' && returned.json !== undefined ? JSON.parse(returned.json) : undefined;
}
