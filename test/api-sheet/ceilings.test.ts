/** Health says when a desk comes near to what a sheet can do. */
import { toHealthRows } from '../harness/health';
import { type ApiSheet, startSetUpSheet } from './api-sheet';

const NOW = Date.parse('2026-11-21T09:00:00Z');
const HOUR = 3_600_000;

describe('API > Health', () => {
  let sheet: ApiSheet;
  beforeEach(async () => {
    sheet = await startSetUpSheet();
  });
  afterEach(() => sheet.close());

  async function health(): Promise<Record<string, string>> {
    await sheet.click('showHealth');
    const rows = toHealthRows(sheet.rowsOf('Health'));
    return Object.fromEntries(
      rows.map(({ label, text }) => [text.match(/^[^:]*(?=: )/)?.[0] ?? label, text]),
    );
  }

  /** Times that are so many ms apart, the first of them an hour ago. */
  const times = (count: number, apart: number, from = NOW - HOUR) =>
    Array.from({ length: count }, (_, index) => new Date(from + index * apart));

  test('counts the busiest minute of the last 24 hours, in which leads and orders came one by one', async () => {
    sheet.fillTimes('Leads', 'createdAt', [
      ...times(400, 1, NOW - 25 * HOUR),
      ...times(1_000, 0),
      ...times(200, 100, NOW - 2 * HOUR),
    ]);
    sheet.fillTimes('Orders', 'createdAt', times(99, 100, NOW - 2 * HOUR + 50));
    expect((await health())['Busiest minute']).toBe(
      'Busiest minute: far from the limit. About 299 of 429 in the last 24 hours: leads and orders created one by one.',
    );
  });

  test.each([
    ['Busiest minute', 'Leads', 'createdAt', 301, 10, /About 301 of 429 /],
    ['Operations on properties', 'Leads', 'createdAt', 17_500, 200, /About 35,000 of 50,000 /],
    ['Calls to other servers', 'Deliveries', 'at', 5_000, 1_000, /About 1\d\d,\d{3} of 20,000 /],
  ])('advises to move at 70 %% of a ceiling: %s', async (label, tab, column, count, apart, about) => {
    sheet.fillTimes(tab, column, times(count, apart, NOW - HOUR + 1));
    const detail = (await health())[label];
    expect(detail).toMatch(about);
    expect(detail).toMatch(/ % of the limit\. .* Move to a database: see docs\/scale\.md\./);
  });

  test('advises nothing in a quiet desk', async () => {
    const lines = await health();
    expect(lines['Busiest minute']).toMatch(/About 0 of 429 .*one by one\.$/);
    expect(lines['Calls to other servers']).toMatch(/About 0 of 20,000 .*payments\.$/);
    expect(lines['Operations on properties']).toMatch(/About 0 of 50,000 .*orders\.$/);
  });
});
