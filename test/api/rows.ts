import { type Asked, PLAIN, type SeededApi } from '../harness/api';
import type { Way } from '../http/ways';

/** The session's token, and the ids of what the calls of one way have made so far. */
export type Made<N extends string> = Record<N | 'token', string>;

/** One endpoint, and how it is called. */
export interface Row<N extends string> {
  endpoint: string;
  /** What the parameters of its path are the ids of. */
  of?: N | readonly N[];
  asked?: (made: Made<N>, api: SeededApi) => Asked;
  status?: number;
  body?: (made: Made<N>) => object;
  /** For an answer that is not JSON. */
  text?: string;
  /** What the answer's id or token is kept as. */
  makes?: N | 'token';
  /** Asked without a credential, or with an admin's key; what is signed cannot come by a plain call. */
  by?: 'anybody' | 'signer' | 'admin';
}

/** A test for each row that the way can carry, in turn; answers what they make. */
export function testRows<N extends string>(
  way: Way,
  rows: readonly Row<N>[],
  { start, api }: { start: Made<N>; api: () => SeededApi },
): Made<N> {
  const made = { ...start };
  const carried = rows.filter(({ by }) => by !== 'signer' || way !== PLAIN);
  test.each(carried)('$endpoint works', async (row) => {
    const { endpoint, status = 200, body, text = '', makes } = row;
    const [method = '', path = ''] = endpoint.split(' ');
    const ids = [row.of ?? []].flat() as N[];
    const at = ids.reduce((some, name) => some.replace(/:\w+/, made[name]), path).replace(/:\w+/, '');
    const token = row.by === 'admin' ? api().tokens.key : made.token;
    const credential = token && (!row.by || row.by === 'admin') ? { token } : {};
    const told = await api().call(way, method, at, { ...row.asked?.(made, api()), ...credential });
    expect([told.status ?? status, told.text]).toEqual([status, told.text]);
    expect(told.text).toContain(text);
    if (body) expect(told.body).toMatchObject(body(made));
    const given = (told.body ?? {}) as { id?: string; token?: string };
    if (makes) made[makes] = (makes === 'token' ? given.token : given.id) ?? '';
  });
  return made;
}
