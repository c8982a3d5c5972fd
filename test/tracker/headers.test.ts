import { type Desk, startTracking } from '../harness/local';
import { ANNA, raw } from '../harness/mail';
import { takeIn } from './take-in';

/** A message with exactly this From header. */
const from = (header: string) => raw(`From: ${header}\nSubject: Hello\n\nText\n`);

describe('a From header of several addresses in angle brackets, without a comma between them', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startTracking();
  });
  afterAll(() => desk.close());

  test.each([
    `Somebody <bob@else.example> <${ANNA}>`,
    `<bob@else.example><carol@else.example><${ANNA}>`,
    `Bob <bob@else.example> "Berg, Anna" <${ANNA}>`,
    `Bob <bob@else.example> (away, today) <${ANNA}>`,
    `Bob <bob, bob@else.example> Anna <${ANNA}>`,
    `"Bob <bob@else.example>" via <list@else.example> <${ANNA}>`,
  ])('is from the last one: %s', async (header) => {
    expect((await takeIn(desk, from(header))).from).toBe(ANNA);
  });

  test.each([
    `Anna <${ANNA}> <evil@else.example>`,
    `Anna <${ANNA}> "Smith, Bob" <evil@else.example>`,
    `Anna <${ANNA}> (Smith, Bob) <evil@else.example>`,
    `Anna <anna, ${ANNA}> <evil@else.example>`,
    `Anna <${ANNA}> <>`,
  ])('is not tracked for one before: %s', async (header) => {
    await desk.deliver(from(header));
    expect(await desk.run('checkMail')).toMatchObject({ ok: true, newMessages: 0 });
  });
});
