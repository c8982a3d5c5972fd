import { setLook } from '../harness/browser';
import { caughtUp } from '../harness/calls';
import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { testLong } from '../harness/extent';
import { LOOKS } from '../harness/looks';
import { compose } from '../harness/mail';
import { type PageCalls, watchCalls } from '../harness/page-calls';
import { eventually } from '../harness/until';

const MIRA = 'mira.oduya@example.com';

let pages: Pages;
let opened: DeskPage;
let calls: PageCalls;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());
beforeEach(async () => {
  await pages.run('saveSettings', { senders: [MIRA], domains: [], emailAlerts: false, alertEmail: '' });
  opened = await pages.open('#/settings');
  calls = await watchCalls(opened.page);
  await chip(MIRA).waitFor();
});
afterEach(async () => {
  // What a test has changed is saved before the next one begins.
  await calls.settled();
  await opened.close();
});

const field = () => opened.desk.getByRole('textbox', { name: 'Tracked senders' });
const chip = (address: string) => opened.desk.getByRole('button', { name: `Remove ${address}`, exact: true });
const told = (text: string | RegExp) =>
  opened.desk.getByRole('main').getByText(text).filter({ visible: true }).first().waitFor();
const button = (name: string) => opened.desk.getByRole('button', { name });
const setting = (key: string) =>
  pages.local.services.spreadsheets
    .rows(pages.local.scripts.desk.spreadsheetId, 'Settings')
    .find((row) => row.key === key)?.value;

const add = async (text: string) => {
  await field().fill(text);
  await field().press('Enter');
};

describe('tracked senders', () => {
  test('an address that is entered becomes a chip and is saved', async () => {
    await add('Anna@Customer.example');
    await told('Saved');
    await chip('anna@customer.example').waitFor();
    expect(setting('senders')).toBe(`${MIRA}\nanna@customer.example`);
    await opened.reload();
    await chip('anna@customer.example').waitFor();
  });

  test('one that is removed comes back with Undo', async () => {
    await chip(MIRA).click();
    await opened.desk.getByText(`${MIRA} removed`).waitFor();
    await calls.settled();
    expect(setting('senders')).toBe('');
    await button('Undo').click();
    await chip(MIRA).waitFor();
    await calls.settled();
    expect(setting('senders')).toBe(MIRA);
  });

  testLong('text in the field is added when the field is left', async () => {
    await field().fill('anna@customer.example');
    await field().press('Tab');
    await told('Saved');
    expect(setting('senders')).toBe(`${MIRA}\nanna@customer.example`);
  });

  testLong('a button clicked while an address is in the field is clicked', async () => {
    await field().fill(`${'anna'.repeat(12)}@customer.example`);
    await opened.desk.getByRole('checkbox', { name: 'Email me' }).click();
    await chip(`${'anna'.repeat(12)}@customer.example`).waitFor();
    await eventually(async () =>
      expect(await opened.desk.getByRole('checkbox', { name: 'Email me' }).isChecked()).toBe(true),
    );
  });

  testLong('a separator alone adds nothing and does not stay', async () => {
    await field().pressSequentially(', anna@customer.example;');
    await told('Saved');
    expect(setting('senders')).toBe(`${MIRA}\nanna@customer.example`);
    await eventually(async () => expect(await field().inputValue()).toBe(''));
  });

  test('pasted addresses become a chip each, without names', async () => {
    await field().fill(
      'a@one.example b@one.example, c@one.example; "Berg, Anna" <d@one.example>\nBob <e@one.example>\n',
    );
    await told('Saved');
    expect(setting('senders')).toBe([MIRA, ...[...'abcde'].map((name) => `${name}@one.example`)].join('\n'));
  });

  test('a duplicate is not added, and the page says so', async () => {
    await add(MIRA.toUpperCase());
    await told(`${MIRA}: already in the list.`);
    await eventually(async () =>
      expect(
        await opened.desk.getByRole('list', { name: 'Tracked senders' }).getByRole('listitem').count(),
      ).toBe(1),
    );
    expect(calls.made).not.toContain('saveSettings');
  });

  test('an invalid address stays as a chip with the reason, and the others are saved', async () => {
    await add('nobody, anna@customer.example, a@b@c, ');
    await told('"nobody" is not a valid email address');
    await told('"a@b@c" is not a valid email address');
    await told('Saved');
    expect(setting('senders')).toBe(`${MIRA}\nanna@customer.example`);
    await chip('nobody').click();
    await opened.desk.getByText('"nobody"').waitFor({ state: 'detached' });
    expect(setting('senders')).toBe(`${MIRA}\nanna@customer.example`);
  });

  testLong('nothing is saved if no valid address was added', async () => {
    await add('nobody');
    await told('"nobody" is not a valid email address');
    await chip('nobody').click();
    await opened.desk.getByText('"nobody"').waitFor({ state: 'detached' });
    expect(calls.made.filter((name) => name === 'saveSettings')).toHaveLength(1);
  });

  testLong('a chip is removed by its button, and the field gets the focus', async () => {
    await chip(MIRA).click();
    await told('Add a sender. Mail from anyone else is ignored.');
    await told('Saved');
    expect(setting('senders')).toBe('');
    await eventually(async () =>
      expect(await field().evaluate((element) => element === document.activeElement)).toBe(true),
    );
  });

  test('a failure keeps them, and can be tried again', async () => {
    calls.fail('saveSettings');
    await add('anna@customer.example');
    await told(/The senders could not be saved/);
    await chip('anna@customer.example').waitFor();
    expect(setting('senders')).toBe(MIRA);
    calls.mend();
    await button('Try again').click();
    await told('Saved');
    expect(setting('senders')).toBe(`${MIRA}\nanna@customer.example`);
  });

  testLong('two that are added quickly are both saved, one call after the other', async () => {
    calls.hold('saveSettings');
    await add('a@one.example');
    await add('b@one.example');
    await caughtUp(opened.page);
    calls.mend();
    await calls.settled();
    await told('Saved');
    expect(setting('senders')).toBe(`${MIRA}\na@one.example\nb@one.example`);
    expect(calls.atOnce.saveSettings).toBe(1);
  });
});

