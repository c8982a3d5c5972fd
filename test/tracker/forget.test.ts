import { extent, spread, testLong } from '../harness/extent';
import { type Desk, startDesk, startPreparedDesk, track } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
import { type SearchedState, searchedState } from '../harness/remains';
import { choose } from './at-sheet';

const BEN = 'ben@other.example';
const SECRETS = [ANNA, 'Anna Berg', 'customer.example', 'crocodile', 'invoice-77', 'paper of Anna'];

async function prepare(desk: Desk): Promise<void> {
  await track(desk, { senders: [ANNA, BEN], rules: [{ from: ANNA, issue: 'Lamps' }] });
  const attachments = [{ filename: 'invoice-77.txt', content: 'paper of Anna' }];
  await desk.deliver(
    await compose({ messageId: '<1@customer.example>', subject: 'My crocodile lamp', attachments }),
  );
  await desk.deliver(
    await compose({
      from: BEN,
      subject: 'Re: My crocodile lamp',
      text: 'As Anna Berg said.',
      inReplyTo: '<1@customer.example>',
      references: '<1@customer.example>',
    }),
  );
  await desk.deliver(await compose({ from: BEN, subject: 'Chair', text: `Ask ${ANNA} about the chair.` }));
  await desk.run('checkMail');
  await desk.run('updateCase', 'CASE-0002', { notes: `Knows ${ANNA}.` });
  await desk.run('getBell');
}

