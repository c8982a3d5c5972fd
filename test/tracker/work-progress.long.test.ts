/** Work that takes longer tells how far it is, and goes on by itself. */
import { startSetUpSheet } from '../api-sheet/api-sheet';
import { type Desk, startDesk, startTracking } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
import { choose } from './at-sheet';

const MINUTE = 60_000;
const MAILS = 3_000;

const LEFT = /\d[\d,]* of \d[\d,]*, (?:less than a minute|about \d+ minutes?) left/;
const TOAST = new RegExp(`^${LEFT.source}\\. You can close the sheet\\.$`);
const INTAKE = new RegExp(`^Mail is coming in: ${LEFT.source}\\. You can close the page\\.$`);

const toastsIn = (shown: readonly { kind: string; text?: string }[]) =>
  shown.flatMap(({ kind, text = '' }) => (kind === 'toast' && TOAST.test(text) ? [text] : []));

describe('the first import of a mailbox', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startDesk();
    await desk.setUp();
    await desk.run('saveSettings', { senders: [ANNA] });
    await desk.google.deliverAll(Array<Buffer>(MAILS).fill(await compose()));
  });
  afterEach(() => desk.close());

  const intake = async () => (await desk.run('getBell')) as { intake?: string; messages: number };

  test('is told on the page between checks, goes on by the timer, and is over', async () => {
    await desk.advance(5 * MINUTE);
    const first = await intake();
    expect(first.intake).toMatch(INTAKE);
    expect(first.messages).toBeLessThan(MAILS);
    expect(JSON.stringify(await desk.run('getHealth'))).toContain(first.intake);
    await desk.advance(5 * MINUTE);
    const second = await intake();
    const doneIn = (text = '') => Number(/: ([\d,]+) of 3,000/.exec(text)?.[1]?.replace(',', ''));
    expect(doneIn(second.intake)).toBeGreaterThan(doneIn(first.intake));
    await desk.advance(240 * MINUTE);
    expect(await intake()).toMatchObject({ messages: MAILS });
    expect((await intake()).intake).toBeUndefined();
  });

  test('is told in the sheet while "Check mail now" runs', async () => {
    const { shown } = await choose(desk, 'checkNow');
    expect(toastsIn(shown).length).toBeGreaterThan(3);
  });

  test('is told on the page while a check runs', async () => {
    const { calls } = await desk.execute('checkMail');
    expect(calls.filter(({ method }) => method === 'cache.put').length).toBeGreaterThan(3);
  });
});

test('a check with one mail tells nothing', async () => {
  const desk = await startTracking();
  await desk.deliver(await compose());
  expect(toastsIn((await choose(desk, 'checkNow')).shown)).toEqual([]);
  expect(await desk.run('getBell')).not.toHaveProperty('intake');
  await desk.close();
});

test('Set up of the API tells how far it is', async () => {
  const sheet = await startSetUpSheet();
  for (const tab of ['Leads', 'Orders', 'Menu', 'Vehicles', 'Outbox', 'Archive']) sheet.deleteTab(tab);
  const shown = await sheet.click('setUp');
  expect(shown.filter((text) => TOAST.test(text)).length).toBeGreaterThan(0);
  await sheet.close();
});

test('Forget a person tells how far it is', async () => {
  const desk = await startTracking();
  await desk.google.deliverAll(Array<Buffer>(1_000).fill(await compose()));
  await desk.advance(60 * MINUTE);
  const answers = [{ text: ANNA }, { button: 'YES' }, { button: 'YES' }, {}];
  const { shown } = await choose(desk, 'forgetPerson', { answers });
  expect(shown.at(-1)?.text).toContain('Everything listed has been deleted.');
  expect(desk.rows('Messages')).toEqual([]);
  await desk.close();
});
