import { type Desk, startTracking } from '../harness/local';
import { ANNA, compose } from '../harness/mail';

describe('text from mail', () => {
  const LONG = Array.from({ length: 20_000 }, (_, index) => `word${index}`).join(' ');

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

  let desk: Desk;
  beforeAll(async () => {
    desk = await startTracking();
    for (const text of TEXTS) await desk.deliver(await compose({ subject: text, text }));
    await desk.deliver(await compose({ subject: 'Long', text: LONG }));
    await desk.deliver(Buffer.from(`From: ${ANNA}\r\n\r\n`));
    expect(await desk.run('checkMail')).toMatchObject({ newMessages: TEXTS.length + 2 });
  });
  afterAll(() => desk.close());

  const messages = (wanted: string) => desk.rows('Messages').filter(({ subject }) => subject === wanted);

  test.each(TEXTS)('comes back exactly as it came: %s', (text) => {
    expect(messages(text)).toMatchObject([
      { body: expect.stringMatching(new RegExp(`^${literally(text)}\\s*$`)) },
    ]);
    expect(desk.rows('Cases').filter(({ subject }) => subject === text)).toHaveLength(1);
  });

  test('over 50,000 characters is stored whole', () => {
    expect(LONG.length).toBeGreaterThan(180_000);
    const [header = [], ...rows] = desk.grid('Messages');
    const row = rows.find((cells) => cells[header.indexOf('subject')] === 'Long');
    const body = header
      .flatMap((name, position) => (/^body/.test(name) ? [row?.[position] ?? ''] : []))
      .join('');
    expect(body.trim()).toBe(LONG);
  });

  test('a message without a body or a subject makes a case all the same', () => {
    expect(messages('')).toMatchObject([{ subject: '', body: '' }]);
    expect(desk.rows('Cases').filter(({ subject }) => subject === '')).toHaveLength(1);
  });
});

function literally(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
}
