import { GATEWAY, logIn, type SeededApi, startApi, type Told } from '../../harness/api';
import { WAYS, type Way } from '../../http/ways';
import { CAR, LEAD, LEADS, type Sent, VEHICLES } from './requests';

const BAD = ['nobody', 'forged key', 'forged session', 'logged out', 'nonsense'] as const;

export interface Refusal extends Sent {
  title: string;
  /** Whose credential; the first key's unless said. */
  as?: keyof SeededApi['tokens'] | (typeof BAD)[number];
  status: number;
  code?: string;
  /** The field, which the message names too. */
  param?: string;
  message?: string;
  ways?: readonly Way[];
}

/** Past the first doors all ways are one, so there the cases take turns. */
export function inTurn(refusals: readonly Refusal[]): Refusal[] {
  return refusals.map((refusal, index) => ({
    ...refusal,
    ways: WAYS.filter((_, at) => at === index % WAYS.length),
  }));
}

/** Each by its ways: refused in few words, and nothing in the sheet is another than before. */
export function testRefusals(refusals: readonly Refusal[]): void {
  let api: SeededApi;
  let tokens: Record<NonNullable<Refusal['as']>, string>;
  beforeAll(async () => {
    api = await startApi();
    const token = api.tokens.key;
    await api.call(GATEWAY, 'POST', LEADS, { body: LEAD, token });
    await api.call(GATEWAY, 'POST', VEHICLES, { body: CAR, token });
    tokens = { ...api.tokens, ...(await badTokens(api)) };
  });
  afterAll(() => api.close());

  describe.each(WAYS)('refused by $name, and nothing is written', (way) => {
    let before = '';
    beforeAll(() => {
      before = JSON.stringify(api.sheets());
    });

    test.each(refusals.filter(({ ways = WAYS }) => ways.includes(way)))('$title', async (refusal) => {
      const { method, path, asked = {}, as = 'key' } = refusal;
      const told = await api.call(way, method, path, { ...asked, token: tokens[as] });
      assertRefusal(told, refusal);
      expect(JSON.stringify(api.sheets()) === before).toBe(true);
    });
  });
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