describe('tracked domains', () => {
  test('the field sorts addresses and domains, which are saved in one call', async () => {
    await field().fill('anna@customer.example\nshop.example, @one.example; *@two.example\n');
    await told('Saved');
    for (const domain of ['shop', 'one', 'two']) await chip(`everyone at ${domain}.example`).waitFor();
    expect(setting('senders')).toBe(`${MIRA}\nanna@customer.example`);
    expect(setting('domains')).toBe('shop.example\none.example\ntwo.example');
    expect(calls.made.filter((name) => name === 'saveSettings')).toHaveLength(1);
    await opened.reload();
    await chip('everyone at one.example').click();
    await told('Saved');
    expect(setting('domains')).toBe('shop.example\ntwo.example');
  });

  testLong('one that is none stays as a chip with the reason, and the others are saved', async () => {
    await add('*@-no.example, shop.example, ');
    await told('"-no.example" is not a valid domain');
    await told('Saved');
    expect(setting('domains')).toBe('shop.example');
    await chip('everyone at -no.example').click();
    await chip('everyone at -no.example').waitFor({ state: 'detached' });
    expect(setting('domains')).toBe('shop.example');
  });

  testLong('a domain in another spelling is a duplicate', async () => {
    await add('shop.example');
    await told('Saved');
    await add('*@Shop.example');
    await told('everyone at shop.example: already in the list.');
    expect(calls.made.filter((name) => name === 'saveSettings')).toHaveLength(1);
  });
});

describe('what comes in', () => {
  const days = () => opened.desk.getByRole('spinbutton', { name: /When you add a sender/ });
  const reopening = () => opened.desk.getByRole('checkbox', { name: 'Reopen a closed case' });

  test('closed cases stay closed until the owner wants replies to open them', async () => {
    await eventually(async () => expect(await reopening().isChecked()).toBe(false));
    await reopening().click();
    await told('Saved');
    expect(setting('reopenOnReply')).toBe(true);
    await opened.reload();
    await eventually(async () => expect(await reopening().isChecked()).toBe(true));
    await reopening().click();
    await told('Saved');
    expect(setting('reopenOnReply')).toBe(false);
  });

  test('a group that passes on mail of tracked senders is taken in while it is ticked', async () => {
    await pages.run('saveSettings', { groups: ['support@company.example'] });
    await opened.reload();
    const group = opened.desk.getByRole('checkbox', { name: /that support@company\.example passes on/ });
    await eventually(async () => expect(await group.isChecked()).toBe(true));
    await group.click();
    await told('Saved');
    expect(setting('groups')).toBe('');
  });

  test('the days of the look back are a whole number up to a year', async () => {
    await opened.desk.getByText('More settings').click();
    await days().fill('7');
    await days().press('Enter');
    await told('Saved');
    expect(setting('lookBackDays')).toBe(7);
    await days().fill('400');
    await days().press('Enter');
    await opened.desk
      .getByRole('alert')
      .getByText(/must be a whole number from 1 to 365/)
      .waitFor();
    await eventually(async () => expect(await days().getAttribute('aria-invalid')).toBe('true'));
    expect(setting('lookBackDays')).toBe(7);
  });
});

