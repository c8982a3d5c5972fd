import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CASES } from '../conformance/cases';
import type { Doubt } from '../doubts';
import type { RunOptions } from '../execution/executor';
import { createScript, type Script, toScriptFiles } from '../execution/script';
import { testLong } from './harness/extent';
import { type Realm, startRealm } from './harness/realm';
import { serve } from './harness/serve';

/** A mail with a text and an attachment, for the cases that look at one. */
const MAIL = Buffer.from(
  `From: Ann <ann@example.com>
To: owner@example.com
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: 8bit

gr\xfc\xdfe
--b
Content-Type: application/octet-stream; name=a.bin
Content-Disposition: attachment; filename=a.bin
Content-Transfer-Encoding: base64

gP8AfyY=
--b--
`.replace(/\n/g, '\r\n'),
  'latin1',
);

const read = (name: string) => readFileSync(path.resolve(__dirname, '../../.build/parity', name), 'utf8');

/** The script as it is pasted, with the manifest of a part. */
function parityOf(part: 1 | 2, manifest: object = {}): Script {
  const own = { ...JSON.parse(read(`part-${part}.json`)), ...manifest };
  const files = toScriptFiles({ 'Code.js': read('Code.gs'), 'appsscript.json': JSON.stringify(own) });
  return createScript('test', () => files);
}

const IN_PART_ONE = CASES.filter(({ needs }) => needs === undefined).length;
/** Cases that ask for a deployment. */
const UNDEPLOYED = CASES.map(({ id }) => id).filter((id) => id.startsWith('web-app.'));

/** In a German spreadsheet, whose settings the cases give back. */
async function start(doubts: readonly Doubt[] = []): Promise<Realm> {
  const realm = startRealm({ doubts: new Set(doubts) });
  await realm.google.deliver(MAIL);
  realm.spreadsheets.settings('sheet-test', { locale: 'de_DE', timeZone: 'Europe/Berlin' });
  return realm;
}

/** Runs to the end, and returns the text to copy. */
async function run({ runtime, spreadsheets }: Realm, script: Script, options: RunOptions = {}) {
  const { error } = await runtime.run(script, 'runParity', [], options);
  if (error) throw new Error(error.message);
  const tab = spreadsheets.grid('sheet-test').find(({ name }) => name === 'Parity');
  return tab?.cells[0]?.[0] ?? '';
}

async function runToTheEnd(realm: Realm, script: Script) {
  for (let times = 0; times < 5; times++) {
    const text = await run(realm, script);
    if (text.startsWith('{')) return JSON.parse(text);
  }
  throw new Error('Some cases are left after five runs.');
}

describe('the local runtime, asked what Google is said to answer', () => {
  let realm: Realm;
  beforeAll(async () => {
    realm = await start();
  });
  afterAll(() => realm.close());

  test('every case has an id of its own and names its source', () => {
    expect(new Set(CASES.map(({ id }) => id)).size).toBe(CASES.length);
    for (const { source } of CASES)
      expect(source).toMatch(/^((measured: )?https:\/\/|inferred: |as public scripts)/);
  });

  testLong('every case holds where the services speak Japanese', async () => {
    const japanese = await start(['messages-in-japanese']);
    const { differs, words } = await runToTheEnd(japanese, parityOf(2));
    expect(differs).toEqual([]);
    expect(words['sheet-grid.refused'].join()).toContain('エラーが発生しました');
    await japanese.close();
  });

  test('every case of the first part holds with the permission for the sheet alone', async () => {
    const { differs, holds, cases, notRun, ...facts } = await runToTheEnd(realm, parityOf(1));
    expect([differs, holds, cases]).toEqual([[], IN_PART_ONE, CASES.length]);
    expect(notRun).toHaveLength(CASES.length - IN_PART_ONE);
    expect(facts).toMatchObject({ language: 'en', locale: 'de_DE', timeZone: 'Etc/UTC', account: 'unknown' });
    expect(facts.words['sheet-grid.refused']).toContain('The starting row of the range is too small.');
  });

  test('with the manifest of the second part the others are run too, and nothing is left behind', async () => {
    const { differs, notRun, account } = await runToTheEnd(realm, parityOf(2));
    expect([differs, account]).toEqual([[], 'workspace']);
    expect(notRun).toEqual(UNDEPLOYED.map((id) => ({ id, came: expect.stringContaining('not deployed') })));
    expect(realm.spreadsheets.grid('sheet-test').map(({ name }) => name)).toEqual(['Sheet1', 'Parity']);
    expect([realm.services.triggers.list(), realm.google.files()]).toEqual([[], []]);
    expect(await realm.run(() => PropertiesService.getScriptProperties().getKeys())).toEqual([]);
  });
});

test.each<[Doubt, string, string]>([
  ['apostrophe-stays', 'sheet-text.plain.apostrophe-protects-the-rest', `["'=1+1","'+1","'-1","'@x","''x"]`],
  ['no-authorized-scopes', 'script-app.authorization.tells-what-is-granted', '[true,false]'],
])('where Google behaves otherwise (%s), %s tells it', async (doubt, id, came) => {
  const realm = await start([doubt]);
  const { differs } = await runToTheEnd(realm, parityOf(2));
  expect(differs).toEqual([{ id, came }]);
  await realm.close();
});

testLong('a run continues where the one before was ended, without the case that ended it', async () => {
  const realm = await start();
  const { error } = await realm.runtime.run(parityOf(1), 'runParity', [], {
    fault: { call: 500, kind: 'kill before' },
  });
  expect(error).toBeDefined();
  const { differs, holds, locale } = await runToTheEnd(realm, parityOf(1));
  expect(differs.map(({ came }: { came: string }) => came)).toEqual([
    '"The execution ended while this was run."',
  ]);
  expect([holds, locale]).toEqual([IN_PART_ONE - 1, 'de_DE']);
  expect(realm.spreadsheets.grid('sheet-test').map(({ name }) => name)).toEqual(['Sheet1', 'Parity']);
  await realm.close();
});

testLong('without the permission for mail its cases are not run, and the others are', async () => {
  const realm = await start();
  const script = parityOf(2);
  const { oauthScopes } = script.manifest;
  realm.services.grants.limit(
    script,
    oauthScopes.filter((scope) => !scope.includes('gmail')),
  );
  const { account, differs, notRun } = await runToTheEnd(realm, script);
  expect([account, differs]).toEqual(['unknown', []]);
  expect(notRun).toHaveLength(
    CASES.filter(({ needs }) => needs === 'gmail.readonly').length + UNDEPLOYED.length,
  );
  await realm.close();
});

test('a script that is deployed as a web app tries on itself what web apps answer, and how fast it starts', async () => {
  const webapp = { access: 'ANYONE_ANONYMOUS', executeAs: 'USER_DEPLOYING' };
  const runtime = await serve({ test: parityOf(2, { webapp }) });
  const { error } = await runtime.run(runtime.scripts.test, 'runParity', []);
  const tabs = runtime.services.spreadsheets.grid('sheet-test');
  const { differs, notRun, startMs } = JSON.parse(
    tabs.find(({ name }) => name === 'Parity')?.cells[0]?.[0] ?? '',
  );
  expect([error, differs, startMs]).toEqual([undefined, [], expect.any(Number)]);
  expect(notRun.map(({ id }: { id: string }) => id)).not.toEqual(expect.arrayContaining(UNDEPLOYED));
  await runtime.close();
});
