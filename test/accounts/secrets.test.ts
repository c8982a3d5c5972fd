import type { Reply } from '../../src/http/reply';
import { ADMIN, getting, type Office, STAFF, startOffice, toGet, toLogOut } from './office';

test('no cell, log, error, response or ledger contains a password or token', async () => {
  const office = await startOffice();
  const session = await office.tokenOf(ADMIN);
  const { apiKey, users } = office.secrets;
  const secrets = [apiKey, session, ...users.map(({ password }) => password), 'a wrong password'];
  const answers = await everythingThatCanHappen(office, session);
  const { dialogs } = await office.execute('newKey', [], {
    kind: 'menu',
    answers: [{ text: STAFF }, { text: 'k' }, { button: 'YES' }],
  });
  secrets.push(/API key: (\S+)/.exec(dialogs.shown.at(-1)?.text ?? '')?.[1] ?? 'none');

  const written = [
    ...office.cells(),
    ...office.executions.flatMap(({ log, error, calls }) => [JSON.stringify([log, error, calls])]),
    ...answers.map(({ status, body, headers }) => JSON.stringify([status, body, headers])),
  ].join('\n');
  expect(secrets.every((secret) => secret.length > 8)).toBe(true);
  for (const secret of secrets) {
    expect(written).not.toContain(secret);
    // The part that cannot be guessed, wherever it might be cut.
    expect(written).not.toContain(secret.slice(-20));
  }
  await office.close();
});

/** Every answer but the one that hands the token out. */
async function everythingThatCanHappen(office: Office, session: string) {
  const { apiKey } = office.secrets;
  const logIn = (body: object) => ({
    ...office.toLogIn(ADMIN),
    body: JSON.stringify({ email: ADMIN, ...body }),
  });
  const answers = await office.sendAll([
    ...[session, apiKey, `${apiKey}x`, `x${session.slice(1)}`].map((token) => toGet(token)),
    toGet(apiKey, 'plain'),
    { headers: { authorization: `Basic ${apiKey}` } },
    logIn({ password: 'a wrong password' }),
    logIn({ password: [office.passwordOf(ADMIN)] }),
    logIn({ passwort: office.passwordOf(ADMIN) }),
    toLogOut(apiKey),
    toLogOut(session),
    toGet(session),
  ]);
  await office.edit('Keys', 'G2', 'revoked by hand');
  const [last] = await office.edit('Keys', 'F2', 'no date', getting(apiKey));
  return [...answers, last as Reply];
}
