import type { LeadView } from '../../src/leads/lead/lead-view';
import { spread, testLong } from '../harness/extent';
import { type Staff, type StaffPage, startStaff } from '../harness/staff-page';
import { eventually } from '../harness/until';
import { KEYS, sign, TwilioServer } from '../leads/twilio-server';

let staff: Staff;
let twilio: TwilioServer;
beforeAll(async () => {
  staff = await startStaff();
  twilio = new TwilioServer(Date.now);
  const twilioAddress = await twilio.listen();
  staff.api.enter({ ...KEYS, publicAddress: staff.api.urls.home, twilioAddress });
  const { spreadsheetId } = staff.api.scripts.api;
  const lists = staff.api.services.spreadsheets;
  for (const [a1, text] of Object.entries({ C2: 'visit', D2: 'Hello {name}, this is {agent}.' }))
    lists.editAs(spreadsheetId, 'Lists', { a1, text, now: Date.now() });
});
afterAll(async () => {
  await staff.close();
  await twilio.close();
});

let count = 0;

/** A lead whose phone nobody else has. */
async function create(fields: object = {}): Promise<LeadView> {
  count += 1;
  const phone = `+1555020${String(count).padStart(4, '0')}`;
  const body = { name: 'Ada Brown', phone, ...fields };
  const { body: created } = await staff.call('POST /v1/leads', { role: 'agent', body });
  return leadOf((created as LeadView).id);
}

async function leadOf(id: string): Promise<LeadView> {
  return (await staff.call(`GET /v1/leads/${id}`, { role: 'agent' })).body as LeadView;
}

async function open(id: string): Promise<StaffPage> {
  const opened = await staff.open('agent', `#/leads/${id}`);
  await opened.page.getByRole('textbox', { name: 'Notes' }).waitFor();
  return opened;
}

let texts = 0;

/** A text comes in. */
async function come(fields: { From: string; Body: string }): Promise<void> {
  const path = '/v1/messaging/webhook';
  const all = { MessageSid: `SM-${++texts}`, To: KEYS.twilioNumber, SmsStatus: 'received', ...fields };
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': sign(`${staff.api.urls.home}${path}`, all),
  };
  const { status } = await staff.call(`POST ${path}`, { headers, body: new URLSearchParams(all).toString() });
  expect(status).toBe(200);
}

/** Until no text of the lead waits: while a run of the timer is at work another one returns at once. */
function deliver(leadId: string): Promise<void> {
  return eventually(async () => {
    await staff.api.run(staff.api.scripts.api, 'deliverOutbox', []);
    const { messages } = await leadOf(leadId);
    expect(messages.filter(({ status }) => status === 'queued')).toEqual([]);
  });
}

test('the list begins with who waits: an unanswered text, then a hot lead that nobody has contacted', async () => {
  await create({
    name: 'Hanna Hot',
    creditScore: '720',
    downPayment: 4_000,
    hasBank: true,
    idType: 'passport',
    tradeIn: true,
    source: 'fair',
  });
  const { id, phone } = await create({ name: 'Rita Review' });
  await create({ name: 'Wanda Waits' });
  await come({ From: phone, Body: 'Can I come today at 5?' });
  const { page, close } = await staff.open('agent', '#/leads');
  const row = (group: string) => page.getByRole('region', { name: group, exact: true }).getByRole('listitem');
  await row('Unanswered texts 1').getByText('Can I come today at 5?').waitFor();
  await row('Unanswered texts 1').getByText(phone).waitFor();
  await row('Hot, not contacted yet 1').getByText('+15 Bank account').waitFor();
  await row('Hot, not contacted yet 1').getByText('waiting').waitFor();
  await row('Review 1').getByText('Wanda Waits').waitFor();
  await eventually(async () =>
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      ...['Unanswered texts 1', 'Hot, not contacted yet 1', 'Review 1'],
    ]),
  );
  await eventually(async () => expect(await page.title()).toMatch(/^\(2\) Leads/));
  await page.getByRole('link', { name: 'Mine' }).click();
  await page.getByText('Nobody is waiting').waitFor();
  await page.getByRole('link', { name: 'Unassigned' }).click();
  await page.getByRole('link', { name: 'Text Rita Review' }).click();
  await page.getByRole('textbox', { name: 'Text to' }).fill('You can.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await row('Review 2').getByText('You can.').waitFor();
  await eventually(async () => expect(await page.title()).toMatch(/^\(1\) Leads/));
  await deliver(id);
  await close();
});

