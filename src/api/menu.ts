import { newKey, revokeKey } from '../accounts/keys';
import { disableUser, logOutEverywhere, newPassword, newUser } from '../accounts/users';
import { assertCafe } from '../cafe/cafes';
import { newDevice, revokeDevice } from '../cafe/devices';
import { payments } from '../cafe/payments/payments';
import type { MenuItem } from '../http/connectable';
import { setPublicAddress } from '../http/public-address';
import { moveToDatabase, stopMoving } from '../move/menu';
import { unlessMoved } from '../move/move';
import { wakeWorker } from '../outbox/worker';
import { newPushEndpoint, renewPushSecret } from '../pushes/push-menu';
import { texts } from '../texts/texts';
import { MOVED_TABLES, SEALED_TABLES } from './moved-tables';
import { ENDPOINT_KINDS } from './pushes';
import { forgetPerson, removeOldData } from './retention-menu';
import { checkAccount, setUp, setWindow, showHealth } from './sheet';
import { switchTestMode } from './test-mode';
import { noteTestMode } from './test-mode-notes';

interface Item extends MenuItem {
  /** The item works during a move to a database and after it. Without this it is refused then, for it changes what is no longer used. */
  whileMoved?: true;
}

/** The items of the menu API by their functions, which Google calls by these names. */
const MENU = {
  setUp: { title: 'Set up', run: setUp },
  newUser: { title: 'New user', run: () => newUser(assertCafe), beginsPart: true },
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
  switchTestMode: { title: 'Test mode', run: () => switchTestMode(noteTestMode) },
  newPushEndpoint: {
    title: 'New push endpoint',
    run: () => newPushEndpoint(ENDPOINT_KINDS),
    beginsPart: true,
  },
  renewPushSecret: { title: 'New push secret', run: renewPushSecret },
  forgetPerson: { title: 'Forget a person', run: forgetPerson, beginsPart: true },
  removeOldData: { title: 'Remove old data', run: removeOldData },
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

/** What Google calls for each item. */
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
