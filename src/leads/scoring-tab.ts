import { logError } from '../health/errors';
import { readBlock, select, textOf } from '../tables/tables';
import type { Rule } from './scoring';
import { DEFAULT_RULES, RULE_COLUMNS, type RuleLine, toRules } from './scoring-rules';
import { LISTS, SCORING } from './tables';

/** Statuses that the desk itself knows; the owner's own come after them. */
export const LEAD_STATUSES = ['new', 'contacted', 'appointment', 'sold', 'lost'] as const;

/** So long an edit of the tabs may take to count. */
const LIFE_S = 60;
const RULES = 'leads.rules';
const STATUSES = 'leads.statuses';

/** The rules in force: those of the tab Scoring, or the last good ones where it is broken now. */
export function scoringRules(): Rule[] {
  const cache = CacheService.getScriptCache();
  const { [RULES]: kept, [REMEMBERED]: known } = cache.getAll([RULES, REMEMBERED]);
  if (kept) return JSON.parse(kept) as Rule[];
  const { rules, faults } = readScoring();
  for (const fault of faults) logError(`${fault} The last valid rules apply until it is fixed.`);
  const text = JSON.stringify(faults.length > 0 ? lastGood() : rules);
  if (faults.length === 0 && text !== known) remember(text);
  cache.put(RULES, text, LIFE_S);
  return JSON.parse(text) as Rule[];
}

/** The desk's own, and those that the owner has written into the tab Lists. */
export function leadStatuses(): string[] {
  const cache = CacheService.getScriptCache();
  const kept = cache.get(STATUSES);
  if (kept) return JSON.parse(kept) as string[];
  const own = select(LISTS, ['leadStatus']).map(({ leadStatus }) => leadStatus.trim());
  const statuses = [...new Set([...LEAD_STATUSES, ...own.filter(Boolean)])];
  cache.put(STATUSES, JSON.stringify(statuses), LIFE_S);
  return statuses;
}

/** The tab as it stands now, and what is wrong with it, cell by cell. */
function readScoring(): { rules: Rule[]; faults: string[] } {
  const { header, rows } = readBlock(SCORING, RULE_COLUMNS);
  const lines = rows.map((cells, index): RuleLine => {
    const texts = RULE_COLUMNS.map((name) => [name, textOf(cells[header.get(name)] ?? '')]);
    return {
      cells: Object.fromEntries(texts) as RuleLine['cells'],
      addressOf: (column) => header.addressOf(column, index + 2),
    };
  });
  return toRules(lines);
}

const LAST_GOOD = 'scoringRules';
/** What stands in that property, so that it is not read every minute. */
const REMEMBERED = 'leads.lastGoodRules';
const REMEMBERED_S = 3_600;

function lastGood(): Rule[] {
  const text = PropertiesService.getScriptProperties().getProperty(LAST_GOOD);
  return text ? (JSON.parse(text) as Rule[]) : [...DEFAULT_RULES];
}

function remember(text: string): void {
  const properties = PropertiesService.getScriptProperties();
  if (properties.getProperty(LAST_GOOD) !== text) properties.setProperty(LAST_GOOD, text);
  CacheService.getScriptCache().put(REMEMBERED, text, REMEMBERED_S);
}
