import { findAll } from '../../tables/tables';
import type { TellItem, Told } from '../intake/notifications';
import { readProgress, saveSeen } from '../intake/progress';
import { MESSAGES, type Message } from '../tables';
import type { Bell, BellItem, Marked, Refused } from './answers';
import { keep, recall } from './cached';
import { answer, input, optional, parse, wholeNumber } from './input';
import { toIso } from './list-cases';

/** Design section 6, bell: what was told since the owner looked. Rows are read only when that has changed. */
export function getBell(): Bell | Refused {
  return answer(() => {
    const { progress, seen } = readProgress();
    const { count, messages, newest } = progress.told ?? NOTHING_TOLD;
    const unseen = Math.max(0, count - seen.through);
    if (unseen === 0) return { count: 0, items: [], through: count, messages };
    const items = recallItems(count, seen.through) ?? readItems(newest.slice(0, unseen), count, seen.through);
    return { count: unseen, items, through: count, messages };
  });
}

const MarkInput = input('markBellSeen', { through: optional(wholeNumber('through', 0)) });

/** What the bell told up to a count is seen; without one, all there is. Nothing seen becomes unseen. */
export function markBellSeen(given: unknown): Marked | Refused {
  return answer(() => {
    const { through: wanted } = parse(MarkInput, given ?? {});
    const { progress, seen } = readProgress();
    const { told, nextCaseNumber = 1 } = progress;
    const count = told?.count ?? 0;
    const through = Math.max(seen.through, Math.min(wanted ?? count, count));
    saveSeen({ through, newFrom: nextCaseNumber });
    return { ok: true, through };
  });
}

const NOTHING_TOLD: Told = { count: 0, messages: 0, newest: [] };

function recallItems(through: number, since: number): BellItem[] | undefined {
  const kept = recall('bell');
  return kept?.through === through && kept.since === since ? kept.items : undefined;
}

/** A message whose row the owner has deleted is left out. */
function readItems(told: readonly TellItem[], through: number, since: number): BellItem[] {
  const kinds = new Map(told.map(({ messageId, kind }) => [messageId, kind]));
  const rows = findAll(MESSAGES, 'messageId', [...kinds.keys()]);
  const byId = new Map(rows.map((row) => [row.messageId, row]));
  const items = told.flatMap(({ messageId, kind }) => toItems(byId.get(messageId), kind));
  keep({ bell: { items, through, since } });
  return items;
}

function toItems(row: Message | undefined, kind: BellItem['kind']): BellItem[] {
  if (!row) return [];
  const { caseNumber, from, subject, date } = row;
  return [{ kind, caseNumber, from, subject, date: toIso(date) }];
}
