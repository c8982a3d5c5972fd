import { newKey, revokeKey } from '../accounts/keys';
import { disableUser, logOutEverywhere, newPassword, newUser } from '../accounts/users';
import { askForCafe } from '../cafe/cafes';
import { noteInvalidCells } from '../cafe/cells';
import { newDevice, revokeDevice } from '../cafe/devices';
import { ordersChanged } from '../cafe/orders/orders-version';
import { payments } from '../cafe/payments/payments';
import { colourOrders, hideMinorUnits } from '../cafe/set-up';
import { beginMeasuring } from '../health/cells';
import { ensurePermissions, missingPermissions } from '../health/permissions';
import type { MenuItem } from '../http/connectable';
import { setPublicAddress } from '../http/public-address';
import { fillLeadTabs } from '../leads/set-up';
import { moveToDatabase, stopMoving } from '../move/menu';
import { readMove, unlessMoved } from '../move/move';
import { hasRunLately } from '../outbox/health';
import { wakeWorker } from '../outbox/worker';
import { confirm, showMessage } from '../platform/dialog';
import { offerFirstSteps, TO_SHOW_STEPS } from '../platform/first-steps';
import { toastingProgress } from '../platform/progress';
import { invalidateSettings } from '../platform/settings';
import { boundSpreadsheet } from '../platform/spreadsheet';
import { isTestMode, setTestMode } from '../platform/test-mode';
import { findTimerRefusal, hasTimer } from '../platform/timer';
import { newPushEndpoint, renewPushSecret } from '../pushes/push-menu';
import { setUpOverview, showOverview } from '../reports/overview-tab';
import { forgetPerson } from '../retention/forget';
import { removeOldData } from '../retention/old-data';
import { setUpTabs } from '../tables/sheet';
import { texts } from '../texts/texts';
import { askForQueries } from '../window/menu';
import { ENDPOINT_KINDS, MOVED_TABLES, OLD_ROWS, PEOPLE, SEALED_TABLES, TEST_MODE_ON } from './desks';
import { firstSteps, listSteps } from './first-steps';
import { checkAccount, PERMISSIONS, showHealth } from './health';
import { viewApi } from './overview';
import { WINDOW_TABS } from './sheet';
import { noteTestMode } from './test-mode';
import { API_TABS, TIMER } from './timer';

interface Item extends MenuItem {
  /** The item works during a move to a database and after it. Without this it is refused then, for it changes what is no longer used. */
  whileMoved?: true;
}

/** The items of the menu API by their functions, which Google calls by these names. */
const MENU = {
  setUp: { title: 'Set up', run: setUp },
  firstSteps: { title: 'First steps', run: firstSteps },
  showOverview: { title: 'Overview', run: () => showOverview(viewApi) },
  newUser: { title: 'New user', run: () => newUser(askForCafe), beginsPart: true },
  newPassword: { title: 'New password', run: newPassword },
  disableUser: { title: 'Disable a user', run: disableUser },
  logOutEverywhere: { title: 'Log out everywhere', run: logOutEverywhere },
  newKey: { title: 'New API key', run: newKey },
  revokeKey: { title: 'Revoke an API key', run: revokeKey },
  newDevice: { title: 'New device', run: newDevice },
  revokeDevice: { title: 'Revoke a device', run: revokeDevice },
  ...texts.menu,
  ...payments.menu,
  setPublicAddress: {
    title: 'Public address',
    run() {
      setPublicAddress([texts, payments]);
      // A provider of texts counts as connected only now.
      wakeWorker();
    },
  },
  switchTestMode: { title: 'Test mode', run: switchTestMode },
  newPushEndpoint: {
    title: 'New push endpoint',
    run: () => newPushEndpoint(ENDPOINT_KINDS),
    beginsPart: true,
  },
  renewPushSecret: { title: 'New push secret', run: renewPushSecret },
  forgetPerson: {
    title: 'Forget a person',
    run: () => forgetPerson(PEOPLE, FORGET_TEXTS, ordersChanged),
    beginsPart: true,
  },
  removeOldData: { title: 'Remove old data', run: () => removeOldData(OLD_ROWS) },
  moveToDatabase: {
    title: 'Move to a database',
    run: () => moveToDatabase([...MOVED_TABLES, ...SEALED_TABLES]),
    beginsPart: true,
    whileMoved: true,
  },
  stopMoving: {
    title: 'Stop the move',
    run: () => stopMoving([...MOVED_TABLES, ...SEALED_TABLES]),
    whileMoved: true,
  },
  setWindow: { title: 'Window', run: setWindow, whileMoved: true },
  checkAccount: { title: 'Check this account', run: checkAccount, whileMoved: true, beginsPart: true },
  showHealth: { title: 'Health', run: showHealth, whileMoved: true },
} as const satisfies Readonly<Record<string, Item>>;