test('rules for new cases are added, refused where they are wrong, and removed', async () => {
  const fill = (label: string, text: string) => opened.desk.getByRole('textbox', { name: label }).fill(text);
  await opened.desk.getByText('New rule').click();
  await fill('From an address or a domain', 'no body');
  await fill('Set the issue to', 'Order');
  await button('Add the rule').click();
  await opened.desk
    .getByRole('alert')
    .getByText(/Rule 1: from must be an email address or a domain/)
    .waitFor();
  expect(setting('rules')).toBe('[]');
  await fill('From an address or a domain', 'shop.example');
  await opened.desk.getByRole('spinbutton', { name: 'Due in (days)' }).fill('2');
  await button('Add the rule').click();
  const rule = 'from @shop.example: issue “Order”, due in 2 days';
  await told(rule);
  expect(setting('rules')).toBe('[{"from":"@shop.example","issue":"Order","dueInDays":2}]');
  await button(`Remove the rule ${rule}`).click();
  await eventually(async () => expect(setting('rules')).toBe('[]'));
});

testLong('a rule is added once, and its removal leaves the focus with the next one', async () => {
  const rules = ['one', 'two'].map((subject) => ({ subject, issue: 'Order' }));
  await pages.run('saveSettings', { rules });
  await opened.reload();
  const sentence = (subject: string) => `Remove the rule subject “${subject}”: issue “Order”`;
  await opened.desk.getByText('New rule').click();
  await opened.desk.getByRole('textbox', { name: 'Subject contains' }).fill('three');
  await opened.desk.getByRole('textbox', { name: 'Set the issue to' }).fill('Order');
  calls.hold('saveSettings');
  await opened.page.keyboard.press('Enter');
  await opened.page.keyboard.press('Enter');
  await button(sentence('three')).waitFor();
  calls.mend();
  await eventually(async () => expect(JSON.parse(String(setting('rules')))).toHaveLength(3));
  await calls.settled();
  expect(JSON.parse(String(setting('rules')))).toEqual([...rules, { subject: 'three', issue: 'Order' }]);
  const focused = () =>
    opened.desk.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
  await button(sentence('two')).click();
  await eventually(async () => expect(await focused()).toBe(sentence('three')));
  await opened.page.keyboard.press('Enter');
  await eventually(async () => expect(await focused()).toBe('New rule'));
  await eventually(async () => expect(setting('rules')).toBe(JSON.stringify(rules.slice(0, 1))));
  await pages.run('saveSettings', { rules: [] });
});

testLong('rules that cannot be read stay as they are until the owner removes them', async () => {
  const { scripts, services } = pages.local;
  const { spreadsheetId } = scripts.desk;
  const at = services.spreadsheets.rows(spreadsheetId, 'Settings').findIndex(({ key }) => key === 'rules');
  services.spreadsheets.editAs(spreadsheetId, 'Settings', { a1: `B${at + 2}`, text: 'from Anna: urgent' });
  await opened.reload();
  await told(/^The rules in the Settings tab could not be read, so none applies\./);
  expect(await opened.desk.getByText('New rule').count()).toBe(0);
  expect(setting('rules')).toBe('from Anna: urgent');
  await button('Remove them all').click();
  await opened.desk.getByText('New rule').waitFor();
  await eventually(async () => expect(setting('rules')).toBe('[]'));
});

