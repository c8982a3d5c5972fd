import { pick } from '../tables/pick';
import type { Bell, BellItem, Marked, Refused } from './answers';
import { keep, recall } from './cached';
import { toIso } from './case-summary';
import { answer, input, optional, parse, wholeNumber } from './input';
import { MESSAGES, type Message } from './tables';

const MOST_ITEMS = 20;
const SEEN = 'bellSeen';

/** Design section 6, bell. What nobody asked for before is kept until the next check that stores mail. */
export function getBell(): Bell | Refused {
  return answer(() => recall('bell') ?? readAndKeep());
}

function readAndKeep(): Bell {
  const bell = readBell(seenThrough());
  keep({ bell });
  return bell;
}

const MarkInput = input('markBellSeen', {
  through: optional(wholeNumber('through', 0)),
});

/** What the bell told up to a check counts as seen; without one, all there is. */
export function markBellSeen(given: unknown): Marked | Refused {
  return answer(() => {
    const seen = seenThrough();
    const { through } = parse(MarkInput, given ?? {});
    const last = Math.max(seen, through ?? readBell(seen).through);
    PropertiesService.getScriptProperties().setProperty(SEEN, String(last));
    keep({ bell: undefined });
    return { ok: true, through: last };
  });
}

function seenThrough(): number {
  return Number(PropertiesService.getScriptProperties().getProperty(SEEN) ?? 0);
}

type Taken = Pick<Message, 'caseNumber' | 'check'>;
/** A row of the tab Messages, by its index. */
type News = Pick<BellItem, 'kind'> & { index: number };

function readBell(seen: number): Bell {
  let news: News[] = [];
  let through = seen;
  const rows = pick(MESSAGES, ['caseNumber', 'check'], (messages) => {
    news = newsAfter(seen, messages);
    through = messages.reduce((highest, { check }) => Math.max(highest, check), seen);
    return news.slice(0, MOST_ITEMS).map(({ index }) => index);
  });
  return {
    count: news.length,
    items: rows.map((row, at) => toItem(row, news[at]?.kind ?? 'message')),
    through,
  };
}

/** The newest first. A new case counts once, whatever the number of its messages. */
function newsAfter(seen: number, messages: readonly Taken[]): News[] {
  const isOld = ({ check }: Taken) => check <= seen;
  const known = new Set(messages.filter(isOld).map(({ caseNumber }) => caseNumber));
  const begun = new Set<string>();
  const news = messages.flatMap((message, index): (News & Taken)[] => {
    const { caseNumber } = message;
    if (isOld(message) || begun.has(caseNumber)) return [];
    if (known.has(caseNumber)) return [{ kind: 'message', index, ...message }];
    begun.add(caseNumber);
    return [{ kind: 'case', index, ...message }];
  });
  return news.sort((a, b) => b.check - a.check || b.index - a.index);
}

function toItem({ caseNumber, from, subject, date }: Message, kind: BellItem['kind']): BellItem {
  return { kind, caseNumber, from, subject, date: toIso(date) };
}