test('an agent plans a step, which heads the list once it is due, and schedules a text from a template', async () => {
  const { id, phone } = await create({ name: 'Petra Plan' });
  const { page, close } = await open(id);
  await page.getByRole('button', { name: 'Away' }).click();
  await page.getByRole('button', { name: 'Away', pressed: true }).waitFor();
  await page.getByLabel('What').selectOption('call back');
  await page.getByLabel('When').fill('2026-01-02T10:30');
  await page.getByRole('button', { name: 'Save the step' }).click();
  const due = page.getByRole('region', { name: 'Next steps that are due 1' });
  await page.getByRole('button', { name: 'Done' }).waitFor();
  await page.clock.fastForward(61_000);
  await due.getByText('call back late').waitFor();
  await page.getByLabel('Template').selectOption('visit');
  const inAnHour = await page.evaluate(() => {
    const local = Date.now() + 3_600_000 - new Date().getTimezoneOffset() * 60_000;
    return new Date(local).toISOString().slice(0, 16);
  });
  await page.getByLabel('Send later').fill(inAnHour);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Scheduled for').waitFor();
  expect((await leadOf(id)).messages).toMatchObject([
    { body: 'Hello Petra Plan, this is Agent.', status: 'queued' },
  ]);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByText('Canceled').waitFor();
  expect((await leadOf(id)).messages).toMatchObject([{ status: 'canceled' }]);
  await page.getByRole('button', { name: 'Done' }).click();
  await due.waitFor({ state: 'detached' });
  await come({ From: phone, Body: 'Which day?' });
  await page.goto(page.url().replace(/#.*/, '#/leads'));
  await page.clock.fastForward(61_000);
  await page.locator('.lead-row').filter({ hasText: 'Which day?' }).getByText('New text').waitFor();
  await page.getByRole('link', { name: 'Petra Plan', exact: true }).click();
  await page.getByText('New text', { exact: true }).waitFor({ state: 'detached' });
  await close();
});

test('a lead that comes while the page is open appears by itself', async () => {
  await create();
  const { page, close } = await staff.open('agent', '#/leads');
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await create({ name: 'Nina New' });
  await page.clock.fastForward(31_000);
  await page.getByRole('link', { name: 'Nina New', exact: true }).waitFor();
  await close();
});

testLong('one tap calls, one tap opens the thread with the focus where one writes', async () => {
  const { id, phone } = await create({ name: 'Tina Tap' });
  const { page, close } = await staff.open('agent', '#/leads');
  const call = page.getByRole('link', { name: 'Call Tina Tap' });
  await eventually(async () => expect(await call.getAttribute('href')).toBe(`tel:${phone}`));
  await page.getByRole('link', { name: 'Text Tina Tap' }).click();
  await page.waitForURL((url) => url.hash.startsWith(`#/leads/${id}`));
  await page.locator('#composer:focus').waitFor();
  await close();
});

test('a text is sent once, although its first answer was lost', async () => {
  const { id, phone } = await create();
  const { page, close } = await open(id);
  let isLost = false;
  await page.route('**/v1/messaging/messages', async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('textbox', { name: 'Text to' }).fill('Is Monday good?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('alert').getByText('may not have been sent').waitFor();
  await eventually(async () =>
    expect(await page.getByRole('textbox', { name: 'Text to' }).inputValue()).toBe('Is Monday good?'),
  );
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('list', { name: 'Texts' }).getByText('Is Monday good?').waitFor();
  await eventually(async () =>
    expect(await page.getByRole('textbox', { name: 'Text to' }).inputValue()).toBe(''),
  );
  await deliver(id);
  expect(twilio.sent.filter(({ to }) => to === phone).map(({ body }) => body)).toEqual(['Is Monday good?']);
  await close();
});

testLong('a text that the provider refuses says why and can be sent again, once', async () => {
  const { id, phone } = await create();
  const { page, close } = await open(id);
  twilio.trouble = { status: 400, code: 21_211 };
  await staff.call('POST /v1/messaging/messages', { role: 'agent', body: { leadId: id, body: 'Hello' } });
  await deliver(id);
  twilio.trouble = undefined;
  await page.reload();
  await page.getByRole('list', { name: 'Texts' }).getByText('Not sent').waitFor();
  await page.getByRole('button', { name: 'Send again' }).dblclick();
  await page.getByText('Sent again below.').waitFor();
  await deliver(id);
  expect(twilio.sent.filter(({ to }) => to === phone).map(({ body }) => body)).toEqual(['Hello']);
  await close();
});

test('a lead that has opted out cannot be texted', async () => {
  const { id, phone } = await create();
  const { page, close } = await open(id);
  await page.getByRole('textbox', { name: 'Text to' }).fill('Hello');
  await come({ From: phone, Body: 'Please stop texting me' });
  await page.reload();
  await page.getByText('may be asking for no more texts').waitFor();
  await page.getByRole('button', { name: 'Keep texting' }).click();
  await page.getByRole('textbox', { name: 'Text to' }).waitFor();
  await come({ From: phone, Body: 'STOP' });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('alert').getByText('has opted out').waitFor();
  await page.reload();
  await page.getByText('You can still call.').waitFor();
  await eventually(async () => expect(await page.getByRole('textbox', { name: 'Text to' }).count()).toBe(0));
  await close();
});

test('a status is saved at once and can be taken back', async () => {
  const { id } = await create();
  const { page, close } = await open(id);
  await page.getByLabel('Status', { exact: true }).selectOption('appointment');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await eventually(async () => expect((await leadOf(id)).status).toBe('appointment'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(async () => expect((await leadOf(id)).status).toBe('new'));
  await page.getByText('History').click();
  await page.getByText('by Agent').first().waitFor();
  await close();
});

testLong('a status that somebody else has changed is not overwritten without asking', async () => {
  const { id } = await create();
  const { page, close } = await open(id);
  await staff.call(`PATCH /v1/leads/${id}`, { role: 'admin', body: { status: 'sold' } });
  await page.getByLabel('Status', { exact: true }).selectOption('lost');
  await page.getByRole('alert').getByText('changed to “sold”').waitFor();
  await eventually(async () => expect((await leadOf(id)).status).toBe('sold'));
  await page.getByRole('button', { name: 'Set to “lost”' }).click();
  await eventually(async () => expect((await leadOf(id)).status).toBe('lost'));
  await close();
});

testLong('notes are saved when one leaves the field, also where a text has come meanwhile', async () => {
  const { id } = await create();
  const { page, close } = await open(id);
  await staff.call('POST /v1/messaging/messages', { role: 'agent', body: { leadId: id, body: 'Hello' } });
  await page.getByRole('textbox', { name: 'Notes' }).fill('Wants a van');
  await page.getByRole('textbox', { name: 'Notes' }).blur();
  await eventually(async () => expect((await leadOf(id)).notes).toBe('Wants a van'));
  await page.getByText('Not saved yet').waitFor({ state: 'hidden' });
  await close();
});

const CHOICES: [string, string][] = [
  ['Keep mine', 'mine'],
  ['Use theirs', 'theirs'],
  ['Keep both', 'theirs\nmine'],
];

test.each(spread(CHOICES, 2))('notes that two have written: %s', async (choice, notes) => {
  const { id } = await create();
  const { page, close } = await open(id);
  await page.getByRole('textbox', { name: 'Notes' }).fill('mine');
  await staff.call(`PATCH /v1/leads/${id}`, { role: 'admin', body: { notes: 'theirs' } });
  await page.getByRole('textbox', { name: 'Notes' }).blur();
  const conflict = page.getByRole('region', { name: 'Someone else has changed these notes' });
  await conflict.waitFor();
  await eventually(async () =>
    expect(await conflict.getByRole('definition').allInnerTexts()).toEqual(['mine', 'theirs']),
  );
  await eventually(async () => expect((await leadOf(id)).notes).toBe('theirs'));
  await conflict.getByRole('button', { name: choice }).click();
  await conflict.waitFor({ state: 'hidden' });
  await eventually(async () => expect((await leadOf(id)).notes).toBe(notes));
  await eventually(async () =>
    expect(await page.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe(notes),
  );
  await close();
});

test('what was typed and not saved is there after a reload', async () => {
  const { id } = await create();
  const { page, close } = await open(id);
  await page.route('**/v1/leads/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await page.getByRole('textbox', { name: 'Text to' }).fill('Half a text');
  await page.getByRole('textbox', { name: 'Notes' }).fill('Half a note');
  await page.getByRole('textbox', { name: 'Notes' }).blur();
  await page.getByRole('alert').getByText('The notes were not saved').waitFor();
  await page.reload();
  await page.getByText('Not saved yet').waitFor();
  await eventually(async () =>
    expect(await page.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('Half a note'),
  );
  await eventually(async () =>
    expect(await page.getByRole('textbox', { name: 'Text to' }).inputValue()).toBe('Half a text'),
  );
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Save notes' }).click();
  await eventually(async () => expect((await leadOf(id)).notes).toBe('Half a note'));
  await close();
});

testLong('a session that ends while one writes loses nothing', async () => {
  const { id } = await create();
  const { email, password } = staff.api.people.agent;
  const { page, close } = await staff.openLoggedOut(`#/leads/${id}`);
  const logIn = async () => {
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
  };
  await logIn();
  await page.getByRole('textbox', { name: 'Text to' }).fill('Half a text');
  await page.route('**/v1/leads/*', (route) =>
    route.fulfill({
      status: 401,
      json: { error: { status: 401, code: 'invalid_token', message: 'The session has ended.' } },
    }),
  );
  await page.getByRole('textbox', { name: 'Notes' }).fill('Half a note');
  await page.getByRole('textbox', { name: 'Notes' }).blur();
  await page.getByRole('dialog').getByText('Your session has ended').waitFor();
  await page.unrouteAll();
  await logIn();
  await eventually(async () => expect((await leadOf(id)).notes).toBe('Half a note'));
  await eventually(async () =>
    expect(await page.getByRole('textbox', { name: 'Text to' }).inputValue()).toBe('Half a text'),
  );
  await close();
});

testLong('what could not be loaded to choose from is loaded on request', async () => {
  const { id } = await create();
  const { page, close } = await staff.open('agent', '#/reports');
  let failures = 0;
  await page.route('**/v1/leads/choices', (route) => {
    failures += 1;
    return route.abort();
  });
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/leads/${id}`);
  // The search and the lead ask for them, each when it is shown; after that nothing does by itself.
  await eventually(async () => expect(failures).toBe(2));
  const failed = page.getByRole('alert').filter({ hasText: 'The choices could not be loaded' });
  await failed.last().waitFor();
  await page.unrouteAll();
  await failed.last().getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('Agent', { exact: true }).selectOption('Agent');
  await eventually(async () => expect((await leadOf(id)).agentId).not.toBe(''));
  await close();
});

testLong('a page without a connection keeps what it shows, and says so once', async () => {
  const { id } = await create({ name: 'Olga Offline' });
  const { page, close } = await staff.open('agent', `#/leads/${id}`);
  await page.getByRole('textbox', { name: 'Notes' }).waitFor();
  await page.context().setOffline(true);
  await page.clock.fastForward(31_000);
  await page.getByText('Offline since').waitFor();
  await eventually(async () => expect(await page.getByRole('alert').count()).toBe(0));
  await page.getByRole('heading', { name: 'Olga Offline' }).waitFor();
  await staff.call(`PATCH /v1/leads/${id}`, { role: 'admin', body: { notes: 'Called back' } });
  await page.context().setOffline(false);
  await page.clock.fastForward(31_000);
  await eventually(async () =>
    expect(await page.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('Called back'),
  );
  await page.getByText('Offline since').waitFor({ state: 'hidden' });
  await close();
});
