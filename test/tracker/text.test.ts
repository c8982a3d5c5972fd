import { type Desk, startTracking } from '../harness/local';
import { ANNA, compose } from '../harness/mail';

describe('text from mail', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startTracking();
  });
  afterAll(() => desk.close());

  const taken = async () => {
    await desk.run('checkMail');
    return (await desk.rows('Messages')).at(-1);
  };

  test.each([
    '=HYPERLINK("https://evil.example","click")',
    '=1+1',
    '+1',
    '-1+2',
    '@sum',
    '007',
    '1/2',
    '2026-01-02',
    '19:15',
    '1e3',
    '50%',
    '$5',
    'TRUE',
    'false',
    "'x",
    "''",
    '#REF!',
    'Smile 😀 עברית',
  ])('comes back exactly as it came: %s', async (subject) => {
    await desk.deliver(await compose({ subject, text: subject }));
    expect(await taken()).toMatchObject({
      subject,
      body: expect.stringMatching(new RegExp(`^${literally(subject)}\\s*$`)),
    });
    expect((await desk.rows('Cases')).at(-1)?.subject).toBe(subject);
  });

  test('over 50,000 characters is stored whole', async () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `word${index}`).join(' ');
    await desk.deliver(await compose({ text }));
    expect(text.length).toBeGreaterThan(180_000);
    await taken();
    const [header = [], ...rows] = desk.grid('Messages');
    const body = header
      .flatMap((name, position) => (/^body/.test(name) ? [rows.at(-1)?.[position] ?? ''] : []))
      .join('');
    expect(body.trim()).toBe(text);
  });

  test('a message without a body or a subject makes a case all the same', async () => {
    await desk.deliver(Buffer.from(`From: ${ANNA}\r\n\r\n`));
    expect(await taken()).toMatchObject({ subject: '', body: '' });
  });
});

function literally(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
}
