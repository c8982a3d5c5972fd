import { USERS } from '../accounts/tables';
import { type HealthCheck, toOk, toProblem, toWarning } from '../health/checks';
import { findProviders, isConnected } from '../health/provider';
import type { Finding } from '../health/report';
import { toE164 } from '../http/phone';
import { isTestMode } from '../platform/test-mode';
import { readCells } from '../tables/sheet';
import { list } from '../tables/tables';
import { texts } from '../texts/texts';
import { LEADS } from './tables';

export const LEAD_CHECKS: readonly HealthCheck[] = [
  { light: 'out', label: texts.names, find: ({ now }) => findTexts(now) },
  { light: 'out', label: 'Phones of users', find: findPhones },
];

function findTexts(now: number): Finding | Finding[] {
  const { names, items } = texts;
  if (isConnected(texts)) return findProviders(texts, now, 'Text messages wait meanwhile.');
  if (isTestMode()) return toOk(`${names} is not connected: no text message is sent.`);
  if (list(LEADS, { page: 1, pageSize: 1, columns: ['id'] }).total === 0)
    return toOk(`${names} is not connected, and no lead needs it.`);
  return toWarning(
    `${names} is not connected: text messages wait.`,
    `Choose ${items} and API > Public address.`,
  );
}

/** The phones that no alert about a hot lead can be sent to. */
function findPhones(): Finding[] {
  return readCells(USERS, ['phone']).flatMap(({ cells, addressOf }) => {
    const phone = USERS.columns.phone.fromCell(cells.phone) ?? '';
    if (phone.trim() === '' || toE164(phone) !== undefined) return [];
    const sentence = `${addressOf('phone')} is not an international number (got "${phone}"). This user gets no texts about hot leads.`;
    return [toProblem(sentence, 'Write it like +15551234567.')];
  });
}
