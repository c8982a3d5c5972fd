import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CLAIMS } from '../../runtime/conformance/cases';
import type { RunOptions } from '../../runtime/execution/executor';
import { createScript, type Script, toScriptFiles } from '../../runtime/execution/script';
import { spread, testLong } from '../harness/extent';
import { runInThread } from '../harness/in-thread';
import { ROOT } from '../harness/local';
import { type Realm, startRealm } from '../harness/realm';
import { MAIL } from './mail';

const FOLDER = path.join(ROOT, '.build/parity/script');
const FILES = toScriptFiles(
  Object.fromEntries(
    readdirSync(FOLDER).map((name) => [name, readFileSync(path.join(FOLDER, name), 'utf8')]),
  ),
);
const SCRIPT: Script = createScript('test', () => FILES);
const ALL = 'All are done.';
/** Claims that ask for a web app. */
const UNDEPLOYED = CLAIMS.map(({ id }) => id).filter((id) => id.startsWith('web-app.'));
const HELD = CLAIMS.length - UNDEPLOYED.length;

const folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-parity-'));
afterAll(() => rmSync(folder, { recursive: true }));

let realm: Realm;
const start = async () => {
  realm = startRealm();
  await realm.google.deliver(MAIL);
};
const end = () => realm.close();

/** Chooses an item of the menu: what the person is told at the end. */
async function choose(name: string, options: RunOptions = {}): Promise<string> {
  const { dialogs } = await realm.runtime.run(SCRIPT, name, [], { kind: 'menu', ...options });
  return dialogs.shown.map(({ text }) => text).join();
}

async function runToTheEnd(): Promise<void> {
  for (let clicks = 0; clicks < 5; clicks++) if ((await choose('runParity')).startsWith(ALL)) return;
  throw new Error('Some claims are left after five clicks.');
}

const tab = () => realm.spreadsheets.grid('sheet-test').find(({ name }) => name === 'Parity')?.cells ?? [];
const statuses = () =>
  Object.fromEntries(
    tab()
      .slice(2)
      .map(([id, status]) => [id, status]),
  );

