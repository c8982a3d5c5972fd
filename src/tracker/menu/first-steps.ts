import { requestPermissions, toPermissionsStep } from '../../health/permissions';
import { runMenuItem } from '../../platform/add-on';
import { type FirstSteps, showFirstSteps, TO_SHOW_STEPS, takeFirstStep } from '../../platform/first-steps';
import { hasPermission } from '../../platform/scopes';
import { UserError } from '../../platform/user-error';
import { readValues } from '../../tables/sheet';
import { findPageUrl, findServedUrl } from '../case/page-url';
import { SETTINGS, withMigration } from '../case/tables';
import { PERMISSIONS } from '../health/permissions';
import { checkMail } from '../intake/check-mail';
import { readProgress } from '../intake/progress';
import { trackedBy } from '../mail/senders';
import { saveSettings } from '../page/settings';

/** Menu item. */
export function firstSteps(): void {
  runMenuItem('First steps', () => {
    if (!hasPermission(TO_SHOW_STEPS)) requestPermissions([TO_SHOW_STEPS]);
    withMigration(() => showFirstSteps(listSteps()));
  });
}

/** Answers the sidebar. */
export function takeStep(name: unknown, typed: unknown): unknown {
  return withMigration(() => takeFirstStep(listSteps, name, typed));
}

export function listSteps(): readonly FirstSteps[] {
  const settings = readValues(SETTINGS);
  const tracked = trackedBy(settings);
  const { lastCheckedAt, address } = readProgress().progress;
  const page = findPageUrl() ?? findServedUrl();
  const steps = {
    permissions: toPermissionsStep(PERMISSIONS),
    senders: {
      title: 'Senders to track',
      isDone: tracked.length > 0,
      text: tracked.length > 0 ? `Tracked: ${tracked.join(', ')}.` : 'Mail of other senders is ignored.',
      fields: { sender: { label: 'Email address, or a domain such as example.com' } },
      button: 'Add sender',
      run: ({ sender = '' }) => addSender(sender),
    },
    check: {
      title: 'First check',
      isDone: tracked.length > 0 && lastCheckedAt !== undefined,
      text: `Looks back over ${settings.lookBackDays} days. For a test, have one of the senders write to ${address ?? 'you'} first.`,
      button: 'Check mail now',
      run: checkNow,
    },
    page: {
      title: 'Your page',
      isDone: false,
      text: page
        ? 'Your cases are here. Only you can open it.'
        : 'The page is not deployed yet. Choose Open the page in the menu.',
      link: page,
    },
  } satisfies FirstSteps['steps'];
  return [{ title: 'Case desk', steps }];
}

/** @throws UserError where it is neither an address nor a domain */
function addSender(sender: string): string {
  const name = sender.includes('@') && !sender.startsWith('@') ? 'senders' : 'domains';
  const saved = saveSettings({ [name]: [...readValues(SETTINGS)[name], sender] });
  if (!saved.ok) throw new UserError(saved.error);
  return `${sender} is tracked.`;
}

function checkNow(): string {
  const checked = checkMail();
  if (!checked.ok) throw new UserError(checked.error);
  return checked.newCases.length > 0 ? `New cases: ${checked.newCases.join(', ')}.` : 'No new mail.';
}
