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

  const TEXTS = [
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
  ];

  describe('that one check has found', () => {
    beforeAll(async () => {
      for (const text of TEXTS) await desk.deliver(await compose({ subject: text, text }));
      await desk.run('checkMail');
    });

    test.each(TEXTS)('comes back exactly as it came: %s', (text) => {
      expect(desk.rows('Messages').filter(({ subject }) => subject === text)).toMatchObject([
        { body: expect.stringMatching(new RegExp(`^${literally(text)}\\s*$`)) },
      ]);
      expect(desk.rows('Cases').filter(({ subject }) => subject === text)).toHaveLength(1);
    });
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
