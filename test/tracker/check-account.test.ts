import { openStore } from '../../runtime/store';
import { testLong } from '../harness/extent';
import { type Behaviour, type Desk, START, startDesk, startTracking } from '../harness/local';
import { PERMISSION_NAMES } from '../harness/permission-names';
import { choose, labelsInRed, setProperty, withhold } from './at-sheet';

const TAB = 'Account check';

const OTHERS = ['script.scriptapp', 'script.container.ui', 'script.send_mail'];
const toNames = (...scopes: string[]) => scopes.map((scope) => PERMISSION_NAMES[scope]).join(', ');

describe('Case desk > Check this account', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startTracking();
  });
  afterEach(() => desk.close());

  /** Line by line: what is checked, what was expected, what came, what to do. */
  async function check(): Promise<string[][]> {
    const { error } = await choose(desk, 'checkAccount');
    expect(error).toBeUndefined();
    return desk.grid(TAB);
  }
  const line = (lines: string[][], label: string) => lines.find(([first]) => first === label)?.slice(1);
  const tabs = () => desk.sheets().map(({ name }) => name);
  const inRed = () => labelsInRed(desk, TAB);
  const seen = () => {
    setProperty(desk, 'spreadsheet.web', 'active');
    setProperty(desk, 'spreadsheet.trigger', 'by id');
  };

  test('takes less than half a minute, leaves its own tab alone behind, and says of what is as expected no more than that', async () => {
    seen();
    const before = tabs();
    const { elapsed, error } = await desk.execute('checkAccount', [], { kind: 'menu' });
    expect([error, elapsed < 30_000]).toEqual([undefined, true]);
    expect(tabs()).toEqual([...before, TAB]);
    expect(Object.keys(desk.properties()).filter((key) => key.startsWith('claim'))).toEqual([]);
    const lines = desk.grid(TAB);
    const held = lines.filter(([, words]) => words === 'As expected').map(([label]) => label);
    expect(held).toEqual([
      'Permissions',
      'Spreadsheet in the web app',
      'Spreadsheet in the timer',
      'Text that begins with =',
      'Text that begins with an apostrophe',
      'Text that looks like a number',
      'Dates',
      'Lock',
      'Cache',
      'Script properties',
      'Digest of é',
      'Time zone',
    ]);
    expect(lines[0]).toEqual([TAB, 'No problems. 12 of 13 as expected, 1 to note.', '', '']);
    expect(inRed()).toEqual([]);
    // The last line has all of it as one text, without the address of the page.
    const [label, text = ''] = lines.at(-1) ?? [];
    expect(label).toBe('Copy this text');
    expect(text).toMatch(/^Sheetdesk \d+\.\d+\.\d+\+[0-9a-f]{8}, desk, 2026-11-21T.*No problems\./);
    expect(text).toContain('\nok: Digest of é\n');
    expect(text).toMatch(/note: Address of the web app\. .*\/s\/\.\.\.\/exec/);
  });

  test('says what to do where the web app gets no spreadsheet, and where it was not seen yet', async () => {
    setProperty(desk, 'spreadsheet.web', 'none');
    desk.store.prepare("delete from properties where key = 'spreadsheet.trigger'").run();
    const lines = await check();
    expect(line(lines, 'Spreadsheet in the web app')).toEqual([
      'active, or opened by id',
      'none',
      'Google does not give the script its spreadsheet there. Run "npm run deploy -- --wide-sheets desk", then choose Case desk > Set up.',
    ]);
    expect(line(lines, 'Spreadsheet in the timer')?.slice(1)).toEqual([
      'not seen yet',
      'Wait five minutes for the timer. Then check again.',
    ]);
    expect(inRed()).toEqual(['Spreadsheet in the web app']);
  });

  test('names a permission that is missing, and what cannot be checked without it', async () => {
    withhold(desk, 'drive.file');
    const lines = await check();
    expect(line(lines, 'Permissions')?.[2]).toBe(
      'The permission "Store files in your Drive" is missing, so attachments are not stored. Choose Case desk > Set up and tick every box.',
    );
    expect(line(lines, 'Permissions')?.slice(0, 2)).toEqual([
      toNames('gmail.readonly', 'spreadsheets.currentonly', 'drive.file', ...OTHERS),
      toNames('gmail.readonly', 'spreadsheets.currentonly', ...OTHERS),
    ]);
  });

  test('is shown in a dialog where the spreadsheet may not be touched', async () => {
    withhold(desk, 'spreadsheets.currentonly');
    const { error, shown } = await choose(desk, 'checkAccount');
    expect(error).toBeUndefined();
    expect(shown[0]?.text).toMatch(/Not checked: .*Authorization is required/);
    expect(shown[0]?.text).toContain('ok: Script properties');
    expect(tabs()).not.toContain(TAB);
  });
});

describe('Case desk > Check this account, where Google behaves otherwise', () => {
  let desk: Desk;
  afterEach(() => desk.close());

  async function checkWhere(google: Behaviour, prepare: (desk: Desk) => Promise<unknown>) {
    desk = await startDesk(openStore(':memory:'), START, google);
    await prepare(desk);
    const { error } = await choose(desk, 'checkAccount');
    expect(error).toBeUndefined();
    return (label: string) =>
      desk
        .grid(TAB)
        .find(([first]) => first === label)
        ?.slice(1);
  }
  const setUp = (one: Desk) => choose(one, 'setUp');

  test('an apostrophe that stays is what Set up finds out, and nothing to do after that', async () => {
    const google: Behaviour = { doubts: new Set(['apostrophe-stays']) };
    const line = await checkWhere(google, async () => {});
    expect(line('Text that begins with =')).toEqual([
      '"=1+1"',
      '"\'=1+1"',
      'Choose Case desk > Set up, which finds out how to write text here.',
    ]);
    await setUp(desk);
    await choose(desk, 'checkAccount');
    expect(line('Text that begins with =')?.[2]).toBe('Nothing. Text is written without an apostrophe here.');
  });

  test('a timer that gets no spreadsheet is found, and the cure named', async () => {
    const line = await checkWhere({ doubts: new Set(['no-active-spreadsheet-in-triggers']) }, async (one) => {
      await setUp(one);
      await one.advance(6 * 60_000);
    });
    expect(line('Spreadsheet in the timer')?.slice(1)).toEqual([
      'none',
      expect.stringContaining('npm run deploy -- --wide-sheets desk'),
    ]);
  });

  testLong(
    'with --wide-sheets that timer opens it by its id, and the wide permission is the expected one',
    async () => {
      const google: Behaviour = { doubts: new Set(['no-active-spreadsheet-in-triggers']), wideSheets: true };
      const line = await checkWhere(google, async (one) => {
        await setUp(one);
        await one.advance(6 * 60_000);
      });
      expect(line('Spreadsheet in the timer')).toEqual(['As expected', '', '']);
      expect(line('Permissions')).toEqual(['As expected', '', '']);
    },
  );

  testLong('an address that is another than the deployed one is nothing to do', async () => {
    const line = await checkWhere({ doubts: new Set(['service-url-lies']) }, setUp);
    const [expected, came, action] = line('Address of the web app') ?? [];
    expect([expected, came]).toEqual([expect.stringMatching(/exec$/), expect.stringMatching(/dev$/)]);
    expect(action).toBe('Nothing. Links use the expected address.');
  });

  testLong('a list of permissions that Google does not give is no missing permission', async () => {
    const line = await checkWhere({ doubts: new Set(['no-authorized-scopes']) }, setUp);
    expect(line('Permissions')).toEqual(['As expected', '', '']);
  });
});
