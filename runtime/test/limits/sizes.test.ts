import { testLong } from '../harness/extent';
import { type Realm, type Step, startRealm } from '../harness/realm';

const setLengths = (...lengths: number[]) => {
  const values = lengths.map((length, index) => [`key${index}`, 'x'.repeat(length)]);
  PropertiesService.getScriptProperties().setProperties(Object.fromEntries(values));
};
const addTriggers = (count: number) => {
  for (let made = 0; made < count; made++) ScriptApp.newTrigger('main').timeBased().everyHours(1).create();
};
const fetchUrl = (length: number) =>
  UrlFetchApp.fetch(`http://127.0.0.1:1/${'x'.repeat(length - 'http://127.0.0.1:1/'.length)}`);
const fetchWith = (headers: number, bytes: number) =>
  UrlFetchApp.fetch('http://127.0.0.1:1/', {
    method: 'post',
    payload: 'x'.repeat(bytes),
    headers: Object.fromEntries(Array.from({ length: headers }, (_, index) => [`x-${index}`, '1'])),
  });
const mailWith = (attachments: number, bytes: number) => {
  const file = () => Utilities.newBlob('x'.repeat(bytes));
  MailApp.sendEmail('a@b.example', 's', 'b', { attachments: Array.from({ length: attachments }, file) });
};
const addColumns = (columns: number) => SpreadsheetApp.getActiveSheet().insertColumnsAfter(1, columns);

type Case = [
  name: string,
  snippet: (...sizes: number[]) => unknown,
  fits: number[],
  not: number[],
  says: string,
];

const MB = 1024 * 1024;
const CASES: Case[] = [
  [
    'properties of 500 kB',
    setLengths,
    Array(55).fill(9_216),
    Array(56).fill(9_216),
    'You have exceeded the property storage quota. Please remove some properties and try again.',
  ],
  [
    'twenty triggers',
    addTriggers,
    [20],
    [1],
    'This script has too many triggers. Triggers must be deleted from the script before more can be added.',
  ],
  ['an address of 2,082 characters', fetchUrl, [2_082], [2_083], 'Limit Exceeded: URLFetch URL Length.'],
  ['a hundred headers', fetchWith, [99, 1], [101, 1], 'Limit Exceeded: URLFetch Headers.'],
  ['a POST of 50 MB', fetchWith, [1, 1], [1, 50 * MB + 3], 'Limit Exceeded: URLFetch POST Size.'],
  ['250 attachments', mailWith, [250, 1], [251, 1], 'Limit exceeded: Email Attachments Per Message.'],
  [
    '25 MB of attachments',
    mailWith,
    [1, 25 * MB],
    [1, 25 * MB + 3],
    'Limit exceeded: Email Total Attachments Size.',
  ],
  [
    'ten million cells',
    addColumns,
    [9_000],
    [1_000],
    'This action would increase the number of cells in the workbook above the limit of 10000000 cells.',
  ],
];

// Each service names the source of its limits.
describe('a limit of size', () => {
  let realm: Realm;
  beforeAll(() => {
    realm = startRealm();
  });
  afterAll(() => realm.close());

  /** These take seconds to fill. */
  const LARGE = ['a POST of 50 MB', '25 MB of attachments', 'ten million cells'];
  const isLarge = ([name]: Case) => LARGE.includes(name);

  const tryAll = async (cases: readonly Case[]) => {
    const told = await realm.runAll(
      ...cases.flatMap(([, snippet, fits, not]): Step[] => [
        [snippet, ...fits],
        [snippet, ...not],
      ]),
    );
    for (const [at, [name, , , , says]] of cases.entries()) {
      const [inside, outside] = told.slice(2 * at);
      // Nothing listens where the fetches go.
      if (typeof inside === 'string')
        expect([name, inside]).toEqual([name, expect.stringMatching(/^Exception: Address unavailable/)]);
      expect([name, outside]).toEqual([name, expect.stringContaining(says)]);
    }
  };

  test('what is as large as it may be is accepted, and no more', () =>
    tryAll(CASES.filter((one) => !isLarge(one))));

  testLong.each(CASES.filter(isLarge))('%s is accepted, and no more', (...one) => tryAll([one]));
});
