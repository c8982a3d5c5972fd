import { testLong } from '../harness/extent';
import { ADMIN, type Answered, type Office, startOffice, toGet } from './office';

const MINUTE = 60_000;
const AT_ONCE = 12;
/** Counted in one go before those come that are looked at. */
const ALREADY = 700;

describe('1,000 requests a minute', () => {
  let office: Office;
  beforeAll(async () => {
    office = await startOffice();
  });
  afterAll(() => office.close());

  /** So many requests, each of which reads and writes its mark before the next one does. */
  async function sendOneByOne(count: number, startsAt: number, apart = 55): Promise<Answered[]> {
    const answers: Promise<Answered>[] = [];
    for (let n = 0; n < count; n++) {
      answers.push(office.get(office.secrets.apiKey, { startsAt: startsAt + n * apart }));
      // An execution takes half a second: no more than these are ever under way.
      await answers[n - AT_ONCE];
    }
    return Promise.all(answers);
  }

  const statuses = (answers: readonly Answered[]) => answers.map(({ status }) => status);

  test('count exactly where requests do not overlap: the 1,001st is refused until the first leaves the minute', async () => {
    const [entered] = await office.sendAll([office.toLogIn(ADMIN), toGet(office.secrets.apiKey)]);
    const other = JSON.parse(entered?.body ?? '').token;
    await office.wait(2 * MINUTE);
    const startsAt = office.now;
    const first = await office.get(office.secrets.apiKey);
    expect(first).toMatchObject({
      status: 200,
      headers: { 'RateLimit-Policy': '"minute";q=1000;w=60', RateLimit: '"minute";r=999;t=60' },
    });
    await office.run('countRequests', ['K-1', 998]);
    const last = await office.get(office.secrets.apiKey);
    expect(last.status).toBe(200);
    expect(last.headers.RateLimit).toMatch(/^"minute";r=0;t=\d+$/);
    const refused = await office.get(office.secrets.apiKey);
    const left = Number(refused.headers['Retry-After']);
    expect(refused).toMatchObject({
      status: 429,
      headers: { RateLimit: `"minute";r=0;t=${left}` },
      body: `rate_limited: Rate limit exceeded: 1000 requests per 60 seconds. Retry in ${left} s.`,
    });
    expect(Math.abs(startsAt + MINUTE - office.now - left * 1_000)).toBeLessThan(2_000);
    expect(refused.execution.count('cache.putAll')).toBe(0);
    expect((await office.get(other)).status).toBe(200);
    await office.wait(startsAt + MINUTE - 1_000 - office.now);
    const early = await office.get(office.secrets.apiKey);
    expect(early).toMatchObject({ status: 429, headers: { 'Retry-After': '1' } });
    await office.wait(1_500);
    expect((await office.get(office.secrets.apiKey)).status).toBe(200);
  });

  testLong('count each of a thousand that come one by one', async () => {
    await office.wait(2 * MINUTE);
    const startsAt = office.now;
    const answers = await sendOneByOne(1_000, startsAt);
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    expect(answers[999]?.headers.RateLimit).toMatch(/^"minute";r=0;t=6$/);
    const refused = await office.get(office.secrets.apiKey, { startsAt: startsAt + 1_000 * 55 });
    expect(refused).toMatchObject({ status: 429, headers: { 'Retry-After': '5' } });
    const later = await sendOneByOne(60, startsAt + MINUTE, 55);
    expect(statuses(later)).toEqual(Array(60).fill(200));
  });

  const CLIENTS: [string, { apart: number; late: boolean }][] = [
    ['all at the same moment, writes late', { apart: 0, late: true }],
    ['all at the same moment, writes at once', { apart: 0, late: false }],
    ['each at its own time, writes late', { apart: 19, late: true }],
  ];

  testLong.each(CLIENTS)(
    'with 30 clients, %s: at most 3 %% more, and none of the first 1,000 is refused',
    async (_, { apart, late }) => {
      await office.wait(2 * MINUTE);
      const startsAt = office.now;
      await office.run('countRequests', ['K-1', ALREADY]);
      const thenAt = office.now;
      const clients = Array.from({ length: 30 }, async (_, client) => {
        const own: Answered[] = [];
        for (let n = 0; n < 14; n++)
          own.push(
            await office.get(office.secrets.apiKey, {
              late,
              startsAt: n === 0 ? thenAt + client * apart : 0,
            }),
          );
        return own;
      });
      const answers = (await Promise.all(clients)).flat();
      const decidedAt = ({ execution: { startedAt, calls } }: Answered) => startedAt + (calls[0]?.at ?? 0);
      const inOrder = [...answers].sort((a, b) => decidedAt(a) - decidedAt(b));
      const admitted = answers.filter(({ status }) => status === 200).length;
      const firstRefused = inOrder.findIndex(({ status }) => status === 429);
      expect(answers.every(({ execution }) => execution.clock < startsAt + MINUTE)).toBe(true);
      expect(firstRefused).toBeGreaterThanOrEqual(1_000 - ALREADY);
      expect(admitted).toBeLessThanOrEqual(1_030 - ALREADY);
    },
  );
});
