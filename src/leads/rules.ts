import { readBlock } from '../tables/block';
import { textOf } from '../tables/cell';
import { select } from '../tables/select';
import { columnNames } from '../tables/table';
import { DEFAULT_RULES } from './default-rules';
import type { Rule } from './scoring';
import { RULE_COLUMNS, type RuleLine, toRules } from './scoring-rules';
import { LISTS, SCORING } from './tables';

/** Statuses that the desk itself knows; the owner's own come after them. */
export const LEAD_STATUSES = ['new', 'contacted', 'appointment', 'sold', 'lost'] as const;

/** What the owner has written into the tabs Scoring and Lists. */
export interface DeskRules {
  scoring: Rule[];
  statuses: string[];
}

const KEY = 'leads.rules';
/** So long an edit of the tabs may take to count. */
const LIFE_S = 60;

/** The rules in force: those of the tabs, or the last good ones where the tab Scoring is broken now. */
export function deskRules(): DeskRules {
  const cache = CacheService.getScriptCache();
  const kept = cache.get(KEY);
  if (kept) return JSON.parse(kept) as DeskRules;
  const { rules, faults } = readScoring();
  for (const fault of faults) console.warn(`${fault} Until that is put right, the last good rules count.`);
  const scoring = faults.length > 0 ? lastGood() : remembered(rules);
  const read = { scoring, statuses: readStatuses() };
  cache.put(KEY, JSON.stringify(read), LIFE_S);
  return read;
}

/** The tab as it stands now, and what is wrong with it, cell by cell. */
function readScoring(): { rules: Rule[]; faults: string[] } {
  const { header, rows } = readBlock(SCORING.name, columnNames(SCORING), RULE_COLUMNS);
  const lines = rows.map((cells, index): RuleLine => {
    const texts = RULE_COLUMNS.map((name) => [name, textOf(cells[header.get(name)] ?? '')]);
    return {
      cells: Object.fromEntries(texts) as RuleLine['cells'],
      addressOf: (column) => header.addressOf(column, index + 2),
    };
  });
  return toRules(lines);
}

function readStatuses(): string[] {
  const own = select(LISTS, ['leadStatus']).map(({ leadStatus }) => leadStatus.trim());
  return [...new Set([...LEAD_STATUSES, ...own.filter(Boolean)])];
}

const LAST_GOOD = 'scoringRules';

function lastGood(): Rule[] {
  const text = PropertiesService.getScriptProperties().getProperty(LAST_GOOD);
  return text ? (JSON.parse(text) as Rule[]) : [...DEFAULT_RULES];
}

function remembered(rules: Rule[]): Rule[] {
  const properties = PropertiesService.getScriptProperties();
  const text = JSON.stringify(rules);
  if (properties.getProperty(LAST_GOOD) !== text) properties.setProperty(LAST_GOOD, text);
  return rules;
}
