import { API_ROUTES } from '../../../src/api/sheet';
import { HttpError } from '../../../src/http/http-error';
import { readBody, readQuery } from '../../../src/http/parse';
import { parseQuery } from '../../../src/http/query';
import { toErrorReply } from '../../../src/http/reply';
import { findRoute } from '../../../src/http/route';
import { type Cafe, type Item, startCafe } from '../../cafe/cafe';
import { type Call, ENVELOPE, GATEWAY, logIn, type SeededApi, type Told } from '../../harness/api';
import { IS_SQL } from '../../harness/engine';
import { spread } from '../../harness/extent';
import { WAYS, type Way } from '../../http/ways';
import {
  CAR,
  DEVICES,
  ITEM,
  LEAD,
  LEADS,
  MENU,
  ORDER,
  ORDER_ID,
  ORDERS,
  PUSH,
  PUSHES,
  type Sent,
  VEHICLES,
} from './requests';

/** So many are asked in one execution, which has six minutes. */
const AT_ONCE = 60;
/** So many at most in a minute, in which a credential may ask a thousand times. */
const A_MINUTE = 10 * AT_ONCE;

const BAD = ['nobody', 'forged key', 'forged session', 'logged out', 'nonsense'] as const;

export interface Refusal extends Sent {
  title: string;
  /** Whose credential; the first key's unless said. */
  as?: keyof SeededApi['tokens'] | 'device' | (typeof BAD)[number];
  status: number;
  code?: string;
  /** The field, which the message names too. */
  param?: string;
  message?: string;
  ways?: readonly Way[];
  /** Which of the ways it goes, where one will do. */
  turn?: number;
}

/** Past the first doors all ways are one, so there the cases take turns. */
export function inTurn(refusals: readonly Refusal[]): Refusal[] {
  return refusals.map((refusal, index) => ({ ...refusal, turn: index }));
}

/** By what is wrong with them. */
export type Rules = Readonly<Record<string, readonly Refusal[]>>;

/** Each by its ways: refused in few words, and nothing in the sheet is another than before. */
export function testRefusals(rules: Rules, { isWhole }: { isWhole: boolean }): void {
  let cafe: Cafe;
  let order: string;
  let tokens: Record<NonNullable<Refusal['as']>, string>;
  let before: string;
  /** What is wrong with the answer to those that go by the envelope. */
  const problemsByEnvelope = new Map<Refusal, string>();
  beforeAll(async () => {
    cafe = await startCafe();
    const made = await fill(cafe.api);
    order = made.order;
    tokens = { ...cafe.api.tokens, device: made.device, ...(await badTokens(cafe.api)) };
    before = JSON.stringify(cafe.api.sheets());
    const all = plan.flatMap(([, asked]) =>
      asked.flatMap(([one, ways]) => (ways.includes(ENVELOPE) ? [one] : [])),
    );
    for (let first = 0; first < all.length; first += AT_ONCE) {
      await askByEnvelope(all.slice(first, first + AT_ONCE));
      if (IS_SQL && first % A_MINUTE === 0) await passMinute();
    }
  });
  afterAll(() => cafe.close());

  /** On a database time goes by as it does, and the timer has its own to write. */
  async function passMinute(): Promise<void> {
    await cafe.later(60_000);
    before = JSON.stringify(cafe.api.sheets());
  }

  const toAsked = ({ path, asked = {}, as = 'key' }: Refusal) => ({
    path: path.replace(ORDER_ID, order),
    asked: { ...asked, token: tokens[as] },
  });
  const writes = () => cafe.calls('spreadsheet.setValues').length;

  /** Each with the ways that it goes. */
  const plan = Object.entries(rules).map(([rule, refusals], turn) => {
    const chosen = isWhole ? refusals : choose(refusals);
    // One of them leaves the envelope, if any of them may.
    const others = chosen.filter((refusal) => otherWays(refusal).length > 0);
    const other = others[turn % others.length];
    const goes = (refusal: Refusal): readonly Way[] => {
      if (isWhole) return waysOf(refusal);
      const ways = otherWays(refusal);
      if (refusal === other) return [ways[turn % ways.length] as Way];
      return allowed(refusal).filter((way) => way === ENVELOPE);
    };
    return [rule, chosen.map((refusal) => [refusal, goes(refusal)] as const)] as const;
  });

  /** In one execution. */
  async function askByEnvelope(refusals: readonly Refusal[]): Promise<void> {
    const all = refusals.map((refusal) => ({ method: refusal.method, ...toAsked(refusal) }));
    const told = await cafe.callAll(
      ...all.map(({ method, path, asked }): Call => [`${method} ${path}`, asked]),
    );
    const wrote = writes() > 0 ? 'it, or one that was asked with it, writes to the sheet' : undefined;
    for (const [at, refusal] of refusals.entries()) {
      const problem = problemIn(told[at] as Told, refusal) ?? wrote;
      if (problem) problemsByEnvelope.set(refusal, problem);
    }
  }

  async function findProblem(refusal: Refusal, way: Way): Promise<string | undefined> {
    if (way === ENVELOPE) return problemsByEnvelope.get(refusal);
    const { path, asked } = toAsked(refusal);
    const problem = problemIn(await cafe.api.call(way, refusal.method, path, asked), refusal);
    return problem ?? (writes() > 0 ? 'writes to the sheet' : undefined);
  }

  test.each(plan)('%s is refused, and nothing is written', async (_, asked) => {
    const problems: string[] = [];
    for (const [refusal, ways] of asked)
      for (const way of ways) {
        const problem = await findProblem(refusal, way);
        if (problem) problems.push(`${refusal.title} by ${way.name}: ${problem}`);
      }
    expect(problems).toEqual([]);
    expect(JSON.stringify(cafe.api.sheets()) === before).toBe(true);
  });
}

