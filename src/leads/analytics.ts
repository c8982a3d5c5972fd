export interface Period {
  /** Epoch ms: the first that counts, and the first that no longer does. */
  from?: number | undefined;
  until?: number | undefined;
  location?: string | undefined;
}

/** What is read of a lead; a blank row of the tab has no time of creation. */
export interface Counted {
  createdAt: Date;
  location?: string;
}

export interface Summary {
  totalLeads: number;
  /** The part of them that ever came to an appointment or a sale. */
  conv: number;
  avgScore: number;
}

export function summarize(
  leads: readonly (Counted & { convertedAt: Date; score: number })[],
  period: Period,
): Summary {
  const counted = leads.filter((lead) => isWithin(lead, period));
  const converted = counted.filter(({ convertedAt }) => isTime(convertedAt));
  const points = counted.reduce((sum, { score }) => sum + score, 0);
  return {
    totalLeads: counted.length,
    conv: ratio(converted.length, counted.length, 4),
    avgScore: ratio(points, counted.length, 2),
  };
}

export interface SourceCount {
  source: string;
  leads: number;
}

/** The most frequent first, then by name. */
export function countSources(
  leads: readonly (Counted & { source: string })[],
  period: Period,
): SourceCount[] {
  const counts = new Map<string, number>();
  for (const lead of leads) {
    if (!isWithin(lead, period)) continue;
    const source = lead.source.trim() || 'unknown';
    counts.set(source, (counts.get(source) ?? 0) + 1);
  }
  return [...counts]
    .map(([source, count]) => ({ source, leads: count }))
    .sort((a, b) => b.leads - a.leads || (a.source < b.source ? -1 : 1));
}

function isWithin({ createdAt, location = '' }: Counted, { from, until, location: wanted }: Period): boolean {
  if (!isTime(createdAt)) return false;
  if (wanted !== undefined && !isSamePlace(location, wanted)) return false;
  const at = createdAt.getTime();
  return at >= (from ?? Number.NEGATIVE_INFINITY) && at < (until ?? Number.POSITIVE_INFINITY);
}

/** Letter case and blanks around do not make another place. */
function isSamePlace(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function isTime(date: Date): boolean {
  return !Number.isNaN(date.getTime());
}

function ratio(part: number, whole: number, digits: number): number {
  return whole === 0 ? 0 : Number((part / whole).toFixed(digits));
}
