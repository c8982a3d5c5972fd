import { caughtUp, divert, lose } from '../harness/calls';
import { deliverCase, MIRA } from '../harness/case-mail';
import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { describeLong, spread, testLong } from '../harness/extent';
import { OWNER } from '../harness/local';
import { findWidth, LOOKS, painted } from '../harness/looks';
import { compose } from '../harness/mail';
import { watchCalls } from '../harness/page-calls';
import { eventually } from '../harness/until';
import { wordsOf } from '../harness/words';

let pages: Pages;
let shown: DeskPage;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());
afterEach(() => shown.close());

async function show(caseNumber: string, options = {}): Promise<DeskPage> {
  shown = await pages.open(`#/case/${caseNumber}`, options);
  await shown.desk.getByRole('article').or(shown.desk.getByRole('alert')).first().waitFor();
  return shown;
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const REPLY = `That helped, thank you.

On Mon, 3 Jun 2024 at 10:12, Support <support@example.org> wrote:
> Please try to turn it off and on.
`;

test('a link into a case shows who wrote what, the oldest message first', async () => {
  const { desk } = await show('CASE-0001');
  await desk.getByRole('heading', { name: 'Heating does not start' }).waitFor();
  await desk.getByText(`CASE-0001 · Mira Oduya (${MIRA})`).waitFor();
  await desk.getByText('2 messages').waitFor();
  await desk.getByRole('button', { name: 'Expand all' }).click();
  const texts = await desk.getByRole('article').allInnerTexts();
  expect(texts).toEqual([
    expect.stringContaining('since this morning the heating stays cold, and the display shows E4.\n\nMira'),
    expect.stringContaining('I wrote down what the display says.\n\nMira'),
  ]);
});

test('the owner’s own answers stand in their places', async () => {
  const [first, answered] = [Date.now() - 120_000, Date.now() - 60_000];
  const { threadId, caseNumber } = await deliverCase(
    pages,
    { subject: 'Answered', text: 'First' },
    { internalDate: first },
  );
  const letter = { from: OWNER, to: MIRA, subject: 'Re: Answered', text: 'Mine' };
  const sent = { threadId, labelIds: ['SENT'], internalDate: answered };
  await pages.local.google.deliver(await compose(letter), sent);
  await deliverCase(pages, { subject: 'Re: Answered', text: 'Second' }, { threadId });
  const { desk } = await show(caseNumber);
  await desk.getByRole('article', { name: 'Message from You' }).waitFor();
  await desk.getByRole('button', { name: 'Expand all' }).click();
  expect(await desk.locator('.message .text').allInnerTexts()).toEqual(['First', 'Mine', 'Second']);
});

test('an attachment is listed below its message with kind, size and a link to Drive', async () => {
  const { desk } = await show('CASE-0001');
  const row = desk.getByRole('article').last().getByRole('listitem');
  await eventually(async () => expect(await row.innerText()).toBe('display.txt Text, 30 bytes'));
  const link = row.getByRole('link', { name: 'display.txt' });
  await eventually(async () =>
    expect(await link.getAttribute('href')).toMatch(
      /^https:\/\/drive\.google\.com\/file\/d\/[\w-]+\/view\?authuser=/,
    ),
  );
  await eventually(async () => expect(await link.getAttribute('target')).toBe('_blank'));
});

test('a small picture is shown below its message, without a request to anybody else', async () => {
  const { caseNumber } = await deliverCase(pages, {
    subject: 'With a picture',
    text: 'Look',
    attachments: [
      { filename: 'crack.png', content: Buffer.from(PIXEL, 'base64') },
      { filename: 'odd.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    ],
  });
  const { desk } = await show(caseNumber);
  const picture = desk.getByRole('listitem').filter({ hasText: 'crack.png' }).locator('img');
  await picture.waitFor();
  expect(await picture.getAttribute('src')).toBe(`data:image/png;base64,${PIXEL}`);
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  expect(await desk.locator('.case-page img').count()).toBe(1);
});

testLong('of two pictures with one name each is shown below its own file', async () => {
  const gif = (red: string) => `R0lGODlhAQABAIAAAP${red}///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==`;
  const contents = [gif('8AAA'), gif('AAAA')];
  const { caseNumber } = await deliverCase(pages, {
    subject: 'Two of one name',
    text: 'Look',
    attachments: contents.map((content) => ({
      filename: 'image.gif',
      content: Buffer.from(content, 'base64'),
    })),
  });
  const { desk } = await show(caseNumber);
  const pictures = desk.getByRole('listitem').locator('img');
  await pictures.nth(1).waitFor();
  const urls = await pictures.evaluateAll((all) => all.map((one) => one.getAttribute('src')));
  expect(urls).toEqual(contents.map((content) => `data:image/gif;base64,${content}`));
});

testLong(
  'of many messages the pictures are asked for two at a time, and only of those in sight',
  async () => {
    const text = 'Look\n'.repeat(12);
    const letter = (at: number) => ({
      subject: 'Many pictures',
      text: `${text}${at}`,
      attachments: [{ filename: 'dot.png', content: Buffer.from(PIXEL, 'base64') }],
    });
    const { caseNumber, threadId } = await deliverCase(pages, letter(0));
    for (let at = 1; at < 8; at++) await deliverCase(pages, letter(at), { threadId });
    shown = await pages.open('#/settings', { viewport: { width: 1280, height: 1600 } });
    const calls = await watchCalls(shown.page);
    calls.hold('getPictures');
    await shown.go(`#/case/${caseNumber}`);
    await shown.desk.getByRole('button', { name: 'Expand all' }).click();
    const asked = () => calls.made.filter((name) => name === 'getPictures').length;
    await eventually(async () => expect(asked()).toBe(2));
    calls.mend();
    const pictures = shown.desk.locator('.message img');
    await pictures.nth(2).waitFor();
    await calls.settled();
    expect(asked()).toBeLessThan(8);
    await shown.desk.locator('.message').last().scrollIntoViewIfNeeded();
    await shown.desk.locator('.message').last().locator('img').waitFor();
    expect(calls.atOnce.getPictures).toBe(2);
  },
);

testLong('an attachment that is not saved yet says why, and that it will be', async () => {
  pages.local.google.fail({ path: '/upload/drive/', status: 507, message: 'The storage is full.', times: 9 });
  const files = [{ filename: 'photo.jpeg', content: Buffer.alloc(1_250_000) }];
  const { caseNumber } = await deliverCase(pages, { subject: 'With a photo', attachments: files });
  const { desk } = await show(caseNumber);
  const row = desk.getByRole('article').getByRole('listitem');
  await row.getByText('Image, 1.3 MB').waitFor();
  const words = wordsOf('storage is full');
  await row
    .getByText(new RegExp(`Not saved to Drive yet\\. The next checks will try again\\..*${words}`))
    .waitFor();
  await expect(row.getByRole('link').count()).resolves.toBe(0);
});

testLong('a quote is folded and keeps its text', async () => {
  const { caseNumber } = await deliverCase(pages, { subject: 'Re: Quoting', text: REPLY });
  const { desk } = await show(caseNumber);
  const message = desk.getByRole('article');
  await message.locator('.text').getByText('That helped, thank you.').waitFor();
  const quoted = message.locator('.quoted .text');
  await expect(quoted.isVisible()).resolves.toBe(false);
  await message.getByText('Quoted text').click();
  await eventually(async () =>
    expect(await quoted.innerText()).toBe(REPLY.split('\n').slice(2).join('\n').trim()),
  );
  await message.getByText('Quoted text').click();
  await quoted.waitFor({ state: 'hidden' });
});

const HISTORIES: [string, string][] = [
  ['German', 'Danke.\n\nAm 3. Juni 2024 um 10:12 schrieb Support:\n> Bitte neu starten.'],
  ['French', 'Merci.\n\nLe lun. 3 juin 2024 à 10:12, Support <a@b.example> a écrit :\n\n> Redémarrez.'],
  [
    'broken over two lines',
    'Thanks.\n\nOn Mon, 3 Jun 2024 at 10:12, Support\n<a@b.example> wrote:\n> Restart.',
  ],
  ['without marks', 'Thanks.\n\nOn Mon, 3 Jun 2024 at 10:12, Support wrote:\n\nPlease restart it.'],
  ['an original message', 'Thanks.\n\n-----Original Message-----\nFrom: Support\nPlease restart it.'],
  ['a header', 'Thanks.\n\nFrom: Support\nSent: Monday\nTo: Mira\nSubject: Lamp\n\nPlease restart it.'],
  ['a signature', 'Thanks.\n-- \nMira Oduya\nHead of lamps'],
];

test('quoted history of many mail programs is folded, and nothing else', async () => {
  const { threadId, caseNumber } = await deliverCase(pages, { subject: 'Ways', text: 'First' });
  const histories = spread(HISTORIES, 3);
  for (const [, text] of histories)
    await deliverCase(pages, { subject: 'Re: Ways', text, inReplyTo: '<x@y>' }, { threadId });
  const { desk } = await show(caseNumber);
  await desk.getByRole('button', { name: 'Expand all' }).click();
  for (const [index, [way, text]] of histories.entries()) {
    const message = desk.getByRole('article').nth(index + 1);
    const [said = '', ...history] = text.split('\n');
    const texts = await message.locator('.text').allTextContents();
    expect([way, ...texts]).toEqual([way, said, history.join('\n').trim()]);
    await eventually(async () => expect(await message.locator('.quoted:not([open]) .text').count()).toBe(1));
  }
});

test('a message that is nothing but a quote is shown, and so is a short one above its answer', async () => {
  const all = await deliverCase(pages, { subject: 'All', text: '> one\n> two\n' });
  const { desk, close } = await show(all.caseNumber);
  await desk.locator('.message .text').getByText('> two').waitFor();
  await close();
  const text = '> Does it light?\n\nNo.\n\n> At all?\n\nNever.';
  const inner = await deliverCase(pages, { subject: 'Inner', text });
  const second = await show(inner.caseNumber);
  await eventually(async () => expect(await second.desk.locator('.message .text').innerText()).toBe(text));
});

test('a long quote above its answer is folded with the line that says whose it is', async () => {
  const quote = `On Mon, 3 Jun 2024 at 10:12, Support\n<a@b.example> wrote:\n${'> Restart it.\n'.repeat(4)}`;
  const { caseNumber } = await deliverCase(pages, {
    subject: 'Re: Above',
    text: `${quote}\nIt was of no use.`,
  });
  const { desk } = await show(caseNumber);
  await eventually(async () =>
    expect(await desk.locator('.message .text').allTextContents()).toEqual([
      quote.trim(),
      'It was of no use.',
    ]),
  );
  await eventually(async () => expect(await desk.locator('.quoted .text').count()).toBe(1));
});

test('a filled-in form is not taken for history', async () => {
  const text = 'A new request:\n\nFrom: Mira\nDate: 2024-06-03\nSubject: Lamp\nMessage: It flickers.';
  const { caseNumber } = await deliverCase(pages, { subject: 'Form', text });
  const { desk } = await show(caseNumber);
  await eventually(async () => expect(await desk.locator('.message .text').innerText()).toBe(text));
});

testLong('a forwarded mail is not folded', async () => {
  const text =
    'Please see to it.\n\n---------- Forwarded message ---------\nFrom: A\nDate: B\nTo: C\n\nIt is dark.';
  const { caseNumber } = await deliverCase(pages, { subject: 'Lamp', text });
  const { desk } = await show(caseNumber);
  await eventually(async () => expect(await desk.locator('.message .text').innerText()).toBe(text));
});

test('URLs are links without the punctuation after them, and show their true host', async () => {
  const text = [
    'See https://example.com/a(b)?c=1. Or here [https://example.com/d]! Or <https://example.com/e>.',
    'https://bank.example@evil.example/login or https://аpple.com',
    'Write to help@example.com, or not: javascript:alert(1) data:text/html,x ftp://example.com file:///x',
  ].join('\n');
  const { caseNumber } = await deliverCase(pages, { subject: 'Links', text });
  const { desk } = await show(caseNumber);
  const links = desk.getByRole('article').getByRole('link');
  await links.first().waitFor();
  const found = await links.evaluateAll((all) =>
    all.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')]),
  );
  const rel = 'noopener noreferrer';
  expect(found).toEqual([
    ['https://example.com/a(b)?c=1', 'https://example.com/a(b)?c=1', rel],
    // The address of what stands before it.
    ['example.com', 'https://example.com/d', rel],
    ['example.com', 'https://example.com/e', rel],
    [
      'https://bank.example@evil.example/login (opens evil.example)',
      'https://bank.example@evil.example/login',
      rel,
    ],
    ['https://аpple.com (opens xn--pple-43d.com)', 'https://xn--pple-43d.com/', rel],
    ['help@example.com', 'mailto:help@example.com', rel],
  ]);
  await eventually(async () => expect(await links.nth(3).getAttribute('title')).toBe('Opens evil.example'));
});

test('a table stands in columns of a fixed width, and scrolls where there is no room', async () => {
  const html = `<p>Your order</p><table border="1"><tr><th>Item</th><th>Price</th></tr>
    <tr><td>Lamp</td><td>12.50</td></tr><tr><td>Bulb ${'of brass '.repeat(6)}</td><td>4.00</td></tr></table><p>Thanks</p>`;
  const { caseNumber } = await deliverCase(pages, { subject: 'Table', text: '', html });
  const { page, desk } = await show(caseNumber);
  const table = desk.locator('.message pre');
  await eventually(async () => expect(await table.innerText()).toMatch(/^Item +Price\nLamp +12\.50\nBulb /));
  expect(await table.evaluate((pre) => getComputedStyle(pre).fontFamily)).toContain('monospace');
  await page.setViewportSize({ width: 360, height: 640 });
  await eventually(async () => expect(await findWidth(desk)).toEqual([]));
  expect(await table.evaluate((pre) => pre.scrollWidth > pre.clientWidth)).toBe(true);
});

testLong('a body of 200,000 characters is shown in part, then whole', async () => {
  const text = `begin ${'word@ a.b https:/x '.repeat(10_500)} end`;
  const { caseNumber } = await deliverCase(pages, { subject: 'Endless', text });
  const { desk } = await show(caseNumber);
  const body = desk.locator('.message .text');
  await body.getByText('begin').waitFor();
  await eventually(async () => expect((await body.innerText()).length).toBeLessThan(25_000));
  await desk.getByRole('button', { name: /^Show the rest/ }).click();
  await desk.getByRole('button', { name: /^Show the rest/ }).waitFor({ state: 'hidden' });
  await eventually(async () =>
    expect((await body.innerText()).replace(/\s+/g, ' ')).toBe(text.replace(/\s+/g, ' ')),
  );
});

test('a long conversation begins with its older messages folded to a line', async () => {
  const { caseNumber, threadId } = await deliverCase(pages, { subject: 'Long', text: 'Number 0' });
  for (let at = 1; at < 5; at++)
    await deliverCase(pages, { subject: 'Re: Long', text: `Number ${at}\nmore` }, { threadId });
  const { page, desk } = await show(caseNumber);
  const messages = desk.getByRole('article');
  await messages.nth(4).waitFor();
  await eventually(async () => expect(await desk.locator('.message > [open]').count()).toBe(1));
  await eventually(async () => expect(await messages.nth(1).innerText()).toContain('Number 1 more'));
  await messages.nth(1).getByRole('heading').click();
  await messages.nth(1).locator('.text').getByText('Number 1\nmore').waitFor();
  await desk.getByRole('button', { name: 'Expand all' }).click();
  await desk.getByRole('button', { name: 'Expand all' }).waitFor({ state: 'hidden' });
  await eventually(async () => expect(await desk.locator('.message > [open]').count()).toBe(5));
  await eventually(async () =>
    expect(await messages.first().evaluate((one) => one === document.activeElement)).toBe(true),
  );
  await page.keyboard.press('j');
  await eventually(async () =>
    expect(await messages.nth(1).evaluate((one) => one === document.activeElement)).toBe(true),
  );
  await page.keyboard.press('k');
  await eventually(async () =>
    expect(await messages.first().evaluate((one) => one === document.activeElement)).toBe(true),
  );
});

test('an unknown case shows an error and a link back', async () => {
  const { page, desk } = await show('CASE-0999');
  await desk.getByRole('alert').getByText('There is no case CASE-0999').waitFor();
  await desk.getByRole('link', { name: 'Back to the list' }).click();
  await page.waitForURL(/#\/$/);
});

testLong('a case that could not be loaded offline is loaded once the browser is online', async () => {
  const { page, desk } = await show('CASE-0001');
  const mend = await lose(page, 'getCase');
  await shown.go('#/case/CASE-0998');
  await desk.getByRole('alert').getByText('The connection to Google failed.').waitFor();
  await mend();
  await desk.getByRole('button', { name: 'Try again' }).click();
  await desk.getByRole('alert').getByText('There is no case CASE-0998').waitFor();
});

test('a case that could not be loaded offline is loaded when the network is back', async () => {
  const { page, desk } = await show('CASE-0001');
  await page.context().setOffline(true);
  await shown.go('#/case/CASE-0998');
  await desk.getByRole('alert').getByText('You are offline.').waitFor();
  await page.context().setOffline(false);
  await desk.getByRole('alert').getByText('There is no case CASE-0998').waitFor();
});

test('the error of a case stays when another one comes that was opened before', async () => {
  const { page, desk } = await show('CASE-0001');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await divert(page, 'getCase', async (route, [caseNumber]) => {
    if (caseNumber === 'CASE-0001') await released;
    await route.continue();
  });
  const first = page.waitForRequest((request) => request.postData()?.includes('"getCase"') === true);
  await shown.go('#/settings');
  await shown.go('#/case/CASE-0001');
  await first;
  await shown.go('#/case/CASE-0999');
  const alert = await desk.getByRole('alert').getByText('There is no case CASE-0999').elementHandle();
  release();
  await (await (await first).response())?.finished();
  await caughtUp(page);
  await painted(desk);
  expect(await alert?.evaluate(({ isConnected }) => isConnected)).toBe(true);
});

test('u goes back to the list or search before', async () => {
  shown = await pages.open('#/search?keyword=cold');
  const { page, desk } = shown;
  await desk.locator('main:focus').waitFor();
  await shown.go('#/case/CASE-0001');
  await desk.getByRole('article').first().waitFor();
  await page.keyboard.press('u');
  await desk.getByRole('article').first().waitFor({ state: 'hidden' });
  await shown.at('#/search?keyword=cold');
});

test('a case that was open before is there at once, and new messages are marked', async () => {
  const { caseNumber, threadId } = await deliverCase(pages, { subject: 'Quiet', text: 'First' });
  const { page, desk } = await show(caseNumber);
  await desk.getByRole('article').first().waitFor();
  await page.keyboard.press('u');
  await shown.at('#/');
  await desk.getByRole('article').waitFor({ state: 'hidden' });
  await deliverCase(pages, { subject: 'Re: Quiet', text: 'Second' }, { threadId });
  await page.goBack();
  await desk.getByRole('article').filter({ hasText: 'First' }).waitFor();
  await desk.getByRole('article').filter({ hasText: 'Second' }).getByText('New', { exact: true }).waitFor();
  await desk.getByRole('status').getByText('1 new message').waitFor();
  await eventually(async () => expect(await desk.getByText('New', { exact: true }).count()).toBe(1));
});

test('the case’s link is copied, or selected if the frame may not copy', async () => {
  const { desk } = await show('CASE-0001');
  await desk.getByRole('button', { name: 'More actions' }).click();
  await desk.getByRole('button', { name: 'Copy link' }).click();
  const field = desk.getByLabel('Link to this case');
  const address = `${pages.local.urls.desk}?authuser=owner%40example.com#/case/CASE-0001`;
  await eventually(async () => expect(await field.inputValue()).toBe(address));
  await eventually(async () =>
    expect(await field.evaluate((one: HTMLInputElement) => [one.selectionStart, one.selectionEnd])).toEqual([
      0,
      address.length,
    ]),
  );
});

describeLong('a case with words that cannot be broken', () => {
  const word = 'x'.repeat(150);
  let caseNumber: string;
  beforeAll(async () => {
    const attachments = [{ filename: `${word}.pdf`, content: 'x' }];
    const first = await deliverCase(pages, { subject: word, text: `${word}\n> ${word}`, attachments });
    caseNumber = first.caseNumber;
    for (let at = 0; at < 4; at++)
      await deliverCase(pages, { subject: word, text: `https://${word}.example\n> ${word}` }, first);
    await pages.run('updateCase', caseNumber, { issue: word, notes: word });
  });

  test.each(LOOKS)('%s shuts nobody out and is not cut off', async (_, options) => {
    const { desk, faults } = await show(caseNumber, options);
    await desk.getByRole('article').first().waitFor();
    await eventually(async () => expect(await faults()).toEqual([]));
    await desk.getByRole('button', { name: 'Expand all' }).click();
    await desk.getByText('Quoted text').last().click();
    await eventually(async () => expect(await faults()).toEqual([]));
  });
});
