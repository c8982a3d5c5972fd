import type { Fault } from '../../../../runtime/execution/faults';
import type { ApiSheet } from '../../../api-sheet/api-sheet';
import { extent, spread, testLong } from '../../../harness/extent';
import { longestHold } from '../../../harness/holds';
import {
  callsOf,
  healthOf,
  healthTextOf,
  insertColumn,
  minutesLater,
  nextMinute,
  noteOn,
  protectionOf,
  startMovedSheet,
  type,
  WINDOW_TOKEN,
} from './moved-sheet';
import { StandIn } from './stand-in';

const AT = Date.UTC(2026, 10, 21, 8, 30);
const HOLD_MS = 2_000;
const MANY = extent({ usual: 2_000, long: 5_000 });

/** A row of the columns that are shown of leads. */
function lead(number: number, name = `Lead ${number}`) {
  const status = ['warm', 'new', '+15550102030', '640-680', 3000, true, 'id', false];
  const waiting = [false, '', '', '', ''];
  return [
    `L-${number}`,
    name,
    57,
    ...status,
    '=not a formula',
    AT,
    ...waiting,
    'web',
    'Berlin',
    AT,
    '',
    false,
  ];
}

describe('the sheet of an API that has moved', () => {
  let host: StandIn;
  let sheet: ApiSheet;
  const windowLine = async () => (await healthOf(sheet)).find(({ label }) => label === 'Window')?.text;
  beforeEach(async () => {
    host = new StandIn();
    sheet = await startMovedSheet(await host.listen());
  });
  afterEach(async () => {
    await sheet.close();
    await host.close();
  });

  const newest = (count: number, last = count) =>
    Array.from({ length: count }, (_, index) => lead(last - index));

  /** A run of the timer once the host has these rows. */
  const runAfter = (rows: ReturnType<typeof newest>, fault?: Fault) => {
    host.rows.set('Leads', rows);
    return sheet.execute('deliverOutbox', { kind: 'trigger', ...(fault ? { fault } : {}) });
  };

  test('shows the rows of the host, and how many there are', async () => {
    host.rows.set('Leads', newest(3));
    await nextMinute(sheet);
    const [header = [], first = [], , , ...others] = sheet.rowsOf('Leads');
    expect(first.slice(0, 5)).toEqual(['L-3', 'Lead 3', '57', 'warm', 'new']);
    expect(first[header.indexOf('notes')]).toBe('=not a formula');
    expect(first[header.indexOf('createdAt')]).toBe('2026-11-21 08:30');
    expect(others.flat().filter(Boolean)).toEqual([]);
    expect(header.at(-1)).toMatch(/^3 of 3, as of \d\d:\d\d$/);
    expect(new Set(host.tokens)).toEqual(new Set([`Bearer ${WINDOW_TOKEN}`]));
  });

  test(`writes ${MANY} of many in holds of the lock of two seconds at most`, async () => {
    host.total = 10_482_113;
    host.rows.set('Leads', newest(MANY, host.total));
    const run = await nextMinute(sheet);
    expect(sheet.rowsOf('Leads')[0]?.at(-1)).toMatch(/^\d,000 of 10,482,113, as of \d\d:\d\d$/);
    expect(sheet.rowsOf('Leads')[MANY]?.[0]).toBe(`L-${host.total - MANY + 1}`);
    expect(run.holds.length).toBeGreaterThan(MANY / 600);
    expect(longestHold(run)).toBeLessThanOrEqual(HOLD_MS);
  });

  test('in an idle minute calls the cache once, the host once and the sheet never', async () => {
    host.rows.set('Leads', newest(100));
    await nextMinute(sheet);
    // It reads the settings, which have changed.
    await nextMinute(sheet);
    expect(callsOf(await nextMinute(sheet))).toEqual({ 'cache.getAll': 1, 'urlFetch.fetch': 1 });
  });

  test('writes the block of a row that has changed, and no other', async () => {
    host.rows.set('Leads', newest(500));
    await nextMinute(sheet);
    const changed = newest(500);
    changed[120] = lead(380, 'Ada Brown');
    host.rows.set('Leads', changed);
    const run = await nextMinute(sheet);
    const written = run.calls.filter(({ method }) => method === 'spreadsheet.setValues');
    expect(written.map(({ cells }) => cells)).toEqual([50 * 23]);
    expect(sheet.rowsOf('Leads').filter((row) => row[1] === 'Ada Brown')).toHaveLength(1);
    expect(sheet.rowsOf('Leads')[121]?.slice(0, 2)).toEqual(['L-380', 'Ada Brown']);
  });

  test('empties the rows that are shown no more', async () => {
    host.rows.set('Leads', newest(120));
    await nextMinute(sheet);
    host.rows.set('Leads', newest(2));
    await nextMinute(sheet);
    const ids = sheet.rowsOf('Leads').flatMap(([id]) => (id ? [id] : []));
    expect(ids).toEqual(['id', 'L-2', 'L-1']);
  });

  test('lets nobody but the owner write into what it shows', async () => {
    host.rows.set('Leads', newest(1));
    await nextMinute(sheet);
    expect(protectionOf(sheet, 'Leads')).toEqual({ warningOnly: false, unprotected: 0 });
    expect(protectionOf(sheet, 'Scoring')).toEqual({ warningOnly: true, unprotected: 4 });
  });

  test('writes all rows again where somebody has typed into them', async () => {
    host.rows.set('Leads', newest(60));
    await nextMinute(sheet);
    await type(sheet, 'Leads', 'B3', 'Somebody else');
    await nextMinute(sheet);
    expect(sheet.rowsOf('Leads')[2]?.[1]).toBe('Lead 59');
  });

  test('leaves a column of the owner alone', async () => {
    host.rows.set('Leads', newest(2));
    await nextMinute(sheet);
    insertColumn(sheet, 'Leads', 3);
    sheet.edit('Leads', 'C1', 'mine');
    sheet.edit('Leads', 'C2', 'a note');
    host.rows.set('Leads', newest(3));
    await nextMinute(sheet);
    const [header, first] = sheet.rowsOf('Leads');
    expect(header?.slice(0, 4)).toEqual(['id', 'name', 'mine', 'score']);
    expect(first?.slice(0, 4)).toEqual(['L-3', 'Lead 3', 'a note', '57']);
  });

  test('tells the host what was edited, within a minute, and of nothing else', async () => {
    await nextMinute(sheet);
    host.requests.length = 0;
    await type(sheet, 'Scoring', 'D2', '30');
    await nextMinute(sheet);
    await nextMinute(sheet);
    const sent = host.requests.map(({ edited }) => Object.keys(edited));
    expect(sent).toEqual([['Scoring'], []]);
    const { letters, columns, rows } = host.requests[0]?.edited.Scoring ?? {};
    expect([letters, columns]).toEqual([
      ['A', 'B', 'C', 'D'],
      ['rule', 'field', 'when', 'points'],
    ]);
    expect(rows?.[0]).toEqual([2, expect.any(String), expect.any(String), expect.any(String), 30]);
  });

  test('tells the host within ten minutes of an edit that left no mark', async () => {
    await nextMinute(sheet);
    host.requests.length = 0;
    sheet.edit('Scoring', 'D2', '30');
    await minutesLater(sheet, 10);
    const sent = host.requests.flatMap(({ edited }) => Object.keys(edited));
    expect(sent).toEqual(['Scoring', 'Lists', 'Cafes', 'Menu']);
  });

  test('notes a refusal at its cell until it is mended, and says it in Health', async () => {
    const problem = 'Scoring!D2 must be a whole number from -100 to 100 (got "many").';
    host.onEdited = (tab) => (tab === 'Scoring' ? { refusals: [{ row: 2, column: 'points', problem }] } : {});
    await nextMinute(sheet);
    expect(noteOn(sheet, 'Scoring', 'D2')).toBe(`Not taken: ${problem}`);
    expect(await healthOf(sheet)).toContainEqual({
      label: 'Rejected by the host',
      state: 'Problem',
      text: problem,
    });
    host.onEdited = () => ({});
    await type(sheet, 'Scoring', 'D2', '20');
    await nextMinute(sheet);
    expect(noteOn(sheet, 'Scoring', 'D2')).toBe('');
    expect(await healthTextOf(sheet)).not.toContain('Not taken');
  });

  describe('of a menu', () => {
    const MENU = ['id', 'cafeId', 'name', 'priceAmount', 'availability', 'category', 'stock'];
    const item = (id: string, name: string, stock: string) => [
      id,
      'C-1',
      name,
      '3.20',
      'available',
      '',
      stock,
    ];
    const shownMenu = () => sheet.rowsOf('Menu').map((row) => row.slice(0, MENU.length));
    beforeEach(async () => {
      sheet.fill('Menu', 2, item('I-1', 'Tea', '10'));
      sheet.fill('Menu', 3, item('I-2', 'Bun', '5'));
      host.versions.Menu = 'first';
      await nextMinute(sheet);
    });

    test('takes over what the host has changed: cells, new rows, and rows that are gone', async () => {
      host.versions.Menu = 'second';
      host.onEdited = () => ({
        changed: { 'I-1': { stock: 8, version: 4 } },
        added: [{ id: 'I-3', cafeId: 'C-1', name: 'Cake', priceAmount: '4.00', availability: 'available' }],
        removed: ['I-2'],
      });
      await nextMinute(sheet);
      expect(shownMenu().filter(([id]) => id)).toEqual([
        MENU,
        item('I-1', 'Tea', '8'),
        ['I-3', 'C-1', 'Cake', '4.00', 'available', '', ''],
      ]);
    });

    test('keeps what somebody has typed while the host was asked', async () => {
      host.versions.Menu = 'second';
      host.onEdited = () => {
        sheet.edit('Menu', 'G2', '50');
        return { changed: { 'I-1': { stock: 8, availability: 'sold_out' } } };
      };
      await nextMinute(sheet);
      expect(shownMenu()[1]).toEqual(['I-1', 'C-1', 'Tea', '3.20', 'sold_out', '', '50']);
    });
  });

  test('goes on with the other tabs where one is gone, and without a column that is gone', async () => {
    sheet.deleteTab('Orders');
    sheet.deleteColumn('Menu', 3);
    host.rows.set('Leads', newest(2));
    host.rows.set('Orders', [['O-1']]);
    await nextMinute(sheet);
    expect(sheet.rowsOf('Leads')[1]?.[0]).toBe('L-2');
    expect(await healthTextOf(sheet)).toContain('The sheet has no tab "Orders".');
    expect(host.requests[0]?.edited.Menu?.columns).not.toContain('name');
    expect(host.requests[0]?.edited.Menu?.columns).toContain('priceAmount');
  });

  test('has the rows of the host in the minute after a run that was killed, at whatever call', async () => {
    host.rows.set('Leads', newest(70));
    await nextMinute(sheet);
    const step = extent({ usual: 13, long: 2 });
    let call = 1;
    for (; ; call += step) {
      const rows = newest(30 + (call % 60), 300 + call);
      const writes = call % 4 === 1 ? 'applied' : 'lost';
      const run = await runAfter(rows, { call, kind: 'kill after', writes });
      if (run.status !== 'killed') break;
      await nextMinute(sheet);
      const ids = sheet.rowsOf('Leads').flatMap(([id]) => (id ? [id] : []));
      expect(ids).toEqual(['id', ...rows.map(([id]) => id)]);
    }
    expect(call).toBeGreaterThan(10);
  });

  test('is right again after ten minutes without the network, and Health says so meanwhile', async () => {
    host.rows.set('Leads', newest(1));
    await nextMinute(sheet);
    host.failsWith = 503;
    await minutesLater(sheet, 10);
    expect(await windowLine()).toMatch(
      /has not answered this sheet for .*\. It is asked again every minute\. Not refreshed since 2026-11-21T.*\. Last error: .*503/,
    );
    host.rows.set('Leads', newest(2));
    host.failsWith = undefined;
    await nextMinute(sheet);
    expect(
      sheet
        .rowsOf('Leads')
        .map(([id]) => id)
        .slice(0, 3),
    ).toEqual(['id', 'L-2', 'L-1']);
    expect(await windowLine()).toMatch(/^The tabs are refreshed every minute/);
  });

  test('is called a few minutes later where it lets the sheet wait, so that timers have time left', async () => {
    host.rows.set('Leads', newest(1));
    // The second run reads the settings, which have changed.
    for (let run = 0; run < 2; run++) await nextMinute(sheet);
    host.failsWith = 503;
    await runAfter(newest(2), { call: 2, kind: 'slow', ms: 30_000 });
    const asked = host.tokens.length;
    await minutesLater(sheet, 5);
    expect(host.tokens).toHaveLength(asked);
    expect(await windowLine()).toMatch(/It is asked again today at \d\d:\d\d\. .*503/);
    host.failsWith = undefined;
    await minutesLater(sheet, 6);
    expect(sheet.rowsOf('Leads')[1]?.[0]).toBe('L-2');
  });

  const UNEXPECTED = [
    ['the page of a proxy', '<html>Log in</html>'],
    ['what another program answers', '{"status":"ok"}'],
    ['half an answer', '{"shown":{"Leads":{"total":1'],
  ] as const;

  test.each(spread(UNEXPECTED, 2))('takes nothing from %s, and Health shows it', async (_, says) => {
    host.rows.set('Leads', newest(2));
    await nextMinute(sheet);
    host.says = says;
    await nextMinute(sheet);
    expect(sheet.rowsOf('Leads')[1]?.[0]).toBe('L-2');
    expect(await windowLine()).toContain(`sent an unexpected response: ${says}`);
  });

  testLong('goes on with the other tabs where one cannot be written, which Health says', async () => {
    host.versions.Menu = 'first';
    for (let run = 0; run < 2; run++) await nextMinute(sheet);
    host.versions.Menu = 'second';
    host.onEdited = () => ({ added: [{ id: 'I-3', cafeId: 'C-1', name: 'Cake' }] });
    const { calls } = await runAfter(newest(1));
    const written = calls.findIndex(({ method }) => method === 'spreadsheet.setValues');
    host.versions.Menu = 'third';
    host.onEdited = () => ({ added: [{ id: 'I-4', cafeId: 'C-1', name: 'Bun' }] });
    await runAfter(newest(2), { call: written + 1, kind: 'throw before', message: 'Service error' });
    expect(sheet.rowsOf('Leads')[1]?.[0]).toBe('L-2');
    expect(await healthTextOf(sheet)).toContain('Menu could not be written: ');
    await nextMinute(sheet);
    expect(sheet.rowsOf('Menu')[2]?.[0]).toBe('I-4');
    expect(await healthTextOf(sheet)).not.toContain('could not be written');
  });

  testLong('says in Health alone what is refused of a tab that was emptied', async () => {
    const problem = 'Scoring!C0 must have a rule for hot.';
    host.onEdited = (tab) => (tab === 'Scoring' ? { refusals: [{ row: 0, column: 'when', problem }] } : {});
    host.rows.set('Leads', newest(2));
    await nextMinute(sheet);
    expect(sheet.rowsOf('Leads')[1]?.[0]).toBe('L-2');
    expect(await healthOf(sheet)).toContainEqual({
      label: 'Rejected by the host',
      state: 'Problem',
      text: problem,
    });
  });

  test('takes a filter out of an address, and out of blanks', async () => {
    for (const text of spread(
      ['https://api.example.com/v1/leads?status=new', '?status=new', ' status=new '],
      2,
    )) {
      host.requests.length = 0;
      await sheet.click('setWindow', { text }, { text: '' });
      expect([text, host.requests.at(-1)?.shown.Leads?.query]).toEqual([text, 'status=new']);
    }
  });

  test('shows what the owner filters by, once the host takes the filter', async () => {
    host.rows.set('Leads', newest(2));
    const cancelled = await sheet.click('setWindow', { text: 'status=new', button: 'CANCEL' });
    expect(cancelled).toHaveLength(1);
    await sheet.click('setWindow', { text: 'status=new,contacted&scoreMin=50' }, { text: '' });
    expect(host.requests.at(-1)?.shown.Leads?.query).toBe('status=new,contacted&scoreMin=50');
    expect(sheet.rowsOf('Leads')[0]?.at(-1)).toMatch(/^2 of 2 that match, as of/);
    host.refuses = 'scoreMin must be a number (got "much").';
    const shown = await sheet.click('setWindow', { text: 'scoreMin=much' }, { text: '' });
    expect(shown.at(-1)).toContain('Nothing has changed. Leads: scoreMin must be a number (got "much").');
    host.refuses = undefined;
    await nextMinute(sheet);
    expect(host.requests.at(-1)?.shown.Leads?.query).toBe('status=new,contacted&scoreMin=50');
  });
});
