import { USERS } from '../accounts/tables';
import { checkProvider, type HealthCheck } from '../health/checks';
import { toE164 } from '../http/phone';
import { isTestMode } from '../platform/test-mode';
import { readCells } from '../tables/sheet';
import { findTwilioSettings, TOKEN_REMEDY, TWILIO } from '../texts/twilio';

export function leadChecks(): HealthCheck[] {
  return [checkTwilio(), ...checkPhones()];
}

function checkTwilio(): HealthCheck {
  const label = TWILIO.name;
  if (findTwilioSettings())
    return checkProvider(label, { down: 'Text messages wait meanwhile.', refused: TOKEN_REMEDY });
  const detail = isTestMode()
    ? 'Not connected: text messages are marked as delivered, but none is sent.'
    : 'Not connected: text messages wait. Choose API > Connect Twilio and API > Public address.';
  return { label, detail };
}

/** The phones that no alert about a hot lead can be sent to. */
function checkPhones(): HealthCheck[] {
  return readCells(USERS, ['phone']).flatMap(({ cells, addressOf }): HealthCheck[] => {
    const phone = USERS.columns.phone.fromCell(cells.phone) ?? '';
    if (phone.trim() === '' || toE164(phone) !== undefined) return [];
    const detail = `${addressOf('phone')} must be an international number such as +15551234567 (got "${phone}"). This user gets no texts about hot leads.`;
    return [{ label: 'Phone of a user', detail, status: 'problem' }];
  });
}