/** No device comes by a plain call. */
function allowed({ ways, as }: Refusal): readonly Way[] {
  return ways ?? (as === 'device' ? [ENVELOPE, GATEWAY] : WAYS);
}

function otherWays(refusal: Refusal): readonly Way[] {
  return allowed(refusal).filter((way) => way !== ENVELOPE);
}

function waysOf(refusal: Refusal): readonly Way[] {
  const { turn } = refusal;
  const ways = allowed(refusal);
  return turn === undefined ? ways : ways.filter((_, at) => at === turn % ways.length);
}

/** Of those that the schemas of their route refuse, which needs no api to try, only some. */
function choose(refusals: readonly Refusal[]): readonly Refusal[] {
  const isSettled = refusals.map(isRefusedByRoute);
  const settled = refusals.filter((_, index) => isSettled[index]);
  return [...refusals.filter((_, index) => !isSettled[index]), ...spread(settled, 3)];
}

function isRefusedByRoute(refusal: Refusal): boolean {
  const error = findError(refusal);
  if (!error || refusal.as) return false;
  const { status, body } = toErrorReply(error);
  const told = { status, headers: undefined, text: body, body: JSON.parse(body) };
  return problemIn(told, refusal) === undefined;
}

/** Before the handler of the route has its turn. */
function findError({ method, path, asked: { query = {}, headers = {}, body } = {} }: Refusal) {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  const parameters = typeof query === 'string' ? parseQuery(query) : query;
  const request = { method, path, query: '', headers, body: text, transport: 'envelope' } as const;
  try {
    const { route } = findRoute(API_ROUTES, request);
    readQuery(route, parameters);
    readBody(route, request, undefined);
    return undefined;
  } catch (error) {
    if (error instanceof HttpError) return error;
    // A schema that asks a service of Google.
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}

/** One of everything, and an item, an endpoint and a device of another cafe; answers the order's id and the device's token. */
async function fill(api: SeededApi): Promise<{ order: string; device: string }> {
  const asked = (path: string, body: object): Call => [`POST ${path}`, { body, token: api.tokens.key }];
  const told = await api.callAll([
    asked(LEADS, LEAD),
    asked(VEHICLES, CAR),
    asked(MENU, ITEM),
    asked(PUSHES, PUSH),
    asked('/v1/cafes/C-2/menu', ITEM),
    asked('/v1/cafes/C-2/push-endpoints', PUSH),
    asked(ORDERS, ORDER),
    asked(DEVICES, { name: 'Counter' }),
    asked('/v1/cafes/C-2/devices', { name: 'Counter' }),
  ]);
  const [made, device] = told.slice(-3).map(({ body }) => body as Item);
  return { order: String(made?.id), device: String(device?.token) };
}

async function badTokens(api: SeededApi): Promise<Record<(typeof BAD)[number], string>> {
  const loggedOut = await logIn(api, 'agent');
  await api.call(GATEWAY, 'POST', '/v1/auth/logout', { token: loggedOut });
  return {
    nobody: '',
    'forged key': api.tokens.key.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    'forged session': api.tokens.agent.replace(/^st_\d+/, 'st_1'),
    'logged out': loggedOut,
    nonsense: 'nonsense',
  };
}

function problemIn(told: Told, refusal: Refusal): string | undefined {
  try {
    assertRefusal(told, refusal);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Short, in one shape, and it names what is wrong. */
function assertRefusal(told: Told, { status, code, param, message }: Refusal): void {
  const error = (told.body as { error: Record<string, string> }).error;
  expect({ ...error, was: told.status }).toMatchObject({ status, was: status, ...(code ? { code } : {}) });
  expect(told.text.length).toBeLessThan(2_000);
  if (message) expect(error.message).toEqual(message);
  if (param === undefined) return;
  expect(error.param?.slice(0, 120)).toBe(param.slice(0, 120));
  // A tag that is stale, a lead that is gone: there the words are about the thing.
  if (status === 422) expect(error.message?.toLowerCase()).toContain(param.slice(0, 120).toLowerCase());
}
