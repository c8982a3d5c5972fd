import { type Counted, countSources, type Period, summarize } from '../../src/leads/analytics';

const NEVER = new Date(Number.NaN);
const at = (time: string) => new Date(time);
const ms = (time: string) => Date.parse(time);

const lead = (created: string, own: object = {}) => ({
  createdAt: at(created),
  convertedAt: NEVER,
  score: 50,
  location: 'Austin',
  source: 'api',
  ...own,
});
const LEADS = [
  lead('2024-02-28T23:59:59.999Z', { score: 10 }),
  lead('2024-02-29T00:00:00Z', { score: 20, convertedAt: at('2024-05-01T00:00:00Z') }),
  lead('2024-02-29T23:59:59Z', { score: 30, location: ' austin ', source: 'sms' }),
  lead('2024-03-01T00:00:00Z', { score: 45, location: 'Dallas', source: 'sms' }),
];
const LEAP_DAY = { from: ms('2024-02-29T00:00:00Z'), until: ms('2024-03-01T00:00:00Z') };

describe('the summary', () => {
  test.each<[string, Period, object]>([
    ['everything', {}, { totalLeads: 4, conv: 0.25, avgScore: 26.25 }],
    ['a leap day', LEAP_DAY, { totalLeads: 2, conv: 0.5, avgScore: 25 }],
    ['from a day on', { from: LEAP_DAY.until }, { totalLeads: 1, conv: 0, avgScore: 45 }],
    ['up to a day', { until: LEAP_DAY.from }, { totalLeads: 1, conv: 0, avgScore: 10 }],
    ['a place, whatever its case', { location: 'AUSTIN' }, { totalLeads: 3, conv: 0.3333, avgScore: 20 }],
    ['a place and a day', { ...LEAP_DAY, location: 'Dallas' }, { totalLeads: 0, conv: 0, avgScore: 0 }],
    ['nowhere', { location: 'constructor' }, { totalLeads: 0, conv: 0, avgScore: 0 }],
  ])('of %s', (_, period, expected) => expect(summarize(LEADS, period)).toEqual(expected));

  test('of nothing is zeros', () => {
    expect(summarize([], {})).toEqual({ totalLeads: 0, conv: 0, avgScore: 0 });
  });

  test('leaves blank rows out', () => {
    const blank = { createdAt: NEVER, convertedAt: NEVER, score: 0, location: '' };
    expect(summarize([blank, ...LEADS, blank], {})).toMatchObject({ totalLeads: 4, avgScore: 26.25 });
  });

  test('rounds what divides badly', () => {
    const three = [1, 1, 0].map((score) => lead('2024-01-01T00:00:00Z', { score }));
    expect(summarize(three, {})).toMatchObject({ avgScore: 0.67 });
  });
});

describe('the leads by source', () => {
  test.each<[string, Period, object[]]>([
    [
      'all, those as frequent by name',
      {},
      [
        { source: 'api', leads: 2 },
        { source: 'sms', leads: 2 },
      ],
    ],
    ['of a place', { location: 'Dallas' }, [{ source: 'sms', leads: 1 }]],
    ['of a time without any', { until: 0 }, []],
  ])('%s', (_, period, expected) => expect(countSources(LEADS, period)).toEqual(expected));

  test('the most frequent first; any name is a name', () => {
    const of = (source: string): Counted & { source: string } => lead('2024-01-01T00:00:00Z', { source });
    const sources = ['__proto__', 'web', ' web', 'web', '', '__proto__'];
    expect(countSources(sources.map(of), {})).toEqual([
      { source: 'web', leads: 3 },
      { source: '__proto__', leads: 2 },
      { source: 'unknown', leads: 1 },
    ]);
  });
});
