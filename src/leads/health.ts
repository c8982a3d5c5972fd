import { USERS } from '../accounts/tables';
import { checkProviders, type HealthCheck } from '../health/checks';
import { toE164 } from '../http/phone';
import { isTestMode } from '../platform/test-mode';
import { readCells } from '../tables/sheet';
import { texts } from '../texts/texts';

export function leadChecks(): HealthCheck[] {
  const missing = isTestMode()
    ? 'text messages are marked as delivered, but none is sent.'
    : `text messages wait. Choose ${texts.items} and API > Public address.`;
  return [...checkProviders(texts, { down: 'Text messages wait meanwhile.', missing }), ...checkPhones()];
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
