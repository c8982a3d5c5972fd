import type { Execution } from '../../runtime/execution/execution';
import { toSourceFile } from '../../runtime/execution/script';
import { spread } from '../harness/extent';
import type { Desk } from '../harness/local';
import { checkUntilIdle, stateOf } from './end-state';
import { inScene } from './prepared-desk';

/** After a call that takes so long the lock is let go as soon as a row is whole. */
const LONG_MS = 3_000;

/** The owner sorts the cases, the last one first, in a hold of the lock. */
const SORT = `function main() {
  const lock = LockService.getScriptLock();
  lock.waitLock(20000);
  const sheet = SpreadsheetApp.getActive().getSheetByName('Cases');
  sheet.getRange(2, 1, sheet.getLastRow() - 1, sheet.getLastColumn()).sort({ column: 1, ascending: false });
  SpreadsheetApp.flush();
  lock.releaseLock();
}`;

function sort({ local }: Desk, startsAt: number): Promise<Execution> {
  const { desk } = local.scripts;
  const files = new Map(desk.files).set('Code.js', toSourceFile('Code.js', SORT));
  return local.run({ ...desk, files }, 'main', [], { startsAt });
}

function holdsOf({ holds }: Execution): number {
  return holds.filter(({ scope }) => scope === 'script').length;
}

/** All but the order of the cases, and what the owner has typed. */
function contentOf(desk: Desk): unknown {
  const {
    sheets: _,
    cases,
    ...others
  } = stateOf(desk) as { sheets: unknown; cases: Record<string, unknown>[] };
  const byNumber = cases.map(({ notes, updatedAt, ...own }) => own);
  return {
    ...others,
    cases: byNumber.sort((a, b) => (String(a.caseNumber) < String(b.caseNumber) ? -1 : 1)),
  };
}

test.each(spread(['mixed', 'earlier'] as const, 1))(
  'an edit, a sort and a second check come between the parts of a check: no mail and no alert is lost or doubled: %s',
  async (scene) => {
    const { calls, holds, undisturbed } = await inScene(scene, async (desk) => {
      const check = await desk.execute('checkMail');
      await checkUntilIdle(desk);
      return { calls: check.calls, holds: holdsOf(check), undisturbed: contentOf(desk) };
    });
    const writes = calls.flatMap(({ method, at }, index) =>
      method === 'spreadsheet.setValues' ? [{ call: index + 1, at }] : [],
    );
    let most = 0;
    for (const { call, at } of spread(writes, 3)) {
      const { content, notes } = await inScene(scene, async (desk) => {
        const startsAt = desk.now() + at + LONG_MS / 2;
        const [check] = await Promise.all([
          desk.execute('checkMail', [], { fault: { call, kind: 'slow', ms: LONG_MS } }),
          sort(desk, startsAt),
          desk.execute('updateCase', ['CASE-0001', { notes: 'Called.' }], { startsAt }),
          desk.execute('checkMail', [], { startsAt }),
        ]);
        most = Math.max(most, holdsOf(check));
        await checkUntilIdle(desk);
        const [first] = desk.rows('Cases').filter(({ caseNumber }) => caseNumber === 'CASE-0001');
        return { content: contentOf(desk), notes: first?.notes };
      });
      expect({ call, content, notes }).toEqual({ call, content: undisturbed, notes: 'Called.' });
    }
    expect(most).toBeGreaterThan(holds);
  },
);
