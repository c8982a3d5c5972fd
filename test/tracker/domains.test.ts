import { type Desk, OWNER, type Step, startTracking } from '../harness/local';
import { ANNA, compose, raw } from '../harness/mail';

describe('a tracked domain', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startTracking({ domains: ['Shop.Example', '@home.example'] });
  });
  afterEach(() => desk.close());

  test('is stored in lower case, without the @, one on a line', () => {
    expect(desk.setting('domains')).toBe('shop.example\nhome.example');
  });

  test('makes cases of the mail of all who are in it, and stores none of those whose address only looks like it', async () => {
    const others = [
      ANNA,
      'bob@sub.shop.example',
      'bob@myshop.example',
      'bob@shop.example.evil.example',
      '"bob@shop.example" <evil@else.example>',
    ];
    for (const from of others) await desk.deliver(await compose({ from }));
    for (const from of ['bob@shop.example', 'Eve <eve.long+tag@SHOP.example>', 'x@home.example'])
      await desk.deliver(await compose({ from }));
    const [settings, checked] = await desk.runAll(['getSettings'], ['checkMail']);
    expect(settings).toMatchObject({ senders: [], domains: ['shop.example', 'home.example'] });
    expect(checked).toMatchObject({ newMessages: 3 });
    expect(desk.rows('Messages')).toHaveLength(3);
    expect(desk.rows('Cases').map(({ sender }) => sender)).toEqual([
      'bob@shop.example',
      'eve.long+tag@shop.example',
      'x@home.example',
    ]);
  });

  test('does not have the mailbox’s own address, unless that is a sender too', async () => {
    await desk.deliver(await compose({ from: OWNER }));
    await desk.deliver(await compose({ from: 'colleague@example.com', subject: 'Of a colleague' }));
    const domains = [OWNER.split('@')[1]];
    expect((await desk.runAll(['saveSettings', { domains }], ['checkMail']))[1]).toMatchObject({
      newMessages: 1,
    });
    expect(desk.rows('Cases').map(({ subject }) => subject)).toEqual(['Of a colleague']);
    await desk.deliver(await compose({ from: OWNER, subject: 'To myself' }));
    await desk.runAll(['saveSettings', { senders: [OWNER] }], ['checkMail']);
    expect(desk.rows('Cases').map(({ subject }) => subject)).toContain('To myself');
  });

  test('is searched for when the checkpoint is too old, with the senders', async () => {
    await desk.runAll(['saveSettings', { senders: [ANNA] }], ['checkMail']);
    await desk.deliver(await compose({ from: 'bob@shop.example', subject: 'Bob’s' }));
    await desk.deliver(await compose({ from: 'bob@sub.shop.example', subject: 'No one’s' }));
    await desk.deliver(await compose({ subject: 'Anna’s' }));
    desk.google.expireHistory();
    expect(await desk.run('checkMail')).toMatchObject({ newMessages: 2 });
    expect(desk.rows('Cases').map(({ subject }) => subject)).toEqual(['Bob’s', 'Anna’s']);
  });

  test('is the same in both of its forms, also in the address of a sender, and may have an underscore', async () => {
    const senders = [
      'Info@Müller.example',
      'bo@xn--bcher-kva.example',
      'x@a_b.example',
      'y@xn--999999999.example',
    ];
    await desk.runAll(
      ['saveSettings', { senders, domains: ['xn--mgn-ula.example', 'straße.example'] }],
      ['checkMail'],
    );
    const tracked = [
      'info@xn--mller-kva.example',
      'info@MÜLLER.example',
      'bo@bücher.example',
      'x@a_b.example',
      'eve@mågn.example',
      'eve@stra\u00DFe.example',
    ];
    const others = ['info@muller.example', 'info@xn--mller-kva.example@evil.example', 'eve@xn--mgn-ula'];
    for (const from of [...tracked, ...others])
      await desk.deliver(raw(`From: ${from}\nSubject: ${from}\n\nText\n`));
    expect(await desk.run('checkMail')).toMatchObject({ newMessages: tracked.length });
    expect(desk.rows('Cases').map(({ sender }) => sender)).toEqual(tracked.map((one) => one.toLowerCase()));
  });

  test('is refused where it cannot stand behind an @', async () => {
    const domains = ['', 'a b.example', '*.shop.example', 'shop..example', 'bob@shop.example', 7];
    const before = desk.sheets();
    const told = await desk.runAll(...domains.map((domain): Step => ['saveSettings', { domains: [domain] }]));
    expect(told).toEqual(
      domains.map((domain) => {
        const error = `${JSON.stringify(domain)} is not a valid domain`;
        return { ok: false, error, field: 'domains', value: String(domain) };
      }),
    );
    expect(desk.sheets()).toEqual(before);
  });
});
