import * as v from 'valibot';
import { type Connectable, findConnected, providersOf, signerOf } from '../../src/http/connectable';
import type { Request } from '../../src/http/route';

/** Takes every signature that is `good`. */
const provider = (name: 'One' | 'Two', isConnected: boolean): Connectable<string, string> => ({
  name,
  findClient: () => (isConnected ? `client of ${name}` : undefined),
  webhook: {
    signature: `X-${name}-Signature`,
    type: 'application/json',
    schema: v.object({ [name]: v.string() }),
    findSignatureProblem: ({ headers }) =>
      headers[`x-${name.toLowerCase()}-signature`] === 'good' ? undefined : 'too old',
    toEvent: ({ body }) => body,
  },
  menu: { [`connect${name}`]: { title: `Connect ${name}`, run() {} } },
  remedies: { credentials: '' },
});

const PROVIDERS = providersOf([provider('One', false), provider('Two', true)], '/webhook');

const request = (headers: Request['headers']): Request => {
  return { method: 'POST', path: '/webhook', query: '', headers, body: '{}', transport: 'envelope' };
};

test.each([
  ['x-two-signature', 'good', 'Two'],
  ['x-two-signature', 'bad', 'X-Two-Signature is too old.'],
  // Not connected, whatever it thinks of a signature.
  ['x-one-signature', 'good', 'X-One-Signature is wrong.'],
  ['authorization', 'good', 'X-One-Signature is missing.'],
])('a request with %s: %s is from, or refused since: %s', (name, value, expected) => {
  const judge = () => signerOf(request({ [name]: value }), PROVIDERS).name;
  if (expected === 'Two') expect(judge()).toBe(expected);
  else expect(judge).toThrow(expected);
});

test('the first provider that is connected is asked, and all are documented and in the menu', () => {
  expect(findConnected(PROVIDERS)).toEqual({ name: 'Two', client: 'client of Two' });
  const { names, items, menu, signedBody } = PROVIDERS;
  expect([names, items]).toEqual(['One or Two', 'API > Connect One or API > Connect Two']);
  expect(Object.keys(menu)).toEqual(['connectOne', 'connectTwo']);
  expect(signedBody.signatures).toEqual(['X-One-Signature', 'X-Two-Signature']);
  const takes = (event: object) => v.safeParse(signedBody.schema, event).success;
  expect([{ One: 'a' }, { Two: 'a' }, {}].map(takes)).toEqual([true, true, false]);
});
