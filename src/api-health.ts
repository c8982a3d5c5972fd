import { API_TABS } from './api-tabs';
import { cafeFindings } from './cafe/findings';
import { type Consents, missingConsents } from './health/consents';
import { type Finding, findMissing, findVersions } from './health/findings';
import { showFindings } from './health/health-tab';
import { leadFindings } from './leads/findings';
import { outboxFindings } from './outbox/findings';
import { tell } from './sheet/dialog';
import { hasTimer } from './sheet/timer';

export const TIMER = 'deliverOutbox';

/** The permissions of design section 1, and what does not work without each. */
export const CONSENTS = {
  'spreadsheets.currentonly': 'the sheet cannot be read or written, so nothing works',
  'script.external_request': 'no message, payment or push leaves the script',
  'script.scriptapp': 'nothing is sent by itself',
} as const satisfies Consents;

const NO_TIMER: Finding = {
  what: 'Timer',
  how: 'There is none, so nothing is sent by itself: choose API > Set up.',
  isTrouble: true,
};

/** From the menu. */
export function showHealth(): void {
  const missing = missingConsents(CONSENTS);
  const findings = findMissing(CONSENTS, missing, 'API');
  if (missing.includes('spreadsheets.currentonly'))
    return void tell('Health', findings.map(({ how }) => how).join('\n\n'));
  const lacksTimer = !missing.includes('script.scriptapp') && !hasTimer(TIMER);
  showFindings([
    ...findings,
    ...(lacksTimer ? [NO_TIMER] : []),
    ...outboxFindings(Date.now()),
    ...leadFindings(),
    ...cafeFindings(),
    ...findVersions(API_TABS),
  ]);
}
