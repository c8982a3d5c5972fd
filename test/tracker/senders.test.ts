import { type Desk, resultOf, startTracking } from '../harness/local';
import { ANNA, raw } from '../harness/mail';
import { takeInAll } from './take-in';

/** A message with exactly this From header. */
const from = (header: string) => raw(`From: ${header}\nTo: owner@example.com\nSubject: Hello\n\nText\n`);

describe('the sender of a message', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startTracking({ senders: [ANNA.toUpperCase()] });
  });
  afterAll(() => desk.close());

  test('is found however the header writes it', async () => {
    const headers = [
      ['a bare address', ANNA],
      ['an address in angle brackets', `<${ANNA}>`],
      ['a name and an address', `Anna Berg <${ANNA}>`],
      ['capitals', `Anna Berg <Anna@CUSTOMER.example>`],
      ['a quoted name with a comma', `"Berg, Anna" <${ANNA}>`],
      ['an encoded name with a comma', `=?utf-8?Q?Berg=2C_Anna?= <${ANNA}>`],
      ['an encoded name beyond ASCII', `=?iso-8859-1?Q?=C5nna_Bj=F8rk?= <${ANNA}>`],
      ['a name behind, as a comment', `${ANNA} (Anna Berg)`],
      ['another address as the name', `"somebody@else.example" <${ANNA}>`],
      ['two authors', `Anna Berg <${ANNA}>, bob@else.example`],
    ] as const;
    const taken = await takeInAll(
      desk,
      headers.map(([, header]) => from(header)),
    );
    expect(headers.map(([what], at) => [what, taken[at]?.from])).toEqual(
      headers.map(([what]) => [what, ANNA]),
    );
  });

  test('is looked for in no time, however many angle brackets there are', async () => {
    const computed = async (header: string) => {
      await desk.deliver(from(header));
      const before = process.cpuUsage();
      await desk.run('checkMail');
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const plain = await computed(`${'a'.repeat(180_000)} <${ANNA}>`);
    const hostile = await computed(`${'<>'.repeat(60_000)}${'a'.repeat(60_000)} ${ANNA}`);
    // A search that begins anew at each bracket takes hundreds of times as long, on every machine.
    expect(hostile).toBeLessThan(20 * plain);
  });

  test('is not tracked for an address that only looks like it, or none, and leaves no trace in the sheet or a log', async () => {
    const headers = [
      ['the tracked address is only the display name', `"${ANNA}" <evil@else.example>`],
      ['the tracked address stands unquoted before the real one', `${ANNA}, Evil <evil@else.example>`],
      ['the address only ends like a tracked one', `x${ANNA}`],
      ['the address only begins like a tracked one', `${ANNA}.evil.example`],
      ['the header is empty', ''],
      ['the header holds no address', 'Postmaster'],
    ] as const;
    const stored = desk.rows('Messages').length;
    for (const [, header] of headers) await desk.deliver(from(header));
    await desk.deliver(raw('From: Carl <carl@else.example>\nSubject: Secret plan\n\nNobody may see this.\n'));
    const check = await desk.execute('checkMail');
    expect(desk.rows('Messages').slice(stored)).toEqual([]);
    expect(resultOf(check)).toMatchObject({ ok: true, newMessages: 0 });
    expect(check.log).toEqual([]);
    const everything = JSON.stringify(await desk.sheets());
    expect(everything).not.toMatch(/carl|Secret|Nobody/);
    expect(JSON.stringify(desk.properties())).not.toMatch(/carl|Secret|Nobody/);
  });
});
