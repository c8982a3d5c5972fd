import * as cache from '../../platform/cache';
import { findAll } from '../../tables/tables';
import type { Notification } from '../intake/notifications';
import { readProgress, saveSeen } from '../intake/progress';
import { MESSAGES } from '../tables';
import { type Bell, type BellItem, type Marked, type Refused, toIso } from './answers';
import { answer, input, optional, parse, wholeNumber } from './input';

const MarkInput = input('markBellSeen', { through: optional(wholeNumber('through', 0)) });

const KEY = 'bell';
const TTL_S = 3_600;

/** Current as long as nothing is added and nothing is seen. */
interface CachedItems {
  items: BellItem[];
  through: number;
  since: number;
}

/** The notifications since the owner last looked. Rows are read only when those have changed. */
export function getBell(): Bell | Refused {
  return answer(() => {
    const { progress, seen } = readProgress();
    const { count, messages, newest } = progress.notifications ?? { count: 0, messages: 0, newest: [] };
    const unseen = Math.max(0, count - seen.through);
    if (unseen === 0) return { count: 0, items: [], through: count, messages };
    const cached = cache.get<CachedItems>(KEY);
    if (cached?.through === count && cached.since === seen.through)
      return { count: unseen, items: cached.items, through: count, messages };
    const items = readItems(newest.slice(0, unseen));
    cache.set(KEY, { items, through: count, since: seen.through } satisfies CachedItems, TTL_S);
    return { count: unseen, items, through: count, messages };
  });
}

/** Marks the notifications up to a count as seen, or all there are. What was seen stays so. */
export function markBellSeen(given: unknown): Marked | Refused {
  return answer(() => {
    const wanted = parse(MarkInput, given ?? {});
    const { progress, seen } = readProgress();
    const { notifications, nextCaseNumber = 1 } = progress;
    const count = notifications?.count ?? 0;
    const through = Math.max(seen.through, Math.min(wanted.through ?? count, count));
    saveSeen({ through, firstUnseenCase: nextCaseNumber });
    return { ok: true, through };
  });
}

/** Without messages whose row the owner has deleted. */
function readItems(notifications: readonly Notification[]): BellItem[] {
  const ids = notifications.map(({ messageId }) => messageId);
  const rows = findAll(MESSAGES, 'messageId', ids);
  const byId = new Map(rows.map((row) => [row.messageId, row]));
  return notifications.flatMap(({ messageId, kind }) => {
    const row = byId.get(messageId);
    if (!row) return [];
    const { caseNumber, from, subject, date } = row;
    return [{ kind, caseNumber, from, subject, date: toIso(date) }];
  });
}
