import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CASES } from '../../runtime/conformance/cases';
import { spread } from '../harness/extent';
import { runInThread } from '../harness/in-thread';
import { ROOT } from '../harness/local';

const folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-parity-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the script of runtime/test/conformance.test.ts ends in. */
const REPORT = {
  sheetdeskParity: 1,
  date: '2026-11-21T09:00:00.000Z',
  language: 'ja',
  locale: 'ja_JP',
  timeZone: 'Asia/Tokyo',
  account: 'consumer',
  newerNames: ['Object.hasOwn'],
  compileMs: { '10 kB': 1, '600 kB': 20 },
  startMs: 700,
  cases: CASES.length,
  holds: CASES.length - 2,
  differs: [{ id: 'sheet-text.formulas', came: '{"=1+1":[[2,"=1+1"],["=1+1",""]]}' }],
  notRun: [{ id: 'drive.list.by-parent', came: '"The permission drive.file is missing."' }],
  words: { 'sheet-grid.refused': ['範囲の座標が | シートの範囲外です。'] },
};

/** What `npm run parity -- --import` says about a text, given in a file or as it is, and what it writes. */
async function importText(text: string, asFile = true): Promise<{ said: string; written: string }> {
  const [file, target] = [path.join(folder, 'results'), path.join(folder, 'verified.md')];
  rmSync(target, { force: true });
  writeFileSync(file, text);
  const argv = ['--import', asFile ? file : text, '--to', target];
  const { out, error } = await runInThread(path.join(ROOT, '.build/parity.cjs'), { argv });
  return { said: out + error, written: existsSync(target) ? readFileSync(target, 'utf8') : '' };
}

test('a result is imported as it was copied: from a file, a cell, an issue, the command line', async () => {
  const text = JSON.stringify(REPORT);
  const copied = [text, `"${text.replaceAll('"', '""')}"`, `Here it is:\n\`\`\`\n${text}\n\`\`\`\n`];
  for (const one of spread(copied, 1)) {
    const { written } = await importText(one);
    expect(written).toContain(
      `2026-11-21, a consumer account, language ja, spreadsheet ja_JP, time zone Asia/Tokyo: **${CASES.length - 2} of ${CASES.length} cases hold**, 1 differs, 1 could not be run.`,
    );
  }
  const { written } = await importText(text, false);
  expect(written).toContain(
    'To compile 10 kB, 600 kB of code took 1, 20 ms. The web app of the script answered after 700 ms.',
  );
  // Of a table the row that differs, and nothing that would end a cell of Markdown.
  expect(written).toContain(
    '| `sheet-text.formulas` | `{"=1+1":[[2,"=1+1"],[2,"=1+1"]]}` | `{"=1+1":[[2,"=1+1"],["=1+1",""]]}` | https://',
  );
  expect(written).toContain('| `sheet-grid.refused` | `範囲の座標が \\| シートの範囲外です。` |');
});

test('another text is refused in one sentence, and nothing is written', async () => {
  for (const [text, sentence] of [
    ['204 of 204 cases are left.', /results: This is not the text of cell A1/],
    [
      JSON.stringify({ ...REPORT, cases: 7 }),
      /results: This is of another version of the script: it has 7 cases/,
    ],
  ] as const) {
    expect(await importText(text)).toEqual({ said: expect.stringMatching(sentence), written: '' });
  }
});

test('the README says whether somebody has run it', () => {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const isVerified = existsSync(path.join(ROOT, 'docs/verified.md'));
  expect(readme.includes('](docs/verified.md)')).toBe(isVerified);
  expect(/not yet verified on google/i.test(readme)).toBe(!isVerified);
});
