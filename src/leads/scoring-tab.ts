import { logError } from '../health/errors';
import * as cache from '../platform/cache';
import { properties } from '../platform/platform';
import { readTexts } from '../tables/sheet';
import { select } from '../tables/tables';
import type { Rule } from './scoring';
import { DEFAULT_RULES, parseRules, RULE_COLUMNS } from './scoring-rules';
import { LEAD_STATUSES, LISTS, SCORING } from './tables';

/** An edit of the Scoring or Lists tab takes effect after this time at the latest. */
const TTL_S = 60;
const RULES = 'leads.rules';
const STATUSES = 'leads.statuses';

/** The script property that holds the last valid rules. */
const LAST_VALID = 'scoringRules';
/** The cached copy of that property, so that it is not read every minute. */
const LAST_VALID_CACHED = 'leads.lastGoodRules';
const LAST_VALID_TTL_S = 3_600;

/** The rules of the Scoring tab, or the last valid ones while the tab has mistakes. */
export function scoringRules(): Rule[] {
  const { [RULES]: cached, [LAST_VALID_CACHED]: lastValid } = cache.getTexts([RULES, LAST_VALID_CACHED]);
  if (cached) return JSON.parse(cached);
  const { rules, problems } = readScoringTab();
  for (const problem of problems) logError(`${problem} The last valid rules apply until it is fixed.`);
  const isValid = problems.length === 0;
  const text = isValid ? JSON.stringify(rules) : readLastValid();
  if (isValid && text !== lastValid) storeLastValid(text);
  cache.setText(RULES, text, TTL_S);
  return JSON.parse(text);
}

function readScoringTab(): ReturnType<typeof parseRules> {
  return parseRules(readTexts(SCORING, RULE_COLUMNS));
}

function readLastValid(): string {
  return properties().getProperty(LAST_VALID) || JSON.stringify(DEFAULT_RULES);
}

function storeLastValid(text: string): void {
  if (properties().getProperty(LAST_VALID) !== text) properties().setProperty(LAST_VALID, text);
  cache.setText(LAST_VALID_CACHED, text, LAST_VALID_TTL_S);
}

/** The desk's own statuses, then those that the owner has added to the Lists tab. */
export function leadStatuses(): string[] {
  return cache.getOrSet(STATUSES, TTL_S, () => {
    const added = select(LISTS, ['leadStatus']).map(({ leadStatus }) => leadStatus.trim());
    return [...new Set([...LEAD_STATUSES, ...added.filter(Boolean)])];
  });
}
