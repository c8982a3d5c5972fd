import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Newcomer } from './newcomer';
import { assertWhole } from './whole';

let anna: Newcomer;
beforeAll(async () => {
  anna = await Newcomer.arrive();
});
beforeEach(() => anna.startOver());
afterAll(() => anna.leave());

const folder = () => path.join(anna.state, 'desk');
const deployDesk = (...args: string[]) => anna.deploy('desk', ...args);

test('a project file with a byte order mark, a list of one sheet or no folder is repaired', async () => {
  const { scriptId, parentId, versions } = anna.google.addDeployed('Case desk', 'sheetdesk 0.0.1 older');
  mkdirSync(folder(), { recursive: true });
  writeFileSync(path.join(folder(), 'choices.json'), '{"alerts": true}');
  writeFileSync(
    path.join(folder(), '.clasp.json'),
    `\uFEFF${JSON.stringify({ scriptId, parentId: [parentId], projectId: 'logs-of-anna' })}`,
  );
  const { code } = await deployDesk();
  expect([code, versions.length]).toEqual([0, 2]);
  assertWhole(anna.google);
  expect(JSON.parse(readFileSync(path.join(folder(), '.clasp.json'), 'utf8'))).toEqual({
    scriptId,
    parentId,
    rootDir: 'script',
    projectId: 'logs-of-anna',
  });
});

test("without the sheet's id no URL of it is printed", async () => {
  const { scriptId } = anna.google.addDeployed('Case desk', 'sheetdesk 0.0.1 older');
  mkdirSync(folder(), { recursive: true });
  writeFileSync(path.join(folder(), '.clasp.json'), JSON.stringify({ scriptId }));
  const { code, text } = await deployDesk();
  expect([code, text]).toEqual([
    0,
    expect.stringContaining(`the one with the script https://script.google.com/d/${scriptId}/edit`),
  ]);
  expect(text).not.toContain('undefined');
});

describe('a sheet to which Google adds no script', () => {
  test('is tried again, kept, and used as soon as something was typed into it', async () => {
    anna.google.doubts.add('new-sheet-cannot-be-bound');
    const { code, text } = await deployDesk('--patience', '1');
    expect([code, text]).toEqual([1, expect.stringContaining('Requested entity was not found.')]);
    expect(text).toContain(
      'Open https://docs.google.com/spreadsheets/d/sheet-1/edit and type something into A1.',
    );
    expect(text).not.toContain('elete');
    const asked = anna.google.calls.filter((call) => call === 'POST /v1/projects');
    expect([asked.length, anna.google.sheets.length]).toEqual([6, 1]);
    for (const sheet of anna.google.sheets) sheet.isEdited = true;
    expect((await deployDesk()).code).toBe(0);
    expect([anna.google.sheets.length, anna.google.scripts.length]).toEqual([1, 1]);
  });
});

describe('a lost state folder', () => {
  test('is reported with what to write into it, or how to make a new sheet', async () => {
    await deployDesk();
    const { scriptId, parentId } = anna.google.get('Case desk');
    rmSync(anna.state, { recursive: true });
    const lost = await deployDesk();
    const file = path.join(folder(), '.clasp.json');
    expect([lost.code, anna.google.sheets.length]).toEqual([1, 1]);
    expect(lost.text).toContain(`${file} is missing, but this computer has deployed before`);
    const [ids = ''] = /^\{.*\}$/m.exec(lost.text) ?? [];
    expect(JSON.parse(ids)).toEqual({ scriptId, parentId, rootDir: 'script' });
    expect(lost.text).toContain('run the same command with --new');
    expect(existsSync(file)).toBe(false);

    mkdirSync(folder(), { recursive: true });
    writeFileSync(file, ids);
    expect((await deployDesk()).code).toBe(0);
    expect(anna.google.sheets.length).toBe(1);

    rmSync(anna.state, { recursive: true });
    expect((await deployDesk('--new')).code).toBe(0);
    expect(anna.google.sheets.length).toBe(2);
  });
});
