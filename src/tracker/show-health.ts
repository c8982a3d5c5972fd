import { missingConsents } from '../health/consents';
import { showFindings } from '../health/health-tab';
import { tell } from '../sheet/dialog';
import { CONSENTS } from './consent';
import { toConsentProblem } from './health';
import { deskFindings } from './health-findings';
import { inDesk } from './home';

/** From the menu. */
export function showHealth(): void {
  if (missingConsents(CONSENTS).includes('spreadsheets.currentonly'))
    tell('Health', toConsentProblem('spreadsheets.currentonly'));
  else inDesk('Health', () => showFindings(deskFindings(Date.now())));
}
