import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { spread } from '../harness/extent';
import { Newcomer } from './newcomer';

let anna: Newcomer;
beforeAll(async () => {
  anna = await Newcomer.arrive();
});
afterAll(() => anna.leave());

const folder = () => path.join(anna.state, 'desk');

function writeFile(name: string, text: string | undefined): void {
  rmSync(folder(), { recursive: true, force: true });
  mkdirSync(text === undefined ? path.join(folder(), name) : folder(), { recursive: true });
  if (text !== undefined) writeFileSync(path.join(folder(), name), text);
}

const SCRIPT = 'must be the id of the script';
const SHEET = 'must be the id of the sheet';

/** Everything stands still: nothing is asked of Google, nothing is written, one line tells why. */
const FILES: [string, string | undefined, string][] = [
  ['nothing', '', 'is empty. It must be JSON.'],
  ['white space', ' \n', 'is empty. It must be JSON.'],
  ['half an object', '{"scriptId": "abc', 'is not JSON: '],
  ['other words', 'scriptId=abc', 'is not JSON: '],
  ['a list', '[]', 'the content must be an object (got [])'],
  ['null', 'null', 'the content must be an object (got null)'],
  ['a text', '"abc"', 'the content must be an object (got "abc")'],
  ['a number as the script', '{"scriptId": 42}', `scriptId ${SCRIPT} (got 42).`],
  ['null as the script', '{"scriptId": null}', `scriptId ${SCRIPT} (got null).`],
  [
    'no text as the script',
    '{"scriptId": ""}',
    `scriptId ${SCRIPT} alone: letters, digits, - and _ (got "").`,
  ],
  [
    'an address as the script',
    '{"scriptId": "https://script.google.com/d/1AbC/edit"}',
    `scriptId ${SCRIPT} alone: letters, digits, - and _ (got "https://script.google.com/d/1AbC/edit").`,
  ],
  ['an object as the sheet', '{"parentId": {}}', `parentId ${SHEET} (got {}).`],
  ['two sheets', '{"parentId": ["a", "b"]}', `parentId ${SHEET} (got ["a","b"]).`],
  ['true as the folder', '{"scriptId": "a", "rootDir": true}', 'rootDir must be "script" (got'],
  ['another folder', '{"scriptId": "a", "rootDir": "../../dist"}', '(got "../../dist").'],
  ['another folder by its other name', '{"scriptId": "a", "srcDir": "."}', 'srcDir must be "script" (got'],
  ['a folder of that name', undefined, 'could not be read: EISDIR'],
];

test.each(spread(FILES, 4))(
  'a project file with %s is reported with file, field, what was expected and what it has',
  async (_, text, words) => {
    writeFile('.clasp.json', text);
    const said = await anna.deploy('desk');
    expect([said.code, said.text]).toEqual([1, expect.stringContaining(words)]);
    expect(said.text).toContain(path.join(folder(), '.clasp.json'));
    expect([said.text.trim().split('\n').length, said.text]).toEqual([
      2,
      expect.not.stringContaining('    at '),
    ]);
    expect(anna.google.calls).toEqual([]);
  },
);

const CHOICES = [
  ['{"alerts": "no"}', 'alerts must be true or false (got "no").'],
  ['{"wideSheets": 1}', 'wideSheets must be true or false (got 1).'],
  ['', 'is empty. It must be JSON.'],
] as const;

test.each(spread(CHOICES, 1))('so is a file of choices with %j', async (text, words) => {
  writeFile('choices.json', text);
  const said = await anna.deploy('desk');
  expect([said.code, said.text]).toEqual([1, expect.stringContaining(words)]);
});
