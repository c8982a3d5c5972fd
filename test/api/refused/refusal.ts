import { type Cafe, type Item, startCafe } from '../../cafe/cafe';
import { ENVELOPE, GATEWAY, logIn, type SeededApi, type Told } from '../../harness/api';
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
}

/** Past the first doors all ways are one, so there the cases take turns. No device comes by a plain call. */
export function inTurn(refusals: readonly Refusal[]): Refusal[] {
  return refusals.map((refusal, index) => {
    const open = refusal.as === 'device' ? [ENVELOPE, GATEWAY] : WAYS;
    return { ...refusal, ways: open.filter((_, at) => at === index % open.length) };
  });
}

/** Each by its ways: refused in few words, and nothing in the sheet is another than before. */
export function testRefusals(refusals: readonly Refusal[]): void {
  let cafe: Cafe;
  let order: string;
  let tokens: Record<NonNullable<Refusal['as']>, string>;
  beforeAll(async () => {
    cafe = await startCafe();
    const made = await fill(cafe.api);
    order = made.order;
    tokens = { ...cafe.api.tokens, device: made.device, ...(await badTokens(cafe.api)) };
  });
  afterAll(() => cafe.close());

  const ask = (way: Way, { method, path, asked = {}, as = 'key' }: Refusal) =>
    cafe.api.call(way, method, path.replace(ORDER_ID, order), { ...asked, token: tokens[as] });

  describe.each(WAYS)('refused by $name, and nothing is written', (way) => {
    let before = '';
    beforeAll(() => {
      before = JSON.stringify(cafe.api.sheets());
    });

    test.each(refusals.filter(({ ways = WAYS }) => ways.includes(way)))('$title', async (refusal) => {
      assertRefusal(await ask(way, refusal), refusal);
      // Names the case that would write; the last test compares every cell.
      expect(cafe.calls('spreadsheet.setValues')).toEqual([]);
    });

    test('none of them has left a trace in the sheet', () => {
      expect(JSON.stringify(cafe.api.sheets()) === before).toBe(true);
    });
  });
}

/** One of everything, and an item, an endpoint and a device of another cafe; answers the order's id and the device's token. */
async function fill(api: SeededApi): Promise<{ order: string; device: string }> {
  const token = api.tokens.key;
  const make = async (path: string, body: object) =>
    (await api.call(GATEWAY, 'POST', path, { body, token })).body as Item;
  await make(LEADS, LEAD);
  await make(VEHICLES, CAR);
  await make(MENU, ITEM);
  await make(PUSHES, PUSH);
  await make('/v1/cafes/C-2/menu', ITEM);
  await make('/v1/cafes/C-2/push-endpoints', PUSH);
  const { token: device } = await make(DEVICES, { name: 'Counter' });
  await make('/v1/cafes/C-2/devices', { name: 'Counter' });
  return { order: (await make(ORDERS, ORDER)).id, device: String(device) };
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
