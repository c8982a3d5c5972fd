import { DAY_MS, MINUTE_MS } from '../../platform/platform';
import { declareSettings, readSettings, writeSettings } from '../../platform/settings';
import { findAll, type MaintenanceTask } from '../../tables/tables';
import type { ReceivedText } from '../../texts/provider';
import { findProvider } from '../../texts/texts';
import { LEADS } from '../tables';
import { receiveMessage } from './webhook';

/** A setting, since it moves to a database with them: until when every message has been received, in epoch ms. */
const THROUGH = 'textsReceivedThrough';
declareSettings(/^textsReceivedThrough$/);

/** A webhook may be out of reach over a weekend without anybody noticing. */
const LOOK_BACK_MS = 4 * DAY_MS;

/** Time for which a message may be on its way to the webhook, or in no list yet. */
const ON_ITS_WAY_MS = 5 * MINUTE_MS;

/** Each message takes some seconds. What is left after this time is received in the next run. */
const TIME_BUDGET_MS = 60_000;

/**
 * Receives the messages that have not reached the webhook, since the gateway was down, its address wrong, or the API on its
 * way to a database: the provider does not repeat them, and one of them may be STOP. It looks at no message twice, so that
 * those of a person who was forgotten do not come back.
 */
export const MISSED_MESSAGES: MaintenanceTask = {
  name: 'missed messages',
  everyMinutes: 60,
  run() {
    const provider = findProvider();
    if (!provider?.listReceived) return;
    const now = Date.now();
    const through = Number(readSettings()[THROUGH] ?? now);
    const texts = provider.listReceived(new Date(Math.max(through, now - LOOK_BACK_MS)));
    const settled = texts.filter(({ at }) => at < now - ON_ITS_WAY_MS);
    const left = receiveUnknown(settled, now + TIME_BUDGET_MS);
    writeSettings({ [THROUGH]: String(left?.at ?? now - ON_ITS_WAY_MS) });
  },
};

/** Returns the first for which there was no time. */
function receiveUnknown(texts: readonly ReceivedText[], deadline: number): ReceivedText | undefined {
  const phones = [...new Set(texts.map(({ phone }) => phone))];
  const leads = phones.length > 0 ? findAll(LEADS, 'phone', phones) : [];
  const known = new Set(leads.flatMap(({ thread }) => thread.map(({ sid }) => sid)));
  for (const text of texts) {
    if (Date.now() >= deadline) return text;
    if (!known.has(text.sid)) receiveMessage(text);
  }
  return undefined;
}
