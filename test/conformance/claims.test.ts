import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CheckedClaim } from '../../runtime/conformance/case';
import { CLAIMS } from '../../runtime/conformance/cases';
import type { Doubt } from '../../runtime/doubts';
import { buildOwnScript } from '../harness/own-script';
import { type Realm, startRealm } from '../harness/realm';
import { MAIL } from './mail';

const SCOPES = ['gmail.readonly', 'drive.file', 'script.scriptapp', 'script.external_request'];

/** Without those of web apps, which ask for a deployment: web-app.test.ts. */
const services = [...new Set(CLAIMS.map(({ id }) => id.slice(0, id.indexOf('.'))))].filter(
  (service) => service !== 'web-app',
);

let realm: Realm;
const checked = new Map<string, CheckedClaim>();
beforeAll(async () => {
  realm = startRealm();
  await realm.google.deliver(MAIL);
  for (const one of await run<CheckedClaim[]>('checkAll', services)) checked.set(one.id, one);
});
afterAll(() => realm.close());

async function run<R>(name: string, args: readonly string[], { runtime } = realm): Promise<R> {
  const script = await buildOwnScript(__dirname, ...SCOPES);
  const { error, returned } = await runtime.run(script, 'run', [name, ...args]);
  if (error) throw new Error(error.message);
  return JSON.parse((returned?.kind === 'value' && returned.json) || 'null');
}

describe.each(services)('The local runtime, asked what Google is claimed to answer: %s', (service) => {
  test.each(CLAIMS.filter(({ id }) => id.startsWith(`${service}.`)).map(({ id }) => id))('%s', (id) => {
    const { status, came, expected } = checked.get(id) ?? {};
    expect({ status, came }).toEqual({ status: 'holds', came: expected });
  });
});

test('the claims leave nothing behind', async () => {
  const sheets = realm.spreadsheets.grid('sheet-test').map(({ name, cells }) => [name, cells]);
  expect(sheets).toEqual([['Sheet1', []]]);
  expect(realm.services.triggers.list()).toEqual([]);
  expect(realm.google.files()).toEqual([]);
  expect(realm.services.store.prepare('select key from properties').all()).toEqual([]);
});

test.each<[Doubt, string, string[]]>([
  ['apostrophe-stays', 'sheet-text', ['plain.apostrophe-protects-the-rest']],
  ['no-authorized-scopes', 'script-app', ['authorization.tells-what-is-granted']],
])('where Google behaves otherwise (%s), the claims of %s tell it', async (doubt, service, differing) => {
  const other = startRealm({ doubts: new Set([doubt]) });
  const claims = await run<CheckedClaim[]>('checkAll', [service], other);
  const ids = claims.filter(({ status }) => status === 'differs').map(({ id }) => id);
  expect(ids).toEqual(differing.map((id) => `${service}.${id}`));
  await other.close();
});

test('a differing result is reported as it came', async () => {
  expect(await run('checkWrong', ['wrong', 'right'])).toMatchObject([
    { status: 'differs', expected: 'wrong', came: 'right' },
    { status: 'holds' },
  ]);
});

test('a claim without its permission is not run; any other error is a result', async () => {
  const lacking = 'Authorization is required to perform that action.';
  expect(await run('checkWhatThrows', [lacking, 'no'])).toMatchObject([
    { status: 'not run', came: `Error: ${lacking}` },
    { status: 'differs', came: 'Error: no' },
  ]);
});

test('every claim has a unique ID and names its source', () => {
  const ids = CLAIMS.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  for (const { source } of CLAIMS)
    expect(source).toMatch(/^(measured: )?https:\/\/|^as public scripts|^inferred: /);
});

test('the claims import nothing of the product', () => {
  const folder = path.resolve(__dirname, '../../runtime/conformance');
  const imports = readdirSync(folder).flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/from '([^']*)'/g)].map(
      ([, target]) => target,
    ),
  );
  expect(imports.length).toBeGreaterThan(20);
  expect(imports.filter((target) => !target?.startsWith('./'))).toEqual([]);
});
