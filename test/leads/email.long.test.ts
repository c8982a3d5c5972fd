import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Asked } from './script';

interface Body {
  id: string;
  phone: string;
  email: string;
  activities: { what: string; leads?: string[] }[];
  error: { code: string; message: string; param?: string };
  data: { id: string; error?: { param?: string } }[];
}

const CREATE = 'POST /v1/leads';
const IMPORT = 'POST /v1/leads/import';
const ANN = { name: 'Ann', email: "  Ann.O'Neil@Example.com" };

describe('the email of a lead', () => {
  let desk: LeadDesk;
  beforeEach(async () => {
    desk = await startLeadDesk();
  });
  afterEach(() => desk.close());

  const ask = async (...requests: readonly [endpoint: string, asked?: Asked][]) =>
    (await desk.callAll<Body>(requests)).map(({ status, body }) => ({ status, body }));

  test('is as good as a phone, is found and links leads, but gets no texts', async () => {
    const rows = [{ name: 'Row', email: "ANN.O'NEIL@example.com" }, { name: 'Nobody' }];
    const told = await ask(
      [CREATE, { body: ANN }],
      [CREATE, { body: { name: 'Ann again', phone: '+15551230001', email: "ann.o'neil@example.com" } }],
      [CREATE, { body: { name: 'Bob', phone: '+15551230001' } }],
      [IMPORT, { body: { rows } }],
      ['GET /v1/leads', { query: { q: "O'NEIL@example" } }],
      ['GET /v1/leads', { query: { email: "Ann.O'Neil@example.com", sort: 'id' } }],
      ['POST /v1/messaging/messages', { body: { leadId: 'L-1', body: 'Hello' } }],
      ['PATCH /v1/leads/L-2', { body: { phone: '' } }],
      ['PATCH /v1/leads/L-3', { body: { phone: '' } }],
      ['GET /v1/leads/L-4'],
    );
    const [first, again, phone, file, searched, filtered, text, cleared, refused, imported] = told;
    expect([first, again, phone].map((one) => [one?.status, one?.body.id])).toEqual([
      [201, 'L-1'],
      [201, 'L-2'],
      [201, 'L-3'],
    ]);
    expect(file?.body.data).toMatchObject([{ id: 'L-4' }, { error: { param: 'phone' } }]);
    expect(searched?.body.data.map(({ id }) => id)).toEqual(['L-4', 'L-2', 'L-1']);
    expect(filtered?.body.data.map(({ id }) => id)).toEqual(['L-1', 'L-2', 'L-4']);
    expect(text).toMatchObject({ status: 409, body: { error: { code: 'no_phone' } } });
    expect(cleared?.body).toMatchObject({ phone: '', email: "ann.o'neil@example.com" });
    expect(cleared?.body.activities[1]).toMatchObject({ what: 'duplicate', leads: ['L-1'] });
    expect(refused).toMatchObject({ status: 422, body: { error: { param: 'phone' } } });
    expect(imported?.body.activities[1]).toMatchObject({ what: 'duplicate', leads: ['L-1', 'L-2'] });
    expect(desk.rows('Leads')[0]).toMatchObject({ phone: '', email: "ann.o'neil@example.com" });
  });

  test('or another lead says who wants no texts when its phone comes later', async () => {
    const [, , , given] = await ask(
      [CREATE, { body: ANN }],
      [CREATE, { body: { name: 'Bob', phone: '+15551230001' } }],
      ['PATCH /v1/leads/L-2', { body: { optOut: true } }],
      ['PATCH /v1/leads/L-1', { body: { phone: '+15551230001' } }],
    );
    expect(given?.body).toMatchObject({ phone: '+15551230001', isOptedOut: true });
  });

  test('or a phone is needed, and has to be one; the error names the field', async () => {
    const WRONG = ['ann', 'ann@', 'a b@example.com', 'ann@example', 'a@b.example, c@d.example', 7];
    const refused: [object, string][] = [
      [{ name: 'Ann' }, 'phone'],
      [{ name: 'Ann', phone: '', email: '' }, 'phone'],
      ...WRONG.map((email): [object, string] => [{ name: 'Ann', email }, 'email']),
    ];
    const told = await ask(...refused.map(([body]): [string, Asked] => [CREATE, { body }]));
    expect(told.map(({ status, body }) => [status, body.error.param])).toEqual(
      refused.map(([, param]) => [422, param]),
    );
    expect(desk.rows('Leads')).toEqual([]);
  });
});