/** As Google downloads a tab. */
const toCsv = (rows: string[][]) =>
  rows
    .map((cells) =>
      cells.map((text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(),
    )
    .join('\r\n');
const toTsv = (rows: string[][]) => rows.map((cells) => cells.join('\t')).join('\n');

/** What `npm run parity -- --import` says about a file with this text, and what it writes. */
async function importText(text: string): Promise<{ said: string; written: string | undefined }> {
  const [file, target] = [path.join(folder, 'results'), path.join(folder, 'verified.md')];
  rmSync(target, { force: true });
  writeFileSync(file, text);
  const argv = ['--import', file, '--to', target];
  const { out, error } = await runInThread(path.join(ROOT, '.build/parity.cjs'), { argv });
  return { said: out + error, written: existsSync(target) ? readFileSync(target, 'utf8') : undefined };
}

/** The last test begins anew what the others look at. */
describe('a run to the end', () => {
  beforeAll(async () => {
    await start();
    await runToTheEnd();
  });
  afterAll(end);

  test('Parity > Run writes a row for every claim, and leaves nothing else behind', async () => {
    expect(Object.keys(statuses()).sort()).toEqual(CLAIMS.map(({ id }) => id).sort());
    const notHeld = Object.entries(statuses()).filter(([, status]) => status !== 'holds');
    expect(notHeld).toEqual(UNDEPLOYED.map((id) => [id, 'not run']));
    expect(tab()[0]?.slice(0, 5)).toEqual([
      'Sheetdesk parity',
      expect.stringMatching(/^2026-11-21T09:/),
      'Etc/UTC',
      'workspace',
      String(CLAIMS.length),
    ]);
    expect(realm.spreadsheets.grid('sheet-test').map(({ name }) => name)).toEqual(['Sheet1', 'Parity']);
    expect([realm.services.triggers.list(), realm.google.files(), realm.services.sentMail]).toEqual([
      [],
      [],
      [],
    ]);
    expect(await realm.run(() => PropertiesService.getScriptProperties().getKeys())).toEqual([]);
  });

  test('what was run is imported from CSV and from a copied tab', async () => {
    for (const text of spread([toCsv(tab()), toTsv(tab())], 1)) {
      const { written } = await importText(text);
      expect(written).toContain(
        `2026-11-21, a Google Workspace account, script time zone Etc/UTC: **${HELD} of ${CLAIMS.length} claims hold**, 0 differ, ${UNDEPLOYED.length} could not be run.`,
      );
      expect(written).not.toContain('## Differ');
    }
  });

  testLong('a claim that differs is listed with what was expected and what came', async () => {
    const doctored = tab().map((row) =>
      row[0] === 'sheet-text.plain.apostrophe-protects-the-rest'
        ? [row[0], 'differs', row[2], '"\'=1+1"', ...row.slice(4)]
        : row,
    ) as string[][];
    const { written } = await importText(toCsv(doctored));
    expect(written).toContain(`**${HELD - 1} of ${CLAIMS.length} claims hold**, 1 differs`);
    expect(written).toMatch(
      /\n\| `sheet-text\.plain\.apostrophe-protects-the-rest` \| `"=1\+1"` \| `"'=1\+1"` \| measured: https/,
    );
  });

  test('another file is refused in one sentence, and nothing is written', async () => {
    for (const text of spread(
      ['Sheetdesk parity,2026\nid,status', '', 'a,b\n1,2', toCsv([['id', 'status']])],
      1,
    )) {
      const { said, written } = await importText(text);
      expect(said).toMatch(/results: This is not the whole tab of Parity > Run.*\.\n$/);
      expect(written).toBeUndefined();
    }
  });

  testLong('an incomplete run is refused', async () => {
    const { said, written } = await importText(toCsv(tab().slice(0, -1)));
    expect(said).toContain(`The run is not complete: ${CLAIMS.length - 1} of ${CLAIMS.length} claims.`);
    expect(written).toBeUndefined();
  });

  testLong('Parity > Start over starts from the first claim', async () => {
    await realm.run(
      () => void SpreadsheetApp.getActive().getSheetByName('Parity')?.getRange('B3').setValue('differs'),
    );
    await choose('startOver');
    expect(Object.values(statuses())).not.toContain('differs');
  });
});

describe('a first run', () => {
  beforeEach(start);
  afterEach(end);

  testLong('a run continues where the one before ended, without the claim that ended it', async () => {
    await choose('runParity', { fault: { call: 300, kind: 'kill before' } });
    const before = tab().length;
    expect(before).toBeGreaterThan(10);
    await runToTheEnd();
    expect(tab()).toHaveLength(CLAIMS.length + 2);
    const ended = tab().filter(([id = '', status]) => status === 'not run' && !UNDEPLOYED.includes(id));
    expect(ended.map(([, , , came]) => came)).toEqual(['"The execution ended while this was run."']);
    expect(realm.spreadsheets.grid('sheet-test').map(({ name }) => name)).toEqual(['Sheet1', 'Parity']);
  });

  testLong(
    'without the permission for mail, the claims about mail are not run, and the others are',
    async () => {
      const scopes = SCRIPT.manifest.oauthScopes.filter((scope) => !scope.includes('gmail'));
      realm.services.grants.limit(SCRIPT, scopes);
      await runToTheEnd();
      expect(tab()[0]?.[3]).toBe('unknown');
      expect(statuses()['gmail.body.is-signed-bytes-of-utf8']).toBe('not run');
      expect(statuses()['drive.list.by-parent']).toBe('holds');
    },
  );

  test('the menu has both items', async () => {
    await realm.runtime.run(SCRIPT, 'onOpen', [], { kind: 'simple trigger' });
    expect(realm.spreadsheets.menus('test')).toEqual([
      {
        caption: 'Parity',
        items: [
          { caption: 'Run', function: 'runParity' },
          { caption: 'Start over', function: 'startOver' },
        ],
      },
    ]);
  });
});

test('the README says whether somebody has run it', () => {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const isVerified = existsSync(path.join(ROOT, 'docs/verified.md'));
  expect(readme.includes('](docs/verified.md)')).toBe(isVerified);
  expect(/not yet verified on google/i.test(readme)).toBe(!isVerified);
});
