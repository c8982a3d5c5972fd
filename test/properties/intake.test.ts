import fc from 'fast-check';
import type { Fault } from '../../runtime/execution/faults';
import { randomCases } from '../harness/extent';
import { type Desk, startTracking } from '../harness/local';
import { compose } from '../harness/mail';
import { checkUntilIdle } from '../tracker/end-state';
import { work } from './owner';
import { type Step, steps } from './steps';

const MINUTE = 60_000;

type Grid = string[][];
type Row = ReturnType<Desk['rows']>[number];

/** The cells that a check may change in rows that stand already. */
const KEPT_BY_DESK: Record<string, string[]> = {
  Cases: ['updatedAt', 'lastMailAt'],
  Messages: ['attachments'],
  Settings: ['lastHistoryId', 'nextCaseNumber', 'failed'],
};

/**
 * What the owner has deleted stays deleted: a message whose row is gone does not come back, and a reply in a thread
 * whose case is gone begins a new case with a number of its own. Of rows that he pasted twice the upper one counts.
 */
class Model {
  private readonly desk: Desk;
  private readonly taken = new Set<string>();
  /** Every case number that has ever been given. */
  private readonly numbers = new Set<string>();

  constructor(desk: Desk) {
    this.desk = desk;
  }

  async step(step: Step): Promise<void> {
    if (step.name === 'check') await this.check(step.details.faults);
    else if (step.name === 'mail') await this.deliver(step.details.words);
    else if (step.name === 'reply') await this.deliver('Re', step.details.to);
    else work(this.desk, step);
  }

  /** Begins a thread, or goes on with that of an earlier message. */
  private async deliver(words: string, to?: number): Promise<void> {
    const earlier = this.desk.google.messages();
    const count = earlier.length;
    const idOf = (index: number) => `<${index}@customer.example>`;
    const mail = { messageId: idOf(count), subject: `${words} ${count}`, text: words };
    const internalDate = this.desk.now() + count * MINUTE;
    const answered = to === undefined ? undefined : earlier[to % count];
    const first = idOf(Number(/\d+$/.exec(answered?.subject ?? '')?.[0]));
    const reply = answered && { subject: answered.subject, inReplyTo: first, references: first };
    const { threadId } = await this.desk.deliver(await compose({ ...mail, ...reply }), { internalDate });
    if (answered) expect(threadId).toBe(answered.threadId);
  }

  /** A check, after others that end early. */
  private async check(faults: readonly Fault[]): Promise<void> {
    const before = this.grids();
    const cases = this.desk.rows('Cases');
    const arrived = this.desk.google.messages().filter(({ id }) => !this.taken.has(id));
    for (const fault of faults) await this.desk.execute('checkMail', [], { fault });
    const result = await this.desk.run('checkMail');
    if (faults.length === 0) expect(result).toMatchObject({ ok: true, newMessages: arrived.length });
    else await checkUntilIdle(this.desk);
    const added = this.added(before);
    expect(column(added.Messages, 'messageId').sort()).toEqual(arrived.map(({ id }) => id).sort());
    const known = new Map([...cases].reverse().map((row) => [String(row.threadId), String(row.caseNumber)]));
    this.assertRefreshed(cases, new Set(arrived.map(({ threadId }) => known.get(threadId))));
    const fresh = new Set(arrived.map(({ threadId }) => threadId).filter((thread) => !known.has(thread)));
    expect(column(added.Cases, 'threadId').sort()).toEqual([...fresh].sort());
    for (const row of added.Cases) {
      const number = String(row.caseNumber);
      expect(this.numbers.has(number)).toBe(false);
      this.numbers.add(number);
      known.set(String(row.threadId), number);
    }
    const threads = new Map(arrived.map(({ id, threadId }) => [id, threadId]));
    for (const { messageId, caseNumber } of added.Messages)
      expect(caseNumber).toBe(known.get(threads.get(String(messageId)) ?? ''));
    for (const { id } of arrived) this.taken.add(id);
  }

  /** Only a case with new mail is marked as updated, and only the upper one of two. */
  private assertRefreshed(before: Row[], withMail: ReadonlySet<string | undefined>): void {
    const after = this.desk.rows('Cases');
    before.forEach(({ caseNumber, updatedAt }, index) => {
      if (after[index]?.updatedAt === updatedAt) return;
      expect(withMail).toContain(caseNumber);
      expect(before.findIndex((row) => row.caseNumber === caseNumber)).toBe(index);
    });
  }

  private grids(): Record<string, Grid> {
    return Object.fromEntries(this.desk.sheets().map(({ name, cells }) => [name, cells]));
  }

  /** The rows that a check has added; all others are as before but for what the desk keeps there. */
  private added(before: Record<string, Grid>) {
    for (const [tab, grid] of Object.entries(this.grids())) {
      const old = before[tab] ?? [];
      const standing = grid.slice(0, old.length);
      expect(withoutKept(tab, standing)).toEqual(withoutKept(tab, old));
      if (tab === 'Settings') expect(grid).toHaveLength(old.length);
    }
    const newRows = (tab: string) => this.desk.rows(tab).slice((before[tab]?.length ?? 1) - 1);
    return { Cases: newRows('Cases'), Messages: newRows('Messages') };
  }
}

function withoutKept(tab: string, [header = [], ...rows]: Grid): Grid {
  const kept = KEPT_BY_DESK[tab] ?? [];
  if (tab === 'Settings') {
    const [key, value] = [header.indexOf('key'), header.indexOf('value')];
    const isKept = (cells: string[]) => kept.includes(cells[key] ?? '');
    return [
      header,
      ...rows.map((cells) => cells.map((cell, at) => (at === value && isKept(cells) ? '' : cell))),
    ];
  }
  return [
    header,
    ...rows.map((cells) => cells.map((cell, at) => (kept.includes(header[at] ?? '') ? '' : cell))),
  ];
}

function column(rows: readonly Record<string, unknown>[], name: string): string[] {
  return rows.map((row) => String(row[name]));
}

test('whatever the owner does to the sheet, each message is taken in once and nothing of his is lost', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const desk = await startTracking();
      try {
        const model = new Model(desk);
        for (const step of list) await model.step(step);
      } finally {
        await desk.close();
      }
    }),
    randomCases(1, 40),
  );
});