describe('Forget a person, at the desk', () => {
  let desk: Desk;
  let state: SearchedState;
  const start = async (name: string, work: (desk: Desk) => Promise<void>) => {
    state = searchedState();
    const original = await startPreparedDesk(name, work);
    desk = await startDesk(state.copy(original.store), original.now());
    await original.close();
  };
  beforeEach(() => start('a person to forget', prepare));
  afterEach(() => state.remove());

  /** The person has been exported by then. */
  const exported = async () => {
    await desk.close();
    state.remove();
    await start('a person who was exported', async (original) => {
      await prepare(original);
      await choose(original, 'forgetPerson', {
        answers: [{ text: ANNA }, { button: 'YES' }, { button: 'NO' }],
      });
    });
  };

  const menu = (...answers: { text?: string; button?: string }[]) =>
    choose(desk, 'forgetPerson', { answers });
  const texts = async (...answers: { text?: string; button?: string }[]) =>
    (await menu(...answers)).shown.map(({ text }) => text);

  test('shows, exports, and deletes once the owner says yes: nothing is left but mail', async () => {
    const [, counts, next] = await texts(
      { text: ` ${ANNA.toUpperCase()} ` },
      { button: 'YES' },
      { button: 'NO' },
    );
    expect(counts).toContain('Email addresses: anna@customer.example');
    expect(counts?.split('\n')).toEqual(
      expect.arrayContaining([
        'Messages: 2',
        'Cases: 1',
        'Mentions in Messages: 1',
        'Mentions in Cases: 1',
        'Files in Drive: 1',
        'Entries in Settings: 3',
      ]),
    );
    expect(next).toContain('choose "Forget a person" again later');
    expect(desk.grid('Export').flat().join()).toContain('It does not light.');
    expect(desk.rows('Cases')).toHaveLength(2);

    const [question, done] = await texts({ button: 'YES' }, {});
    expect(question).toContain('Permanently delete it now');
    expect(done).toContain('Everything listed has been deleted.');
    expect(done).not.toContain('Still in this spreadsheet');
    expect(desk.sheets().map(({ name }) => name)).not.toContain('Export');
    expect(desk.rows('Cases')).toMatchObject([{ caseNumber: 'CASE-0002', notes: 'Knows [removed].' }]);
    expect(desk.rows('Messages')).toMatchObject([{ caseNumber: 'CASE-0002', from: BEN }]);
    expect(String(desk.rows('Messages')[0]?.body)).toContain('Ask [removed] about the chair.');
    expect(desk.setting('senders')).toBe(BEN);
    await desk.run('checkMail');
    expect(desk.rows('Cases')).toHaveLength(1);
    await desk.close();
    expect(state.findIn(SECRETS)).toEqual([]);
  });

  test('the search of the files finds all of it before', async () => {
    await desk.close();
    expect(state.findIn(SECRETS)).toEqual(SECRETS);
  });

  testLong('the next mail of the person makes no case, that of others does', async () => {
    await texts({ text: ANNA }, { button: 'YES' }, { button: 'YES' }, {});
    await desk.deliver(await compose({ subject: 'Again' }));
    await desk.deliver(await compose({ from: BEN, subject: 'Table' }));
    await desk.run('checkMail');
    expect(desk.rows('Cases').map(({ subject }) => subject)).toEqual(['Chair', 'Table']);
    expect(desk.rows('Cases')[1]?.caseNumber).toBe('CASE-0003');
    await desk.close();
  });

  test('a case number leads to its sender, and No keeps everything', async () => {
    const before = desk.rows('Messages');
    const shown = await texts({ text: 'case-0001' }, { button: 'NO' });
    expect(shown[1]).toContain('Email addresses: anna@customer.example');
    expect(desk.sheets().map(({ name }) => name)).not.toContain('Export');
    await exported();
    expect(await texts({ button: 'NO' })).toHaveLength(1);
    expect(desk.rows('Messages')).toEqual(before);
    await desk.close();
  });

  test('finds nothing of whoever is not there, and does not repeat what was typed', async () => {
    for (const text of spread(['nobody@example.com', 'CASE-0099', 'Anna'], 1)) {
      const { shown, error } = await menu({ text }, {});
      const told = String(shown.at(-1)?.text);
      expect([text, error, told]).toEqual([text, undefined, expect.stringContaining('Nothing was found.')]);
      expect(told).not.toContain(text);
    }
    expect((await menu({ text: '' }, {})).error).toBeUndefined();
    await desk.close();
  });

  test('is repeated by another choice after an end at any call, and then nothing is left', async () => {
    await exported();
    for (let call = 1; ; call++) {
      const answers = [{ button: 'YES' }, {}];
      const fault = { call, kind: 'kill after' } as const;
      const execution = await desk.execute('forgetPerson', [], { kind: 'menu', answers, fault });
      if (!execution.error) break;
      // From call to call more of it is gone: the fault comes later in the work that is left.
      if (!desk.sheets().some(({ name }) => name === 'Export')) break;
      call += extent({ usual: 28, long: 4 });
    }
    if (desk.sheets().some(({ name }) => name === 'Export')) await texts({ button: 'YES' }, {});
    await desk.close();
    expect(state.findIn(SECRETS)).toEqual([]);
  });

  testLong('what was seen of a case of others is right, wherever the work was cut off', async () => {
    const reply = { inReplyTo: '<chair@other.example>', references: '<chair@other.example>' };
    await desk.deliver(await compose({ from: BEN, messageId: '<chair@other.example>', subject: 'Sofa' }));
    await desk.deliver(await compose({ subject: 'Re: Sofa', ...reply }));
    await desk.run('checkMail');
    expect(desk.rows('Messages').filter(({ caseNumber }) => caseNumber === 'CASE-0003')).toHaveLength(2);
    const seen = String.fromCharCode(65 + (desk.grid('Cases')[0] ?? []).indexOf('seen'));
    desk.edit('Cases', `${seen}4`, '2');
    await texts({ text: ANNA }, { button: 'YES' }, { button: 'NO' });
    const hasExport = () => desk.sheets().some(({ name }) => name === 'Export');
    for (let call = 3; hasExport(); call++) {
      const answers = [{ button: 'YES' }, {}];
      await desk.execute('forgetPerson', [], { kind: 'menu', answers, fault: { call, kind: 'kill after' } });
    }
    const others = desk.rows('Cases').filter(({ caseNumber }) => caseNumber === 'CASE-0003');
    expect(others).toMatchObject([{ seen: 1 }]);
    await desk.close();
  });

  testLong('what a customer wrote through a form goes, and what others wrote there stays', async () => {
    const form = 'noreply@shop.example';
    await desk.runAll(['saveSettings', { senders: [ANNA, BEN, form] }], ['checkMail']);
    const write = async (replyTo: string, options = {}) =>
      desk.deliver(await compose({ from: `Shop <${form}>`, replyTo, subject: 'Request', text: '' }), options);
    const { threadId } = await write(`Anna Berg <${ANNA}>`);
    await write(`Ben Ito <${BEN}>`, { threadId });
    await desk.run('checkMail');
    await texts({ text: ANNA }, { button: 'YES' }, { button: 'YES' }, {});
    expect(desk.rows('Cases').at(-1)).toMatchObject({ sender: form, senderName: 'Ben Ito' });
    expect(desk.rows('Messages').at(-1)).toMatchObject({ from: form, replyTo: `Ben Ito <${BEN}>` });
    await desk.close();
    expect(state.findIn(SECRETS)).toEqual([]);
  });

  testLong('one of several people in Reply-To is taken out of it, and the message stays', async () => {
    const replyTo = `Ben Ito <${BEN}>, "Berg, Anna" <${ANNA}>, cora@third.example`;
    await desk.deliver(await compose({ from: BEN, subject: 'Rota', text: 'For all of us', replyTo }));
    await desk.run('checkMail');
    await texts({ text: ANNA }, { button: 'YES' }, { button: 'NO' });
    await texts({ button: 'YES' }, {});
    expect(desk.rows('Messages').at(-1)).toMatchObject({
      from: BEN,
      replyTo: `Ben Ito <${BEN}>, cora@third.example`,
      body: expect.stringContaining('For all of us'),
    });
    await desk.close();
    expect(state.findIn([...SECRETS, 'Berg, Anna'])).toEqual([]);
  });

  testLong('no blank row stays, however scattered the messages were', async () => {
    for (let n = 0; n < 24; n++)
      await desk.deliver(await compose({ from: n % 2 ? ANNA : BEN, subject: `Mail ${n}` }));
    await desk.run('checkMail');
    await texts({ text: ANNA }, { button: 'YES' }, { button: 'NO' });
    await texts({ button: 'YES' }, {});
    expect(desk.rows('Messages')).toHaveLength(13);
    expect(desk.rows('Messages').filter(({ from }) => from !== BEN)).toEqual([]);
    await desk.close();
  });

  test('says so where the first line of the tab Export has been changed', async () => {
    await exported();
    desk.edit('Export', 'B1', '{}');
    expect(await texts({})).toEqual(['The Export tab has been changed. Delete it and start again.']);
    expect(desk.rows('Cases')).toHaveLength(2);
    await desk.close();
  });

  test('what is typed is in no log and no error', async () => {
    await texts({ text: ANNA }, { button: 'YES' }, { button: 'NO' });
    await texts({ button: 'YES' }, {});
    const ran = desk.local.executions.filter((one) => one.function === 'forgetPerson');
    expect(JSON.stringify(ran.map(({ log, error }) => [log, error]))).not.toMatch(/example|anna/i);
    await desk.close();
  });
});
