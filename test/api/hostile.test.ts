import { type Call, ENVELOPE, type SeededApi, startApi } from '../harness/api';
import { inTurns, spread, testLong } from '../harness/extent';
import { WAYS, type Way } from '../http/ways';
import { errorsIn, nameable, TEXTS } from './hostile-texts';

let api: SeededApi;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = api.tokens.admin;
});
afterAll(() => api.close());

interface Lead {
  id: string;
  name: string;
  notes: string;
  location: string;
  messages: { body: string }[];
}

/** What is made of each text, by this way. */
async function assertKept(texts: readonly string[], way: Way): Promise<void> {
  const made = await api.callAll(
    texts.map(
      (text): Call => [
        'POST /v1/leads',
        { token, body: { name: `n${nameable(text)}`, phone: '+15551230001', location: text } },
      ],
    ),
    way,
  );
  const ids = made.map(({ body }) => (body as Lead).id);
  const told = await api.callAll(
    texts.flatMap((text, at): Call[] => [
      [`PATCH /v1/leads/${ids[at]}`, { token, body: { notes: text } }],
      ['POST /v1/messaging/messages', { token, body: { leadId: ids[at], body: text } }],
      [`GET /v1/leads/${ids[at]}`, { token }],
    ]),
    way,
  );
  for (const [at, text] of texts.entries()) {
    expect(told[3 * at + 2]?.body).toMatchObject({
      name: `n${nameable(text)}`,
      location: text,
      notes: text,
      messages: [{ body: text }],
    });
    expect(errorsIn(api, { tab: 'Leads', id: ids[at] ?? '', text })).toEqual([]);
  }
}

test('every text is kept as it came', () => assertKept(TEXTS, ENVELOPE));

describe.each(WAYS)('by $name', (way) => {
  test.each(inTurns(spread(TEXTS, 3), WAYS, way))(
    '%j is kept as it came, and no cell makes anything of it',
    (text) => assertKept([text], way),
  );

  const testLarge = way === ENVELOPE ? test : testLong;
  testLarge('a lead as large as the rules allow is stored', async () => {
    const most = { name: 'n'.repeat(200), location: '=1+1'.repeat(20), creditScore: '🚗'.repeat(40) };
    const body = { ...most, phone: '+123456789012345' };
    const [made] = await api.callAll([['POST /v1/leads', { token, body }]], way);
    const notes = '\u0001'.repeat(5_000);
    const id = (made?.body as Lead | undefined)?.id;
    const [changed] = await api.callAll([[`PATCH /v1/leads/${id}`, { token, body: { notes } }]], way);
    expect(changed?.body).toMatchObject({ ...most, notes });
  });
});