describe('alerts', () => {
  const address = () => opened.desk.getByRole('textbox', { name: 'Send alerts to' });

  test('the switch saves itself, without touching what another window has changed', async () => {
    await pages.run('saveSettings', { senders: [MIRA, 'other@window.example'] });
    await opened.desk.getByRole('checkbox', { name: 'Email me' }).click();
    await told('Saved');
    expect(setting('emailAlerts')).toBe(true);
    expect(setting('senders')).toBe(`${MIRA}\nother@window.example`);
    await chip('other@window.example').waitFor();
  });

  test('without permission to send mail it is saved nevertheless, with what to do', async () => {
    const { services, scripts } = pages.local;
    const { oauthScopes } = scripts.desk.manifest;
    services.grants.limit(
      scripts.desk,
      oauthScopes.filter((scope) => !scope.endsWith('send_mail')),
    );
    const warning = opened.desk
      .getByRole('region', { name: 'Alerts' })
      .getByText(
        /^The permission "Send mail as you" is missing, so alerts are not sent. Choose Case desk > Set up/,
      );
    await opened.desk.getByRole('checkbox', { name: 'Email me' }).click();
    await told('Saved');
    await warning.waitFor();
    expect(setting('emailAlerts')).toBe(true);
    await eventually(async () => expect(await opened.violations()).toEqual([]));
    await opened.desk.getByRole('checkbox', { name: 'Email me' }).click();
    await warning.waitFor({ state: 'detached' });
    services.grants.limit(scripts.desk, undefined);
  });

  testLong('the address is saved when the field is left', async () => {
    await address().fill('me@home.example');
    await address().press('Tab');
    await told('Saved');
    expect(setting('alertEmail')).toBe('me@home.example');
  });

  test('an invalid address shows an error beside the field', async () => {
    await address().fill('me@');
    await address().press('Enter');
    await opened.desk.getByRole('alert').getByText('"me@" is not a valid email address').waitFor();
    await eventually(async () => expect(await address().getAttribute('aria-invalid')).toBe('true'));
    expect(setting('alertEmail')).toBe('');
    await address().fill('me@home.example');
    await address().press('Enter');
    await told('Saved');
    await eventually(async () => expect(await opened.desk.getByRole('alert').count()).toBe(0));
  });

  testLong('without one the mailbox’s own is shown', async () => {
    await address().fill('me@home.example');
    await address().press('Enter');
    await told('Saved');
    await address().fill('');
    await address().press('Enter');
    const [frame] = opened.page.frames().slice(-1);
    await frame?.waitForFunction("document.querySelector('#alert-email').value === 'owner@example.com'");
  });
});

describe('the state of the desk', () => {
  test('is three lights, and everything else folded below them', async () => {
    await pages.run('checkMail');
    await opened.reload();
    await told(/^Nothing needs you\. Checked today at /);
    const lights = opened.desk.locator('.health > ul > li');
    expect(await lights.allInnerTexts()).toEqual([
      expect.stringMatching(
        /^Mail comes in\s+OK\s+Mail was last checked just now\. Compared with Gmail .*\.$/,
      ),
      expect.stringMatching(/^Alerts go out\s+OK\s+Alerts are off\.$/),
      expect.stringMatching(/^Room is left\s+OK\s+The sheet is less than 1 % full\./),
    ]);
    const version = opened.desk.getByText(/^Version \d+\.\d+\.\d+ is running\.$/);
    expect(await version.isVisible()).toBe(false);
    const rest = opened.desk.locator('summary').filter({ hasText: /^All checks$/ });
    await rest.focus();
    await rest.press('Enter');
    await version.waitFor();
    await eventually(async () => expect(await opened.desk.locator('.banner').textContent()).toBe(''));
    await eventually(async () => expect(await opened.faults()).toEqual([]));
  });

  testLong('that cannot be loaded names what is known to be wrong, and can be tried again', async () => {
    calls.fail('getHealth');
    await opened.reload();
    await told(/The state of the desk could not be loaded/);
    calls.mend();
    await button('Try again').click();
    await told(/^Nothing needs you/);
  });

  testLong('a check without new mail says so', async () => {
    await button('Check now').click();
    await told('No new mail');
  });

  test('a check lists the new cases as links, and the bell rings', async () => {
    await pages.run('markBellSeen', {});
    await opened.reload();
    await opened.desk.getByRole('button', { name: 'No new notifications' }).waitFor();
    await deliver('Broken lamp');
    await deliver('Lost key');
    calls.hold('checkMail');
    await button('Check now').click();
    await told('Checking mail… This can take a few minutes.');
    calls.mend();
    await told('2 new cases:');
    await opened.desk.getByRole('button', { name: '2 new notifications', exact: true }).waitFor();
    await opened.desk.getByRole('link', { name: 'CASE-0003', exact: true }).click();
    await opened.at('#/case/CASE-0003');
  });

  testLong('a reply to a known case is reported, too', async () => {
    await deliver('Re: Heating does not start', { inReplyTo: '<first@seed.example.com>' });
    await button('Check now').click();
    await told('1 new message in existing cases');
  });

  testLong('a check that fails can be tried again', async () => {
    calls.fail('checkMail');
    await button('Check now').click();
    await told(/The check failed/);
    calls.mend();
    await button('Try again').click();
    await told('No new mail');
  });

  testLong('a check that the script refuses says why', async () => {
    calls.refuse('checkMail', 'A check is already running.');
    await button('Check now').click();
    await told('The check failed: A check is already running.');
    calls.mend();
    await button('Check now').click();
    await told('No new mail');
  });

  test('a missing timer is reported on every page, with what to do', async () => {
    const { triggers } = pages.local.services;
    for (const { id } of triggers.list()) triggers.remove(id);
    await opened.reload();
    await told(/The timer is not running, so mail is not checked\. Choose Case desk > Set up in the sheet/);
    const link = opened.desk.getByRole('link', { name: 'Open the sheet' });
    await eventually(async () =>
      expect(await link.getAttribute('href')).toContain(pages.local.scripts.desk.spreadsheetId),
    );
    await eventually(async () => expect(await link.getAttribute('target')).toBe('_blank'));
    await opened.desk.getByRole('link', { name: 'Cases' }).click();
    await opened.desk.getByRole('status').getByText('The desk has 1 problem.').waitFor();
    await pages.run('setUp');
    await opened.desk.getByRole('link', { name: 'See what to do' }).click();
    await told(/^Nothing needs you/);
  });

  testLong('a missing permission is reported with what does not work', async () => {
    const { services, scripts } = pages.local;
    const { oauthScopes } = scripts.desk.manifest;
    services.grants.limit(
      scripts.desk,
      oauthScopes.filter((scope) => !scope.endsWith('drive.file')),
    );
    await opened.reload();
    await told(/The permission "Store files in your Drive" is missing, so attachments are not stored/);
    services.grants.limit(scripts.desk, undefined);
  });
});

