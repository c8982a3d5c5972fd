import { Account, type Google } from './account';

/** What somebody does in each of these accounts: a mail, a lead, an order. */
export function describeAccounts(
  accounts: readonly Google[],
  open: (google: Google) => Promise<Account> = (google) => Account.open(google),
): void {
  describe.each(accounts.map((google) => [nameOf(google), google] as const))('with %s', (_, google) => {
    let account: Account;
    beforeAll(async () => {
      account = await open(google);
      await account.setUp();
    });
    afterAll(() => account.close());

    test('a mail becomes a case, is edited on the page and told of by mail', async () => {
      const { listed, edited, alerts } = await account.takeMail("=1+1 'quoted'");
      expect(listed).toMatchObject({ cases: [{ caseNumber: 'CASE-0001', subject: "=1+1 'quoted'" }] });
      expect(edited).toMatchObject({ ok: true });
      expect(await account.page('getCase', 'CASE-0001')).toMatchObject({
        status: 'In Progress',
        notes: '+1 for Anna',
        messages: [{ body: expect.stringMatching(/^=1\+1 'quoted'\s*$/) }],
      });
      expect(alerts).toEqual([expect.stringContaining('anna@customer.example')]);
    });

    test('a lead is made, changed and read', async () => {
      await account.logIn();
      expect(await account.makeLead()).toMatchObject([
        { status: 201 },
        { status: 200 },
        { status: 200, body: { name: '=Ada', phone: '+15550102030', status: 'contacted' } },
      ]);
    });

    test('an order is made, and placed by the timer', async () => {
      expect(await account.takeOrder()).toMatchObject([
        { status: 201, body: { name: '+Espresso', stock: 3 } },
        { status: 201 },
        { status: 200, body: { status: 'placed', items: [{ name: '+Espresso' }] } },
      ]);
    });

    test('the API says that it is well', async () => {
      expect(await account.call('GET', '/v1/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    });
  });
}

function nameOf({ doubts, wideSheets }: Google): string {
  return [...doubts, ...(wideSheets ? ['--wide-sheets'] : [])].join(' and ') || 'nothing unusual';
}
