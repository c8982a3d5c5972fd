import { healthTexts } from '../harness/health';
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
      const [, link = ''] = /href="([^"]+)"/.exec(alerts[0] ?? '') ?? [];
      expect(await account.visit(link)).toContain('Case desk');
      const withoutAccount = await account.visit(link.replace(/\?.*/, ''));
      expect(/unable to open the file at this time/.test(withoutAccount)).toBe(
        google.doubts.includes('several-accounts'),
      );
    });

    test('a lead is made, changed and read', async () => {
      await account.logIn();
      expect(await account.makeLead()).toMatchObject([
        { status: 201 },
        { status: 200 },
        { status: 200, body: { name: '=Ada', phone: '+15550102030', status: 'contacted' } },
      ]);
    });

    test('an order is made, placed by the timer, cancelled and paid back; a text goes out', async () => {
      expect(await account.takeOrder()).toMatchObject([
        { status: 201, body: { name: '+Espresso', stock: 3 } },
        { status: 201 },
        { status: 200, body: { status: 'placed', items: [{ name: '+Espresso' }] } },
        { status: 200, body: { status: 'cancelled' } },
        { status: 201 },
        { status: 200, body: { payment: { refunded: 250 } } },
        { status: 200, body: { data: [{ status: 'delivered' }] } },
      ]);
    });

    test('the API says that it is well, and so does Health', async () => {
      await account.sheet.click('showHealth');
      expect(healthTexts(account.sheet.rowsOf('Health'))['Last run']).toMatch(
        /^Messages, refunds and pushes/,
      );
      expect(await account.call('GET', '/v1/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    });
  });
}

function nameOf({ doubts, wideSheets }: Google): string {
  return [...doubts, ...(wideSheets ? ['--wide-sheets'] : [])].join(' and ') || 'nothing unusual';
}
