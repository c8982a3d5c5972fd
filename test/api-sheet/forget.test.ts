import type { Store } from '../../runtime/store';
import { type Cafe, type Item, startCafe } from '../cafe/cafe';
import { extent, testLong } from '../harness/extent';
import { longestHold } from '../harness/holds';
import { executeAll, resultOf } from '../harness/local';
import { type SearchedState, searchedState } from '../harness/remains';

const PHONE = '+15550001111';
const EMAIL = 'ann.archer@example.org';
const SECRETS = [PHONE, EMAIL, 'Ann Archer', 'crocodile', 'leave it at the door', 'no sugar'];
const OTHER = { name: 'Bob', phone: '+15550002222' };
const CUSTOMER = { name: 'Ann Archer', phone: PHONE, email: EMAIL };

type Answers = readonly { text?: string; button?: string }[];

describe('Forget a person, in the sheet of the API', () => {
  let cafe: Cafe;
  let state: SearchedState;
  let store: Store;
  let token: string;
  /** All tests go on from what is in here. */
  const filled = searchedState();
  let original: Store;
  let ids: Awaited<ReturnType<typeof fill>>;
  let filledAt: string;
  beforeAll(async () => {
    cafe = await startCafe((empty) => {
      original = filled.copy(empty);
      return original;
    });
    token = cafe.api.tokens.key;
    cafe.api.enter({ testMode: 'yes' });
    ids = await fill();
    filledAt = new Date(cafe.now()).toISOString();
    await cafe.close();
  });
  afterAll(() => {
    original.close();
    filled.remove();
  });
  beforeEach(async () => {
    state = searchedState();
    cafe = await startCafe(() => {
      store = state.copy(original);
      return store;
    }, filledAt);
  });
  afterEach(() => state.remove());

  async function close(): Promise<void> {
    await cafe.close();
    store.close();
  }

  const post = async (endpoint: string, body: object) =>
    (await cafe.call(`POST ${endpoint}`, { token, body })).body as { id: string };

  async function menu(...answers: Answers): Promise<string[]> {
    const execution = await cafe.run('forgetPerson', [], { kind: 'menu', answers: [...answers] });
    resultOf(execution);
    return execution.dialogs.shown.map(({ text }) => text);
  }

  const tabs = () =>
    cafe.api
      .sheets()
      .map(({ name }) => name)
      .filter((name) => name === 'Export');
  const error = (text: string) =>
    cafe.api.services.store
      .prepare('insert or replace into properties values (?, ?, ?)')
      .run(`script ${cafe.api.scripts.api.id}`, 'error.1', JSON.stringify({ words: text }));

  /** Two leads with messages, an order that is paid and one that is not; and what others have of them. */
  async function fill() {
    const items = [{ menuItemId: 'I-1', quantity: 1, note: 'no sugar' }];
    const told = await cafe.callAll(
      ['POST /v1/leads', { token, body: { name: 'Ann Archer', phone: PHONE } }],
      ['POST /v1/leads', { token, body: OTHER }],
      ['PATCH /v1/leads/L-2', { token, body: { notes: `Friend of ann archer, ${PHONE}` } }],
      ['POST /v1/leads', { token, body: { name: 'Ann', phone: PHONE } }],
      ['POST /v1/messaging/messages', { token, body: { leadId: 'L-1', body: 'About the crocodile car' } }],
      ['POST /v1/cafes/C-1/menu', { token, body: { name: 'Latte', price: 400 } }],
      [
        'POST /v1/orders',
        { body: { cafeId: 'C-1', items, customer: CUSTOMER, note: 'leave it at the door' } },
      ],
    );
    const [first, other, , second, , , paid] = told.map(({ body }) => (body as { id: string }).id);
    await cafe.later(180_000);
    const email = { name: 'A.', email: EMAIL };
    const draft = (await cafe.order(items, { customer: email })).body as { id: string };
    error(`400 for ${PHONE}`);
    return { first, second, other, paid, draft: draft.id } as Record<
      'first' | 'second' | 'other' | 'paid' | 'draft',
      string
    >;
  }

  test('finds all of it by a phone, an email address or an ID', async () => {
    const told = ['Leads: 2', 'Mentions in Leads: 1', 'Orders: 2', 'Errors and other stored texts: 1'];
    const texts = [
      '(555) 000-1111',
      '+1 (555) 000-1111 ext 5',
      `whatsapp:${PHONE}`,
      EMAIL,
      ids.first,
      ids.paid,
    ];
    const { api } = cafe;
    const execution = await executeAll(api, api.scripts.api, Array(texts.length).fill(['forgetPerson']), {
      kind: 'menu',
      answers: texts.flatMap((text) => [{ text }, { button: 'NO' }]),
    });
    resultOf(execution);
    const shown = execution.dialogs.shown.map(({ text }) => text);
    for (const [at, text] of texts.entries()) {
      const counts = shown[2 * at + 1] ?? '';
      expect([text, counts]).toEqual([
        text,
        expect.stringMatching(/^Phone numbers: .*\+15550001111\nEmail addresses: ann.archer@example.org$/m),
      ]);
      expect([text, told.filter((words) => !counts.includes(words))]).toEqual([text, []]);
    }
    expect(tabs()).toEqual([]);
    await close();
  });

  test('exports it, deletes it once the owner says yes, and leaves amounts without a customer', async () => {
    const { other, paid, first, second } = ids;
    await menu({ text: PHONE }, { button: 'YES' }, { button: 'NO' });
    expect(tabs()).toEqual(['Export']);
    expect(cafe.rows('Leads')).toHaveLength(3);
    const before = await cafe.get(paid, token);
    const [question, done] = await menu({ button: 'YES' }, {});
    expect(question).toContain('Permanently delete it now');
    expect(done).toContain('Stripe and Twilio');
    expect(done).not.toContain('Still in this spreadsheet');
    expect(tabs()).toEqual([]);
    expect(cafe.rows('Leads').filter(({ id }) => id !== '')).toMatchObject([
      { id: other, notes: 'Friend of [removed], [removed]' },
    ]);
    expect(cafe.rows('Deleted leads').map(({ messages }) => messages)).toEqual(['[]', '[]']);
    const [gone, deleted, shown] = await cafe.callAll(
      [`GET /v1/leads/${first}`, { token }],
      ['GET /v1/leads/deleted', { token }],
      [`GET /v1/orders/${paid}`, { token }],
    );
    expect(gone.status).toBe(404);
    expect(deleted.body).toMatchObject({ total: 2, data: [{ id: first }, { id: second }] });
    const after = shown.body as Item;
    expect(after).toMatchObject({ total: 400, status: before.status, payment: before.payment, note: '' });
    expect(after.customer).toEqual({ name: '', phone: '', email: '' });
    expect((await cafe.move(paid, { status: 'accepted' })).status).toBe(200);
    await cafe.later(180_000);
    await close();
    expect(state.findIn(SECRETS)).toEqual([]);
  });

  test('the search of the files finds all of it before', async () => {
    await close();
    expect(state.findIn(SECRETS)).toEqual(SECRETS);
  });

  testLong('removes an order that was cancelled unpaid', async () => {
    const { draft, paid } = ids;
    expect((await cafe.move(draft, { status: 'cancelled', reason: 'closed' })).status).toBe(200);
    await cafe.later(120_000);
    expect(cafe.rows('Orders').map(({ id }) => id)).toEqual([paid, draft]);
    await menu({ text: PHONE }, { button: 'YES' }, { button: 'NO' });
    await menu({ button: 'YES' }, {});
    expect(cafe.rows('Orders').map(({ id }) => id)).toEqual([paid]);
    await close();
  });

  test('ends well whenever it is repeated, wherever it was cut off', async () => {
    await menu({ text: PHONE }, { button: 'YES' }, { button: 'NO' });
    for (let call = 3; tabs().length > 0; call += extent({ usual: 40, long: 5 }))
      await cafe.run('forgetPerson', [], {
        kind: 'menu',
        answers: [{ button: 'YES' }, {}],
        fault: { call, kind: 'kill after' },
      });
    await cafe.later(60_000);
    await close();
    expect(state.findIn(SECRETS)).toEqual([]);
  });

  testLong('names what is left in a tab of the owner', async () => {
    await cafe.run('showHealth', [], { kind: 'menu' });
    await menu({ text: PHONE }, { button: 'YES' }, { button: 'NO' });
    await cafe.edit('Cafes', 'C-2', 'name', `Friends of ${PHONE}`);
    const [, done] = await menu({ button: 'YES' }, {});
    expect(done).toContain('Still in this spreadsheet, for you to check: Cafes!B3.');
    await close();
  });

  testLong('a row without an ID is nobody else, and is named as left', async () => {
    const { other } = ids;
    const { id } = await post('/v1/leads', { name: 'Ann', phone: PHONE });
    await cafe.edit('Leads', id, 'id', '');
    const [, counts] = await menu({ text: PHONE }, { button: 'YES' }, { button: 'NO' });
    expect(counts).toContain('Leads: 2');
    expect(counts).toContain('Orders: 2');
    const [, done] = await menu({ button: 'YES' }, {});
    expect(done).toMatch(/Still in this spreadsheet, for you to check: Leads![A-Z]+5/);
    expect(cafe.rows('Leads').map((row) => row.id)).toContain(other);
    await close();
  });

  test('cleans whatever it finds, and no longer words, addresses and numbers', async () => {
    const { other } = ids;
    const others = `jo${EMAIL}, jo.${EMAIL}, ${EMAIL}.au, ${PHONE}9, Joann Archer, Ann Archers`;
    const body = { notes: `\u00C1nn  Archer (ann\u00A0archer ann archer), ${EMAIL}. ${others}` };
    await cafe.callAll(
      [`PATCH /v1/leads/${other}`, { token, body }],
      [
        'POST /v1/messaging/messages',
        { token, body: { leadId: other, body: `Hi\nAnn\nArcher\n${PHONE}${'.'.repeat(85)} Ann Archer` } },
      ],
    );
    await cafe.later(60_000);
    await menu({ text: PHONE }, { button: 'YES' }, { button: 'NO' });
    const [, done] = await menu({ button: 'YES' }, {});
    expect(done).toContain('Everything listed has been deleted.');
    const { body: lead } = await cafe.call(`GET /v1/leads/${other}`, { token });
    expect(lead).toMatchObject({
      notes: `[removed] ([removed] [removed]), [removed]. ${others}`,
      messages: [{ body: `Hi\n[removed]\n[removed]${'.'.repeat(85)} [removed]` }],
      lastText: `Hi\n[removed]\n[removed]${'.'.repeat(85)} [removed]`,
    });
    await close();
  });

  testLong(
    "cleans the notes and reasons of others' orders, and a point of sale finds what has changed",
    async () => {
      const { paid } = ids;
      const note = `for Ann Archer, ${PHONE}`;
      const items = [{ menuItemId: 'I-1', quantity: 1, note }];
      const { id } = (await cafe.order(items, { customer: OTHER })).body as { id: string };
      await cafe.later(121_000);
      await cafe.move(id, { status: 'cancelled', reason: 'Ann Archer called.' });
      await cafe.later(1_200_000);
      await menu({ text: PHONE }, { button: 'YES' }, { button: 'NO' });
      const since = new Date(cafe.now()).toISOString();
      const [, done] = await menu({ button: 'YES' }, {});
      expect(done).toContain('Everything listed has been deleted.');
      const { body } = await cafe.call('GET /v1/cafes/C-1/orders', { token, query: { since } });
      const { data } = body as { data: { id: string }[] };
      expect(data.find((order) => order.id === id)).toMatchObject({
        customer: OTHER,
        items: [{ note: 'for [removed], [removed]' }],
        history: expect.arrayContaining([expect.objectContaining({ reason: '[removed] called.' })]),
      });
      expect(data.map((order) => order.id)).toContain(paid);
      await close();
    },
  );

  testLong(
    'a synchronizer finds the leads that were cleaned, and jobs wait for the version they did',
    async () => {
      const { other } = ids;
      await post('/v1/messaging/messages', { leadId: other, body: 'Hi' });
      const job = cafe.rows('Outbox').find(({ targetId }) => targetId === other);
      await cafe.edit('Outbox', String(job?.id), 'error', `No answer from ${PHONE}`);
      await menu({ text: PHONE }, { button: 'YES' }, { button: 'NO' });
      const before = cafe.now();
      await menu({ button: 'YES' }, {});
      const { body: page } = await cafe.call('GET /v1/leads', {
        token,
        query: { updatedFrom: new Date(before).toISOString() },
      });
      expect(page).toMatchObject({ data: [{ id: other }] });
      const after = cafe.rows('Outbox').find(({ id }) => id === job?.id);
      expect(after).toMatchObject({ error: 'No answer from [removed]', version: job?.version });
      await close();
    },
  );

  testLong('a lead that is called by a number it no longer has loses that name', async () => {
    const { id } = await post('/v1/leads', { name: '+15550003333', phone: '+15550003333' });
    await post('/v1/leads', { name: 'Cy', phone: '+15550003333' });
    await cafe.call(`PATCH /v1/leads/${id}`, { token, body: { phone: '+15550004444' } });
    await menu({ text: '+15550003333' }, { button: 'YES' }, { button: 'NO' });
    await menu({ button: 'YES' }, {});
    expect(cafe.rows('Leads').filter((row) => row.id === id)).toMatchObject([
      { name: '[removed]', phone: '+15550004444' },
    ]);
    await close();
    expect(state.findIn(['+15550003333'])).toEqual([]);
  });

  testLong('the tab Health goes also where its error has left the list', async () => {
    await cafe.run('showHealth', [], { kind: 'menu' });
    cafe.forget('error.1');
    await menu({ text: PHONE }, { button: 'YES' }, { button: 'NO' });
    await menu({ button: 'YES' }, {});
    expect(cafe.api.sheets().map(({ name }) => name)).not.toContain('Health');
    await close();
  });

  testLong('holds the lock of the script for two seconds at most', async () => {
    await menu({ text: PHONE }, { button: 'YES' }, { button: 'NO' });
    const execution = await cafe.run('forgetPerson', [], { kind: 'menu', answers: [{ button: 'YES' }, {}] });
    expect(longestHold(execution)).toBeGreaterThan(0);
    expect(longestHold(execution)).toBeLessThanOrEqual(2_000);
    await close();
  });
});