testLong('settings that cannot be loaded show an error and can be tried again', async () => {
  calls.fail('getSettings');
  await opened.reload();
  await told(/The settings could not be loaded/);
  calls.mend();
  await button('Try again').click();
  await chip(MIRA).waitFor();
  await eventually(async () => expect(await opened.desk.getByRole('alert').count()).toBe(0));
});

testLong.each(LOOKS)('axe finds nothing, and nothing is cut off, %s', async (_, options) => {
  const { page, desk, faults } = opened;
  await setLook(page, options);
  await desk.getByRole('textbox', { name: 'Tracked senders' }).fill('nobody,');
  await desk.getByText('"nobody" is not a valid email address').waitFor();
  await desk.getByRole('checkbox', { name: 'Email me' }).click();
  await desk.getByText('Saved').waitFor();
  await eventually(async () => expect(await faults()).toEqual([]));
});

async function deliver(subject: string, more = {}): Promise<void> {
  await pages.local.google.deliver(await compose({ from: MIRA, subject, ...more }));
}

describe('the settings are loaded', () => {
  const loads = () => calls.made.filter((name) => name === 'getSettings').length;
  const focus = () => opened.desk.locator('html').evaluate(() => window.dispatchEvent(new Event('focus')));
  beforeEach(() => pages.run('checkMail'));

  testLong.each(['#/', '#/settings', '#/case/CASE-0001'])(
    'once with %s, and not at every focus',
    async (place) => {
      await opened.go(place);
      calls.made.length = 0;
      await opened.reload();
      await focus();
      await opened.desk.locator('main h2, main a[href*=CASE-0001]').first().waitFor();
      await calls.settled();
      expect(loads()).toBe(1);
      await focus();
      await calls.settled();
      expect(loads()).toBe(1);
    },
  );

  test('once after a check that stored new mail', async () => {
    await deliver('Dead battery');
    calls.made.length = 0;
    await button('Check now').click();
    await told(/1 new case/);
    await calls.settled();
    expect(loads()).toBe(1);
  });

  testLong('again when the owner goes to them from another page', async () => {
    await opened.go('#/open');
    await calls.settled();
    calls.made.length = 0;
    await opened.go('#/settings');
    await calls.settled();
    expect(loads()).toBe(1);
  });
});
