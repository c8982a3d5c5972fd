import { missingConsents, SPREADSHEET_CONSENTS } from '../health/consents';
import { showChecks } from '../health/health-tab';
import { tell } from '../sheet/dialog';
import { CONSENTS } from './consent';
import { toConsentProblem } from './health';
import { deskChecks } from './health-checks';
import { inDesk } from './home';

/** From the menu. */
export function showHealth(): void {
  const missing = missingConsents(CONSENTS);
  const sheet = SPREADSHEET_CONSENTS.find((consent) => missing.includes(consent));
  if (sheet) tell('Health', toConsentProblem(sheet));
  else inDesk('Health', () => showChecks(deskChecks(Date.now())));
}
