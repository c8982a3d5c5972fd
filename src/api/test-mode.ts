import { payments } from '../cafe/payments/payments';
import { type HealthCheck, toProblem } from '../health/checks';
import { isConnected } from '../health/provider';
import { wakeWorker } from '../outbox/worker';
import { confirm, showMessage } from '../platform/dialog';
import { isTestMode, setTestMode } from '../platform/test-mode';
import { texts } from '../texts/texts';

const TITLE = 'Test mode';

/** What is simulated meanwhile, for the owner. */
export const TEST_MODE_ON = `Test mode is on: without ${payments.names} every order is marked as paid though no money moves, and without ${texts.names} every text message as delivered though none is sent. Turn it off with API > Test mode.`;

const QUESTION = {
  on: `Turn test mode on? Without ${payments.names}, orders are then marked as paid though no money moves. Without ${texts.names}, text messages are marked as delivered though none is sent. A provider that is connected is used all the same.`,
  off: `Turn test mode off? Without ${payments.names}, orders are then refused. Without ${texts.names}, text messages wait. Test orders that are still unpaid no longer count as paid, and expire like any other.`,
};

/** From the menu. `note` shows what is simulated in the desk's tabs, or no longer. */
export function switchTestMode(note: () => void): void {
  const isOn = !isTestMode();
  if (!confirm(TITLE, isOn ? QUESTION.on : QUESTION.off)) return;
  setTestMode(isOn);
  note();
  wakeWorker();
  showMessage(TITLE, isOn ? TEST_MODE_ON : 'Test mode is off.');
}

export const TEST_MODE_CHECK: HealthCheck = {
  light: 'out',
  label: TITLE,
  find() {
    if (!isTestMode()) return [];
    const simulated = [
      ...(isConnected(texts) ? [] : ['texts are not sent']),
      ...(isConnected(payments) ? [] : ['orders count as paid without money']),
    ];
    const effect =
      simulated.join(', and ') ||
      `nothing is simulated while ${payments.names} and ${texts.names} are connected`;
    return toProblem(`Test mode is on: ${effect}.`, 'Turn it off with API > Test mode.');
  },
};
