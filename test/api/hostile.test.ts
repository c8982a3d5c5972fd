import { ENVELOPE, type SeededApi, startApi } from '../harness/api';
import { inTurns, spread, testLong } from '../harness/extent';
import { WAYS, type Way } from '../http/ways';
import { errorsIn, TEXTS } from './hostile-texts';

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

const ask = async <B>(way: Way, method: string, path: string, body?: object) => {
  const told = await api.call(way, method, path, { token, ...(body ? { body } : {}) });
  return told.body as B;
};

describe.each(WAYS)('by $name', (way) => {
  test.each(inTurns(spread(TEXTS, 5), WAYS, way))(
    '%j is kept as it came, and no cell makes anything of it',
    async (text) => {
      const { id } = await ask<Lead>(way, 'POST', '/v1/leads', {
        name: `n${text}`,
        phone: '+15551230001',
        location: text,
      });
      await ask(way, 'PATCH', `/v1/leads/${id}`, { notes: text });
      await ask(way, 'POST', '/v1/messaging/messages', { leadId: id, body: text });
      const lead = await ask<Lead>(way, 'GET', `/v1/leads/${id}`);
      expect(lead).toMatchObject({
        name: `n${text}`,
        location: text,
        notes: text,
        messages: [{ body: text }],
      });
      expect(errorsIn(api, { tab: 'Leads', id, text })).toEqual([]);
    },
  );

  const testLarge = way === ENVELOPE ? test : testLong;
  testLarge('a lead as large as the rules allow is stored', async () => {
    const most = { name: 'n'.repeat(200), location: '=1+1'.repeat(20), creditScore: '🚗'.repeat(40) };
    const { id } = await ask<Lead>(way, 'POST', '/v1/leads', { ...most, phone: '+123456789012345' });
    const notes = '\u0001'.repeat(5_000);
    expect(await ask(way, 'PATCH', `/v1/leads/${id}`, { notes })).toMatchObject({ ...most, notes });
  });
});
