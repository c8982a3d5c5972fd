import { createHash } from 'node:crypto';
import type { ApiSheet } from '../../../api-sheet/api-sheet';
import { testLong } from '../../../harness/extent';
import { runSql, type SeededHost, startSeededHost, stopHosts } from '../../harness';
import {
  deleteRow,
  healthOf,
  healthTextOf,
  minutesLater,
  moveTo,
  nextMinute,
  noteOn,
  startMovedSheet,
  type,
  WINDOW_TOKEN,
} from './moved-sheet';

const ORDER = { cafeId: 'C-1', items: [{ menuItemId: 'I-2', quantity: 1 }] };

afterAll(stopHosts);

describe('the sheet of a desk that has moved to a host', () => {
  let host: SeededHost;
  let sheet: ApiSheet;
  beforeAll(async () => {
    host = await startSeededHost({ env: { SHEETDESK_TEST_MODE: 'yes' } });
    const hash = createHash('sha256').update(WINDOW_TOKEN).digest('hex');
    await runSql(host.database, `insert into properties (name, value) values ('windowTokenHash', $1)`, [
      hash,
    ]);
  });
  beforeEach(async () => {
    sheet = await startMovedSheet(host.url);
    await nextMinute(sheet);
  });
  afterEach(() => sheet.close());

  async function call(method: string, path: string, body?: object) {
    const headers = {
      authorization: `Bearer ${host.demo.apiKey}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    const response = await fetch(host.url + path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }

  let made = 0;
  const createLead = (fields: object = {}) =>
    call('POST', '/v1/leads', { name: 'Ada Brown', phone: `+1555010${1000 + made++}`, ...fields });

  const menu = async () => {
    const { data } = (await call('GET', '/v1/cafes/C-1/menu')) as { data: { id: string; stock: unknown }[] };
    return data;
  };

  /** The cell of a row, by the text in its first column. */
  const addressOf = (tab: string, id: string, column: string) => {
    const rows = sheet.rowsOf(tab);
    const [row, at] = [rows.findIndex(([first]) => first === id), rows[0]?.indexOf(column) ?? -1];
    return `${String.fromCharCode(65 + at)}${row + 1}`;
  };
  const cell = (tab: string, id: string, column: string) => {
    const rows = sheet.rowsOf(tab);
    return rows.find(([first]) => first === id)?.[rows[0]?.indexOf(column) ?? -1];
  };

  test('shows a lead within a minute of its creation, and what becomes of it', async () => {
    const { id } = await createLead();
    await nextMinute(sheet);
    expect(sheet.rowsOf('Leads')[1]?.slice(0, 2)).toEqual([id, 'Ada Brown']);
    await call('PATCH', `/v1/leads/${id}`, { status: 'contacted', notes: '=1+1' });
    await nextMinute(sheet);
    expect([cell('Leads', String(id), 'status'), cell('Leads', String(id), 'notes')]).toEqual([
      'contacted',
      '=1+1',
    ]);
    const { total } = await call('GET', '/v1/leads');
    expect(sheet.rowsOf('Leads')[0]?.at(-1)).toMatch(
      new RegExp(`^${total} of ${total}, as of \\d\\d:\\d\\d$`),
    );
  });

  test('shows the leads that a filter lets through, and the host says what is wrong with one', async () => {
    const { id } = await createLead();
    await call('PATCH', `/v1/leads/${id}`, { status: 'sold' });
    await createLead();
    await sheet.click('setWindow', { text: 'status=sold' }, { text: '' });
    expect(sheet.rowsOf('Leads').flatMap(([own]) => (own ? [own] : []))).toEqual(['id', id]);
    const shown = await sheet.click('setWindow', { text: 'scoreMin=much' }, { text: '' });
    expect(shown.at(-1)).toMatch(/^Nothing has changed\. Leads: scoreMin must be /);
  });

  test('takes the rules of its Scoring tab to the host, where the next lead is scored by them', async () => {
    const before = await createLead({ tradeIn: true });
    const row = sheet.rowsOf('Scoring').findIndex(([, field, when]) => field === 'tradeIn' && when === 'yes');
    const at = `D${row + 1}`;
    const points = Number(sheet.rowsOf('Scoring')[row]?.[3]);
    await type(sheet, 'Scoring', at, String(points + 7));
    await nextMinute(sheet);
    expect((await createLead({ tradeIn: true })).score).toBe(Number(before.score) + 7);
    await type(sheet, 'Scoring', at, 'many');
    await nextMinute(sheet);
    expect(noteOn(sheet, 'Scoring', at)).toBe(
      `Not taken: Scoring!${at} must be a whole number from -100 to 100 (got "many"). The last valid rules stay in force.`,
    );
    expect(await healthTextOf(sheet)).toContain(`Scoring!${at} must be a whole number`);
    expect((await createLead({ tradeIn: true })).score).toBe(Number(before.score) + 7);
    await type(sheet, 'Scoring', at, String(points));
    await nextMinute(sheet);
    expect(noteOn(sheet, 'Scoring', at)).toBe('');
    expect((await createLead({ tradeIn: true })).score).toBe(before.score);
  });

  test('takes statuses and templates of its Lists tab to the host, also where a row has no status', async () => {
    sheet.fill('Lists', 7, ['on hold', '', 'visit', 'Hello {name}']);
    sheet.fill('Lists', 8, ['', '', 'sorry', 'Sold']);
    await nextMinute(sheet);
    sheet.fill('Lists', 8, ['', '', 'sorry', 'It is sold']);
    await type(sheet, 'Lists', 'B2', '+1');
    await nextMinute(sheet);
    const { statuses, templates } = await call('GET', '/v1/leads/choices');
    expect(statuses).toContain('on hold');
    expect(templates).toEqual([
      { name: 'visit', text: 'Hello {name}' },
      { name: 'sorry', text: 'It is sold' },
    ]);
  });

  test('goes by the last valid rules where somebody has emptied the tab, and shows leads as before', async () => {
    const { score } = await createLead({ tradeIn: true });
    const rows = sheet.rowsOf('Scoring');
    for (const [index, row] of rows.entries())
      for (const at of row.keys()) if (index > 0) sheet.edit('Scoring', `${'ABCD'[at]}${index + 1}`, '');
    await minutesLater(sheet, 10);
    const lead = await createLead({ tradeIn: true });
    await nextMinute(sheet);
    expect([lead.score, cell('Leads', String(lead.id), 'name')]).toEqual([score, 'Ada Brown']);
    expect(await healthTextOf(sheet)).toContain('The Scoring tab has no row for the filter hot');
  });

  test('shows the menu of the host, and takes a price to it at which the next order is sold', async () => {
    await type(sheet, 'Menu', addressOf('Menu', 'I-2', 'priceAmount'), '7,50');
    await nextMinute(sheet);
    expect((await call('POST', '/v1/orders', ORDER)).total).toBe(750);
    await type(sheet, 'Menu', addressOf('Menu', 'I-2', 'priceAmount'), 'dear');
    await nextMinute(sheet);
    const at = addressOf('Menu', 'I-2', 'priceAmount');
    expect(noteOn(sheet, 'Menu', at)).toMatch(
      new RegExp(
        `^Not taken: Menu!${at}: priceAmount must be an amount in EUR such as 12.50 \\(got "dear"\\)`,
      ),
    );
    expect((await call('POST', '/v1/orders', ORDER)).total).toBe(750);
    expect(cell('Menu', 'I-2', 'priceAmount')).toBe('dear');
  });

  test('brings sold pieces down, and takes what was typed beside them up', async () => {
    await call('PATCH', '/v1/menu/I-2', { stock: 10 });
    await nextMinute(sheet);
    expect(cell('Menu', 'I-2', 'stock')).toBe('10');
    await call('POST', '/v1/orders', ORDER);
    await type(sheet, 'Menu', addressOf('Menu', 'I-2', 'category'), 'Hot');
    await nextMinute(sheet);
    expect([cell('Menu', 'I-2', 'stock'), cell('Menu', 'I-2', 'category')]).toEqual(['9', 'Hot']);
    const { data } = (await call('GET', '/v1/cafes/C-1/menu')) as { data: { id: string }[] };
    expect(data.find(({ id }) => id === 'I-2')).toMatchObject({ stock: 9, category: 'Hot' });
    await type(sheet, 'Menu', addressOf('Menu', 'I-2', 'stock'), '40');
    await nextMinute(sheet);
    await call('POST', '/v1/orders', ORDER);
    await nextMinute(sheet);
    expect(cell('Menu', 'I-2', 'stock')).toBe('39');
  });

  testLong('takes what stood in a cell before a sale, where it is typed again', async () => {
    await call('PATCH', '/v1/menu/I-2', { stock: 10 });
    await nextMinute(sheet);
    await call('POST', '/v1/orders', ORDER);
    await nextMinute(sheet);
    expect(cell('Menu', 'I-2', 'stock')).toBe('9');
    await type(sheet, 'Menu', addressOf('Menu', 'I-2', 'stock'), '10');
    await nextMinute(sheet);
    expect(cell('Menu', 'I-2', 'stock')).toBe('10');
    expect((await menu()).find(({ id }) => id === 'I-2')).toMatchObject({ stock: 10 });
  });

  testLong('removes on the host an item that has just come down and is deleted', async () => {
    const { id } = await call('POST', '/v1/cafes/C-1/menu', { name: 'Short lived', price: 400 });
    await nextMinute(sheet);
    deleteRow(sheet, 'Menu', Number(addressOf('Menu', String(id), 'id').slice(1)));
    await minutesLater(sheet, 10);
    expect((await menu()).map((item) => item.id)).not.toContain(id);
  });

  testLong(
    'items whose ids become that of none, nothing or that of another are not deleted, and are themselves again',
    async () => {
      await minutesLater(sheet, 10);
      const changes = [
        ['I-3', 'I-77'],
        ['I-4', ''],
        ['I-5', 'I-1'],
      ] as const;
      const cells = changes.map(([id]) => addressOf('Menu', id, 'id'));
      for (const [index, [, typed]] of changes.entries())
        await type(sheet, 'Menu', cells[index] ?? '', typed);
      await minutesLater(sheet, 11);
      for (const at of cells) expect(noteOn(sheet, 'Menu', at)).toMatch(/^Not taken: Menu!A\d+:? .*id/);
      const kept = (await menu()).map((item) => item.id);
      expect(kept).toEqual(expect.arrayContaining(changes.map(([id]) => id)));
      for (const [index, [id]] of changes.entries()) await type(sheet, 'Menu', cells[index] ?? '', id);
      await minutesLater(sheet, 11);
      for (const at of cells) expect(noteOn(sheet, 'Menu', at)).toBe('');
      const shown = sheet.rowsOf('Menu').flatMap(([id]) => changes.filter(([own]) => own === id));
      expect(shown).toEqual(changes);
    },
  );

  test('what was refused of a new row stays in the sheet until it is mended, and is taken then', async () => {
    sheet.fill('Cafes', sheet.rowsOf('Cafes').length + 1, ['C-8', 'Pier', 'EURO']);
    await type(sheet, 'Cafes', addressOf('Cafes', 'C-8', 'timeZone'), 'Europe/Berlin');
    for (let sweep = 0; sweep < 2; sweep++) await minutesLater(sheet, 11);
    expect(cell('Cafes', 'C-8', 'name')).toBe('Pier');
    await type(sheet, 'Cafes', addressOf('Cafes', 'C-8', 'currency'), 'EUR');
    await nextMinute(sheet);
    expect((await call('GET', '/v1/cafes/C-8/menu')).cafe).toMatchObject({ name: 'Pier', currency: 'EUR' });
  });

  test('a caller without the token is told nothing, whatever the body', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const body of ['', '{', '{"shown":1}']) {
      const response = await fetch(`${host.url}/v1/window`, { method: 'POST', headers, body });
      expect([body, response.status, await response.json()]).toMatchObject([
        body,
        401,
        { error: { code: 'invalid_token' } },
      ]);
    }
  });

  test('adds and removes rows on both sides', async () => {
    const added = await call('POST', '/v1/cafes/C-1/menu', { name: 'Window cake', price: 400 });
    await nextMinute(sheet);
    expect(cell('Menu', String(added.id), 'priceAmount')).toBe('4.00');
    await call('DELETE', `/v1/menu/${added.id}`);
    await nextMinute(sheet);
    expect(cell('Menu', String(added.id), 'name')).toBeUndefined();
    sheet.fill('Cafes', sheet.rowsOf('Cafes').length + 1, ['C-9', 'Harbour', 'EUR']);
    await type(sheet, 'Cafes', addressOf('Cafes', 'C-9', 'timeZone'), 'Europe/Berlin');
    await nextMinute(sheet);
    expect((await call('GET', '/v1/cafes/C-9/menu')).cafe).toMatchObject({
      name: 'Harbour',
      currency: 'EUR',
    });
    deleteRow(sheet, 'Cafes', Number(addressOf('Cafes', 'C-9', 'id').slice(1)));
    await minutesLater(sheet, 10);
    await expect(call('GET', '/v1/cafes/C-9/menu')).rejects.toThrow('404');
  });

  test('a window that has another token gets nothing', async () => {
    await runSql(host.database, `update properties set value = 'x' || value where name = 'windowTokenHash'`);
    const lead = await createLead();
    await nextMinute(sheet);
    expect(cell('Leads', String(lead.id), 'name')).toBeUndefined();
    const line = (await healthOf(sheet)).find(({ label }) => label === 'Window');
    expect(line?.text).toContain('The host returned 401');
    await runSql(
      host.database,
      `update properties set value = substr(value, 2) where name = 'windowTokenHash'`,
    );
    await nextMinute(sheet);
    expect(cell('Leads', String(lead.id), 'name')).toBe('Ada Brown');
  });

  test('is right again once the host is back', async () => {
    const { id } = await createLead();
    moveTo(sheet, 'http://127.0.0.1:9');
    await minutesLater(sheet, 10);
    expect(cell('Leads', String(id), 'name')).toBeUndefined();
    moveTo(sheet, host.url);
    await nextMinute(sheet);
    expect(cell('Leads', String(id), 'name')).toBe('Ada Brown');
  });
});
