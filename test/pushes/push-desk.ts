import path from 'node:path';
import * as v from 'valibot';
import type { Execution } from '../../runtime/execution/execution';
import type { RunOptions } from '../../runtime/execution/executor';
import type { Script } from '../../runtime/execution/script';
import type { Runtime } from '../../runtime/runtime';
import { EVENTS } from '../../src/api/document';
import type { Reply } from '../../src/http/reply';
import type { Method, Request } from '../../src/http/route';
import { IS_SQL } from '../harness/engine';
import { IdleRuns } from '../harness/idle-runs';
import { resultOf } from '../harness/local';
import { startOwnRealm } from '../harness/own-realm';
import type { Realm, RealmOptions } from '../harness/realm';
import { KEYS, PUBLIC, sign } from '../leads/twilio-server';
import { Receiver } from './push-receiver';
import type * as script from './push-script';
import { deliver, type Step } from './push-script';

type Name = keyof typeof script;

export const SHEET = 'sheet-test';
const MANAGER = 'manager C-1';

export interface Asked {
  body?: object;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  /** `manager C-1` unless said. */
  as?: string;
}

export interface Told<B> {
  status: number;
  headers: Record<string, string>;
  body: B;
}

export interface Endpoint {
  id: string;
  url: string;
  secret: string;
  version: number;
}

interface PushDeskOptions extends Pick<RealmOptions, 'doubts'> {
  /** What has happened before, given the receiver's address: once in this run of the tests. */
  begin?: (address: string) => readonly Step[];
}

/** In place of the receiver's address, which nobody knows yet. */
const NOWHERE = 'http://127.0.0.1:9';

/** Two cafes whose orders are pushed, and a receiver on this machine. */
export async function startPushDesk({
  begin = () => [],
  ...google
}: PushDeskOptions = {}): Promise<PushDesk> {
  const steps = begin(NOWHERE);
  const { realm, script } = await startOwnRealm(path.join(__dirname, 'push-script.ts'), {
    scopes: ['script.external_request'],
    state: JSON.stringify(steps),
    google,
    async work({ realm: { runtime, scheduler }, script }) {
      const settings = { allowLocalPushes: 'yes', ...KEYS, publicAddress: PUBLIC };
      resultOf(await runtime.run(script, 'run', ['setUp']));
      resultOf(await runtime.run(script, 'run', ['enter', settings]));
      // Of a database there is one original, whatever follows.
      if (IS_SQL || steps.length === 0) return;
      resultOf(await runtime.run(script, 'run', ['runAll', steps]));
      await scheduler.advance(APART_MS);
    },
  });
  const receiver = new Receiver(() => realm.scheduler.now());
  const desk = new PushDesk(realm, script, { receiver, address: await receiver.listen() });
  if (!IS_SQL)
    for (const [at, { url }] of desk.rows('Push endpoints').entries())
      desk.edit('Push endpoints', `C${at + 2}`, String(url).replace(NOWHERE, desk.address));
  else if (steps.length > 0) {
    await desk.runAll(...begin(desk.address));
    await desk.wait(APART_MS);
  }
  return desk;
}

/** Endpoints of the first cafe, at these paths. */
export const tills = (...paths: readonly string[]) => toEndpoints('/v1/cafes/C-1/push-endpoints', paths);

/** Endpoints for leads, at these paths. */
export const leadEndpoints = (...paths: readonly string[]) => toEndpoints('/v1/push-endpoints', paths);

/** An endpoint of the first cafe, at `/till`, and an order of which nobody has been told. */
export function tillAndOrder(order: string): (address: string) => Step[] {
  return (address) => [...tills('/till')(address), ['addOrder', order]];
}

function toEndpoints(path: string, paths: readonly string[]): (address: string) => Step[] {
  return (address) => paths.map((at) => toStep(`POST ${path}`, { body: { url: address + at }, as: 'admin' }));
}

/** What was read before a change and what after must be told apart. */
const APART_MS = 3_000;

export class PushDesk {
  readonly realm: Realm;
  readonly receiver: Receiver;
  readonly address: string;
  private readonly script: Script;
  /** What runs the timer's function. */
  private readonly timer: Pick<Runtime, 'run'>;

  constructor(realm: Realm, script: Script, { receiver, address }: { receiver: Receiver; address: string }) {
    this.realm = realm;
    this.script = script;
    this.receiver = receiver;
    this.address = address;
    this.timer = IS_SQL ? realm.runtime : toTimer(realm);
  }

  /** `POST /webhooks/orders`: what it answers. */
  async call<B>(endpoint: string, asked: Asked = {}): Promise<Told<B>> {
    return toTold((await this.run('serve', toRequest(endpoint, asked))) as Reply);
  }

  /** Several in one execution, which is much cheaper. */
  async runAll(...steps: readonly Step[]): Promise<unknown[]> {
    return (await this.run('runAll', steps)) as unknown[];
  }

  async callAll<B>(...calls: readonly [endpoint: string, asked?: Asked][]): Promise<Told<B>[]> {
    const replies = await this.runAll(...calls.map((call) => toStep(...call)));
    return replies.map((reply) => toTold(reply as Reply));
  }

