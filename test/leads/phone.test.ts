import { spread } from '../harness/extent';
import { type LeadDesk, startLeadDesk } from './lead-desk';

type Refused = { error: { param: string; message: string } };

describe('phones of leads', () => {
  let desk: LeadDesk;
  beforeEach(async () => {
    desk = await startLeadDesk();
  });
  afterEach(() => desk.close());

  const create = (phone: string) =>
    desk.call<{ id: string } & Refused>('POST /v1/leads', { body: { name: 'Ann', phone } });
  /** What is cached of the tab is gone after a minute. */
  const enter = async (text: string) => {
    desk.edit('Lists', 'B2', text);
    await desk.realm.scheduler.advance(61_000);
  };

  test('are international unless the owner has entered a country, and the error says how', async () => {
    const [national, other] = await desk.callAll<Refused>(
      ['(555) 123-4567', '+1555'].map((phone) => ['POST /v1/leads', { body: { name: 'Ann', phone } }]),
    );
    expect([national?.status, national?.body.error.param]).toEqual([422, 'phone']);
    expect(national?.body.error.message).toBe(
      'must be an international number with a leading +, such as +15551234567 (got "(555) 123-4567"). For national numbers enter a calling code such as +1 under defaultCountry in the Lists tab.',
    );
    expect(other?.body.error.message).toBe(
      'must be an international number with a leading +, such as +15551234567 (got "+1555").',
    );
  });

  test.each(spread([' +1 ', '+1', '1'], 1))('may be national ones of the country %j', async (country) => {
    await enter(country);
    const rows = [
      { name: 'Bob', phone: '555-987-6543' },
      { name: 'Cleo', phone: '12' },
    ];
    const told = await desk.callAll([
      ['POST /v1/leads', { body: { name: 'Ann', phone: '(555) 123-4567' } }],
      ['GET /v1/leads/L-1'],
      ['POST /v1/leads', { body: { name: 'Ann', phone: '+49 30 901820' } }],
      ['PATCH /v1/leads/L-1', { body: { phone: '555 987 6543' } }],
      ['GET /v1/leads', { query: { phone: '(555) 987-6543' } }],
      ['POST /v1/leads/import', { body: { rows } }],
    ]);
    expect(told).toMatchObject([
      { body: { id: 'L-1' } },
      { body: { phone: '+15551234567' } },
      { status: 201 },
      { body: { phone: '+15559876543' } },
      { body: { total: 1 } },
      { body: { data: [{ id: 'L-3' }, { error: { param: 'phone' } }] } },
    ]);
    expect(desk.rows('Leads')[2]?.phone).toBe('+15559876543');
  });

  test('are stored as the world dials them, linked to earlier ones and found, however they are written', async () => {
    await enter('+61');
    const phones = [
      '+442079460958',
      '0011 44 20 7946 0958',
      '+44 (0)20 7946 0958',
      '+44 020 7946 0958 ext 5',
      '0412 345 678',
    ];
    const told = await desk.callAll<{ activities: unknown[]; total: number; data: { phone: string }[] }>([
      ...phones.map((phone): [string, object] => ['POST /v1/leads', { body: { name: 'Ann', phone } }]),
      ['GET /v1/leads/L-4'],
      ['GET /v1/leads', { query: { phone: '+44 (0)20 7946 0958 x5' } }],
      ['GET /v1/leads/L-5'],
    ]);
    expect(told.slice(5).map(({ body }) => body)).toMatchObject([
      { phone: '+442079460958', activities: [{}, { what: 'duplicate', leads: ['L-1', 'L-2', 'L-3'] }] },
      { total: 4 },
      { phone: '+61412345678' },
    ]);
  });

  test('that are neither say what would be accepted', async () => {
    await enter('+49');
    expect((await create('110')).body.error.message).toBe(
      'must be an international number with a leading +, such as +15551234567, or a national number of +49 (got "110").',
    );
  });

  test('a country that is no calling code is told, and counts as none', async () => {
    await enter('US');
    const ended = await desk.execute('call', [
      'POST /v1/leads',
      { body: { name: 'Ann', phone: '5551234567' } },
    ]);
    expect(ended.log.map(({ text }) => text)).toEqual([
      expect.stringContaining('Lists!B2 must be a calling code such as +1 (got "US").'),
    ]);
    expect(desk.rows('Leads')).toEqual([]);
  });

  test('the first field that is invalid is named', async () => {
    const told = await desk.callAll<Refused>(
      ['5551234567', '+15551234567'].map((phone) => [
        'POST /v1/leads',
        { body: { name: 'Ann', phone, creditScore: 7 } },
      ]),
    );
    expect(told.map(({ body }) => body.error.param)).toEqual(['phone', 'creditScore']);
  });
});