type MenuFunction = keyof typeof MENU;

const ITEMS: readonly [string, Item][] = Object.entries(MENU);

/** Functions that Google calls for the items. */
export const menu = Object.fromEntries(
  ITEMS.map(([name, { run, whileMoved = false }]) => [name, whileMoved ? run : unlessMoved(run)]),
) as Readonly<Record<MenuFunction, () => void>>;

/** Shows the menu. */
export function onOpen(): void {
  const shown = SpreadsheetApp.getUi().createMenu('API');
  for (const [name, { title, beginsPart = false }] of ITEMS) {
    if (beginsPart) shown.addSeparator();
    shown.addItem(title, name);
  }
  shown.addToUi();
}

/** Makes the tabs and the timer. What exists stays as it is. */
function setUp(): void {
  const missing = missingPermissions(PERMISSIONS);
  const isUsable = missing.every((one) => one === TO_SHOW_STEPS) || ensurePermissions(PERMISSIONS, missing);
  if (!isUsable) return;
  invalidateSettings();
  toastingProgress('Set up', () =>
    setUpTabs(API_TABS, () => {
      fillLeadTabs();
      colourOrders();
      noteTestMode();
      noteInvalidCells();
      hideMinorUnits();
    }),
  );
  setUpOverview(viewApi);
  beginMeasuring(Date.now());
  const hasOthersTimer = !hasTimer(TIMER) && hasRunLately(Date.now());
  const refusal = hasOthersTimer ? undefined : findTimerRefusal(TIMER, 1);
  if (refusal !== undefined)
    showMessage(
      'No timer',
      `Google did not create the timer, so messages, refunds and pushes wait. Everything else works. Choose Set up again. Google said: ${refusal}`,
    );
  const next = hasOthersTimer
    ? "Another user's timer is running, so none is added. If you have just deleted yours, choose Set up again in 20 minutes."
    : 'Next: New user, then New API key. Health shows the state of the API.';
  boundSpreadsheet().toast(next, 'The API is ready');
  offerFirstSteps(listSteps);
}

/** Asks what the sheet shows of an API that has moved to a database. Makes the timer where it is gone. */
function setWindow(): void {
  const move = readMove();
  if (move.state !== 'moved') {
    showMessage('Window', 'The API is served from this sheet, which has all of its rows.');
    return;
  }
  const refusal = hasTimer(TIMER) ? undefined : findTimerRefusal(TIMER, 1);
  if (refusal !== undefined) showMessage('No timer', `The sheet is not refreshed. Google said: ${refusal}`);
  askForQueries(move, WINDOW_TABS);
}

const TEST_MODE = 'Test mode';

const QUESTION = {
  on: `Turn test mode on? Without ${payments.names}, orders are then marked as paid though no money moves. Without ${texts.names}, text messages are marked as delivered though none is sent. A provider that is connected is used all the same.`,
  off: `Turn test mode off? Without ${payments.names}, orders are then refused. Without ${texts.names}, text messages wait. Test orders that are still unpaid no longer count as paid, and expire like any other.`,
};

function switchTestMode(): void {
  const isOn = !isTestMode();
  if (!confirm(TEST_MODE, isOn ? QUESTION.on : QUESTION.off)) return;
  setTestMode(isOn);
  noteTestMode();
  wakeWorker();
  showMessage(TEST_MODE, isOn ? TEST_MODE_ON : 'Test mode is off.');
}

const FORGET_TEXTS = {
  question:
    'Shows and exports everything about one customer or lead, and then asks whether to delete it.\n\nPhone number, email address, lead ID or order ID:',
  notFound: 'Nothing was found. Enter the phone number, email address or ID as it is in the sheet.',
  elsewhere: `Orders with payments are kept, without the customer's name, contact and notes. This script cannot remove: what ${payments.names} and ${texts.names} store, texts that agents got about a lead, what was pushed to other systems, copies and backups of this sheet, its version history (File > Version history), Google's log of executions (Extensions > Apps Script > Executions), and a user account of the same person (Users tab).`,
};
