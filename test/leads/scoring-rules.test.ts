import { DEFAULT_RULES } from '../../src/leads/scoring/default-rules';
import { parseRules, RULE_COLUMNS, type RuleLine } from '../../src/leads/scoring/scoring-rules';

type Cells = RuleLine['cells'];

const DEFAULTS: Cells[] = DEFAULT_RULES.map((rule) => ({ ...rule, points: String(rule.points) }));

const linesOf = (rows: readonly Cells[]): RuleLine[] =>
  rows.map((cells, index) => ({
    cells,
    addressOf: (column) => `Scoring!${'ABCD'[RULE_COLUMNS.indexOf(column)]}${index + 2}`,
  }));

/** The default rules after an edit of one row. */
const edited = (row: number, cells: Partial<Cells>) =>
  parseRules(linesOf(DEFAULTS.map((one, index) => (index === row - 2 ? { ...one, ...cells } : one))));

describe('the tab Scoring', () => {
  test('as set up writes it, is what counts by default', () => {
    expect(parseRules(linesOf(DEFAULTS))).toEqual({ rules: DEFAULT_RULES, problems: [] });
  });

  test.each<[string, number, Partial<Cells>]>([
    ['blanks and capitals', 3, { field: ' CreditScore ', when: ' 0670 ', points: ' 32 ' }],
    ['capitals in a condition', 13, { when: ' YES ' }],
    ['a band in capitals', 22, { when: 'Hot' }],
  ])('does not mind %s', (_, row, cells) => {
    expect(edited(row, cells)).toEqual({ rules: DEFAULT_RULES, problems: [] });
  });

  test('skips blank rows, and names a rule without a name', () => {
    const blank: Cells = { rule: '', field: ' ', when: '', points: '' };
    const rows = [blank, ...DEFAULTS.map((one, at) => (at === 0 ? { ...one, rule: ' ' } : one)), blank];
    const { rules, problems } = parseRules(linesOf(rows));
    expect(problems).toEqual([]);
    expect(rules).toHaveLength(DEFAULT_RULES.length);
    expect(rules[0]?.rule).toBe('creditScore 740');
  });

  test.each<[number, Partial<Cells>, string]>([
    [2, { points: 'lots' }, 'Scoring!D2 must be a whole number from -100 to 100 (got "lots").'],
    [2, { points: '' }, 'Scoring!D2 must be a whole number from -100 to 100 (got "").'],
    [2, { points: '101' }, 'Scoring!D2 must be a whole number from -100 to 100 (got "101").'],
    [2, { points: '1.5' }, 'Scoring!D2 must be a whole number from -100 to 100 (got "1.5").'],
    [2, { points: '#REF!' }, 'Scoring!D2 must be a whole number from -100 to 100 (got "#REF!").'],
    [4, { when: 'a lot' }, 'Scoring!C4 must be a number or unknown (got "a lot").'],
    [4, { when: '' }, 'Scoring!C4 must be a number or unknown (got "").'],
    [4, { when: '-5' }, 'Scoring!C4 must be a number or unknown (got "-5").'],
    [13, { when: 'maybe' }, 'Scoring!C13 must be one of yes, no, unknown (got "maybe").'],
    [16, { when: '' }, 'Scoring!C16 must be text, any or unknown (got "").'],
    [22, { when: 'lukewarm' }, 'Scoring!C22 must be one of hot, warm, review (got "lukewarm").'],
    [3, { when: '740' }, 'Scoring!C3 repeats Scoring!C2, the same condition on creditScore.'],
    [23, { points: '70' }, 'Scoring!D23 must be less than the points of hot, 70 (got "70").'],
    [
      5,
      { field: 'age' },
      'Scoring!B5 must be one of creditScore, downPayment, hasBank, idType, tradeIn, filter (got "age").',
    ],
  ])('reports an invalid cell in row %d: %j', (row, cells, fault) => {
    expect(edited(row, cells).problems).toEqual([fault]);
  });

  test('reports every invalid cell', () => {
    const rows = DEFAULTS.map((one, at) => (at < 3 ? { ...one, points: '?' } : one));
    expect(parseRules(linesOf(rows)).problems).toHaveLength(3);
  });

  test.each([
    ['nothing at all', [], 'hot, warm, review'],
    ['no limit for hot', DEFAULTS.filter(({ when }) => when !== 'hot'), 'hot'],
  ])('%s: it says which filters are missing', (_, rows, missing) => {
    expect(parseRules(linesOf(rows)).problems).toEqual([
      `The Scoring tab has no row for the filter ${missing}.`,
    ]);
  });
});
