import { changesBetween } from '../../src/leads/lead/activities';
import { MAX_CHARACTERS, splitOldest } from '../../src/tables/archive';

const entry = (at: number, length = 100) => ({ at: String(at), text: 'x'.repeat(length) });
const entries = (count: number, length?: number) =>
  Array.from({ length: count }, (_, at) => entry(at, length));

describe('what changed', () => {
  const BEFORE = { name: 'Ann', downPayment: null as number | null, hasBank: false, notes: '' };

  test('is recorded field by field', () => {
    const after = { ...BEFORE, name: 'Anna', downPayment: 0 };
    expect(changesBetween(BEFORE, after, ['name', 'downPayment', 'hasBank'])).toEqual({
      name: { from: 'Ann', to: 'Anna' },
      downPayment: { from: null, to: 0 },
    });
  });

  test('is undefined where nothing did, or only a field that does not count', () => {
    expect(changesBetween(BEFORE, { ...BEFORE }, ['name', 'notes'])).toBeUndefined();
    const after = { ...BEFORE, notes: 'x' };
    expect(changesBetween<'name'>(BEFORE, after, ['name'])).toBeUndefined();
  });

  test('of a long text is its beginning', () => {
    const changes = changesBetween(BEFORE, { ...BEFORE, notes: 'y'.repeat(5_000) }, ['notes']);
    expect(changes?.notes?.to).toBe(`${'y'.repeat(200)}…`);
  });
});

describe('a list that grows', () => {
  test.each([0, 1, 300])('of %d short entries stays whole', (count) => {
    expect(splitOldest(entries(count))).toEqual({ oldest: [], rest: entries(count) });
  });

  test.each([
    [400, 100],
    [30, 2_000],
    [2, 40_000],
    [5_000, 1],
  ])('of %d entries with %d characters gives its oldest away, in order, and loses none', (count, length) => {
    const all = entries(count, length);
    const { oldest, rest } = splitOldest(all);
    expect([...oldest, ...rest]).toEqual(all);
    expect(oldest.length).toBeGreaterThan(0);
    expect(rest.length).toBeGreaterThan(0);
    if (rest.length > 1) expect(JSON.stringify(rest).length).toBeLessThan(MAX_CHARACTERS * 0.7);
  });

  test('keeps its newest entry, however long', () => {
    const all = [...entries(3), entry(4, 60_000)];
    expect(splitOldest(all)).toEqual({ oldest: entries(3), rest: [entry(4, 60_000)] });
  });
});
