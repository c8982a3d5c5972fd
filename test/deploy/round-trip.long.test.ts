import { openStore } from '../../runtime/store';
import { ApiSheet } from '../api-sheet/api-sheet';
import { ENVELOPE } from '../harness/api';
import type { Desk } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
import { Clone } from './clone';
import { Newcomer } from './newcomer';
import { runReceived } from './received';

const KEY = /API key: (\S+)/;
const EMAIL = 'boss@example.com';
const LEAD = { name: 'Ada Brown', phone: '+1 555 010 2030', creditScore: '640-680' };

let newcomer: Newcomer;
const clone = new Clone();
const store = openStore(':memory:');
beforeAll(async () => {
  newcomer = await Newcomer.arrive();
});
afterAll(async () => {
  store.close();
  clone.remove();
  await newcomer.leave();
});

/** From the menu, as the owner of the sheet would. */
async function setUp(desk: Desk): Promise<ApiSheet> {
  const counter = new ApiSheet(desk);
  await desk.execute('setUp', [], { kind: 'menu' });
  await counter.click('setUp');
  return counter;
}

async function newKey(counter: ApiSheet): Promise<string> {
  await counter.click('newUser', { text: EMAIL }, { text: 'admin' }, { text: '' });
  const shown = await counter.click('newKey', { text: EMAIL }, { text: 'the test' }, {});
  return KEY.exec(shown.at(-1) ?? '')?.[1] ?? '';
}

async function call(desk: Desk, key: string, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${key}` };
  const sent = { method, path, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const { status, text } = await ENVELOPE.ask(desk.local, sent);
  return { status, body: JSON.parse(text) };
}

/** Every item that the scripts have put into the menus of their sheets, as people are told of it. */
async function itemsOf(desk: Desk): Promise<string[]> {
  const counter = new ApiSheet(desk);
  await desk.execute('onOpen', [], { kind: 'simple trigger' });
  await counter.execute('onOpen', { kind: 'simple trigger' });
  const menus = [...desk.spreadsheets.menus(desk.local.scripts.desk.name), ...counter.menus()];
  return menus.flatMap(({ caption, items }) =>
    items.flatMap((item) => ('caption' in item ? [`menu "${caption}", choose ${item.caption}.`] : [])),
  );
}

/** A message comes in, and five minutes pass. */
async function receive(desk: Desk, subject: string): Promise<void> {
  await desk.deliver(await compose({ subject }));
  await desk.advance(5 * 60_000);
}

/** What a later release brings: another version, and a column more. */
function release(clone: Clone): void {
  clone.replace('package.json', '"version": "', '"version": "9.');
  clone.replace(
    'src/leads/tables.ts',
    'leadStatus: column.text(),',
    'leadStatus: column.text(), hint: column.text(),',
  );
}

const addressesIn = (text: string) => text.match(/https:\/\/\S+/g);

test('a clone is deployed, set up, receives mail and answers calls; a later release updates it', async () => {
  clone.lendBuild();
  const { code, text } = await newcomer.deployBuilt(clone);
  expect(code).toBe(0);
  const first = await runReceived(newcomer.google, store);
  const left = text.match(/menu "[^"]+", choose [^.]+\./g) ?? [];
  expect([left.length, await itemsOf(first)]).toEqual([2, expect.arrayContaining(left)]);
  const counter = await setUp(first);
  await first.run('saveSettings', { senders: [ANNA] });
  await receive(first, 'Broken lamp');
  const key = await newKey(counter);
  const made = await call(first, key, 'POST', '/v1/leads', LEAD);
  await first.local.close();

  release(clone);
  clone.build();
  const again = await newcomer.deployBuilt(clone);
  expect([again.code, addressesIn(again.text)]).toEqual([0, addressesIn(text)]);
  const second = await runReceived(newcomer.google, store, first.now());
  await receive(second, 'Broken chair');
  const sheet = new ApiSheet(second);
  await sheet.click('showHealth');
  const read = await call(second, key, 'GET', '/v1/leads/L-1');
  const timers = second.local.services.triggers.list();
  const cases = second.rows('Cases');
  const [lists, health] = [sheet.rowsOf('Lists'), sheet.rowsOf('Health')];
  const { webApps } = newcomer.google;
  webApps.instead = async ({ search }) =>
    webApps.redirect(await (await fetch(second.local.urls.api + search)).text());
  const quiet = await newcomer.deployBuilt(clone, 'api');
  await second.local.close();

  expect([quiet.code, quiet.text]).toEqual([
    0,
    expect.stringMatching(/API sheet: it answers( as version 9\.|\.)/),
  ]);
  expect(made).toMatchObject({ status: 201, body: { id: 'L-1' } });
  expect(read).toMatchObject({ status: 200, body: { id: 'L-1', name: 'Ada Brown' } });
  expect(timers.map(({ handler }) => handler).sort()).toEqual(['checkMail', 'deliverOutbox']);
  expect(cases.map(({ subject }) => subject)).toEqual(['Broken lamp', 'Broken chair']);
  expect([lists[0]?.[0], lists[0]?.at(-1)]).toEqual(['leadStatus', 'hint']);
  expect(health).toContainEqual(
    expect.arrayContaining(['Everything else', expect.stringMatching(/^Version 9\./)]),
  );
  expect(health[0]?.[2]).toMatch(/^Nothing needs you/);
});