  async run(name: Name, ...args: unknown[]): Promise<unknown> {
    const { error, returned } = await this.execute(name, args);
    if (error) throw Object.assign(new Error(error.message), { name: error.name });
    return returned?.kind === 'value' && returned.json !== undefined ? JSON.parse(returned.json) : undefined;
  }

  /** The same, answering the whole execution, with its ledger and log. */
  execute(name: Name, args: readonly unknown[] = [], options: RunOptions = {}): Promise<Execution> {
    const runner = name === 'deliver' && options.fault === undefined ? this.timer : this.realm.runtime;
    return runner.run(this.script, 'run', [name, ...args], options);
  }

  /** One that gets events of leads; all of them, unless some are chosen. */
  async addLeadEndpoint(at: string, events?: string[]): Promise<Endpoint> {
    const body = { url: this.address + at, ...(events ? { events } : {}) };
    const { body: added } = await this.call<Endpoint>('POST /v1/push-endpoints', { body, as: 'admin' });
    await this.wait(APART_MS);
    return added;
  }

  /** A text message to the desk, as Twilio reports it. */
  async receiveText(sid: string, from: string, text: string, options: RunOptions = {}): Promise<Execution> {
    const path = '/v1/messaging/webhook';
    const fields = { MessageSid: sid, From: from, To: KEYS.twilioNumber, Body: text };
    const request = {
      method: 'POST',
      path,
      query: '',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': sign(PUBLIC + path, fields),
      },
      body: new URLSearchParams(fields).toString(),
      transport: 'envelope',
    };
    return this.execute('serve', [request], options);
  }

  /** One that there is, with its secret. */
  async endpoint(id: string): Promise<Pick<Endpoint, 'id' | 'secret'>> {
    const secrets = JSON.parse(await this.property(`push secret ${id}`)) as { secret: string }[];
    return { id, secret: String(secrets[0]?.secret) };
  }

  private async property(key: string): Promise<string> {
    if (IS_SQL) return String(((await this.run('properties')) as Record<string, string>)[key]);
    const { store } = this.realm.services;
    const row = store.prepare('select value from properties where key = ?').get(key) as { value: string };
    return row.value;
  }

  /** An endpoint at a path of the receiver. */
  async addEndpoint(at: string, cafeId = 'C-1'): Promise<Endpoint> {
    const { body } = await this.call<Endpoint>(...this.toAdd(at, cafeId));
    await this.wait(APART_MS);
    return body;
  }

  async addEndpoints(...paths: readonly string[]): Promise<Endpoint[]> {
    const told = await this.callAll<Endpoint>(...paths.map((at) => this.toAdd(at)));
    await this.wait(APART_MS);
    return told.map(({ body }) => body);
  }

  private toAdd(at: string, cafeId = 'C-1'): [string, Asked] {
    return [`POST /v1/cafes/${cafeId}/push-endpoints`, { body: { url: this.address + at }, as: 'admin' }];
  }

  /** Lets time pass, and the timer run once then. */
  async deliverAfter(ms: number): Promise<Execution> {
    await this.wait(ms);
    return this.execute('deliver');
  }

  async wait(ms: number): Promise<void> {
    await this.realm.scheduler.advance(ms);
  }

  /** Without the blank rows that removed ones have left. */
  rows(tab: string) {
    const rows = this.realm.spreadsheets.rows(SHEET, tab);
    return rows.filter((row) => Object.values(row).some((value) => value !== ''));
  }

  /** The owner types a text into a cell. */
  edit(tab: string, a1: string, text: string): void {
    this.realm.spreadsheets.editAs(SHEET, tab, { a1, text, now: this.realm.scheduler.now() });
  }

  /** Whatever was pushed has to be as the OpenAPI document describes it. */
  async close(): Promise<void> {
    await this.realm.close();
    await this.receiver.close();
    expect(this.receiver.received.flatMap(({ body }) => issuesOf(JSON.parse(body)))).toEqual([]);
  }
}

/** What the script is given of a request. */
export function toRequest(
  endpoint: string,
  { body, headers, query = {}, as = MANAGER }: Asked = {},
): Request {
  const [method, path] = endpoint.split(' ') as [Method, string];
  return {
    method,
    path,
    query: new URLSearchParams(query).toString(),
    headers: { authorization: as, 'content-type': 'application/json', ...headers },
    body: body ? JSON.stringify(body) : '',
    transport: 'envelope',
  };
}

export function toStep(endpoint: string, asked?: Asked): Step {
  return ['serve', toRequest(endpoint, asked)];
}

function toTold<B>(reply: Reply): Told<B> {
  return { ...reply, body: JSON.parse(reply.body || 'null') };
}

function toTimer({ runtime, scheduler, services }: Realm): IdleRuns {
  return new IdleRuns({ run: (...asked) => runtime.run(...asked), scheduler, services }, deliver);
}

function issuesOf(pushed: { type: string }): string[] {
  const described = EVENTS.find(({ type }) => type === pushed.type);
  if (!described) return [`${pushed.type} is not described.`];
  const { issues = [] } = v.safeParse(described.schema, pushed);
  return issues.map((issue) => `${pushed.type}, ${v.getDotPath(issue)}: ${issue.message}`);
}
