import { ADMIN, type Office, STAFF, startOffice } from './office';

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
  const answers = [
    await office.get(session),
    await office.get(apiKey),
    await office.get(apiKey, { way: 'plain' }),
    await office.get(`${apiKey}x`),
    await office.get(`x${session.slice(1)}`),
    await office.send({ headers: { authorization: `Basic ${apiKey}` } }),
    await office.logIn(ADMIN, 'a wrong password'),
    await office.post('/v1/auth/login', { email: ADMIN, password: [office.passwordOf(ADMIN)] }),
    await office.post('/v1/auth/login', { email: ADMIN, passwort: office.passwordOf(ADMIN) }),
    await office.logOut(apiKey),
    await office.logOut(session),
    await office.get(session),
  ];
  await office.edit('Keys', 'G2', 'revoked by hand');
  await office.edit('Keys', 'F2', 'no date');
  answers.push(await office.get(apiKey));
  return answers;
}
