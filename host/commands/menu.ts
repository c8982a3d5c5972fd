import { newKey, revokeKey } from '../../src/accounts/keys';
import { DEVICES, KEYS, USERS } from '../../src/accounts/tables';
import { disableUser, logOutEverywhere, newPassword, newUser } from '../../src/accounts/users';
import { ENDPOINT_KINDS, TEST_MODE_ON } from '../../src/api/desks';
import { askForCafe } from '../../src/cafe/cafes';
import { newDevice, revokeDevice } from '../../src/cafe/devices';
import { payments } from '../../src/cafe/payments/payments';
import { CAFES } from '../../src/cafe/tables';
import { setPublicAddress } from '../../src/http/public-address';
import { wakeWorker } from '../../src/outbox/worker';
import { toTimeZone } from '../../src/platform/day';
import { prompt, showMessage } from '../../src/platform/dialog';
import { endExecution } from '../../src/platform/execution';
import { writeSettings } from '../../src/platform/settings';
import { setTestMode } from '../../src/platform/test-mode';
import { UserError } from '../../src/platform/user-error';
import { newPushEndpoint, renewPushSecret } from '../../src/pushes/push-menu';
import { PUSH_ENDPOINTS } from '../../src/pushes/tables';
import type { ColumnName } from '../../src/tables/schema/table';
import { scan, type Table } from '../../src/tables/tables';
import { texts } from '../../src/texts/texts';
import { BridgeError, callMain } from '../bridge';
import { DatabaseUnavailable } from '../database/sql';
import { API_TABLES, migrate } from '../server/migrate';
import { deskTimeZone, TIME_ZONE } from '../services/time-zone';
import { hasTotals, recount } from '../store/totals';
import { addCafe } from './cafes';
import { COMMANDS, type CommandName, type ProviderCommand } from './commands';
import { forgetPerson } from './forget';
import { describeHealth } from './health';
import { removeOldData } from './old-data';
import { changeUser, enableUser } from './users';

/** The command of a provider names its item in the menu API. */
const OF_PROVIDERS = Object.fromEntries(
  Object.values({ ...texts.menu, ...payments.menu }).map(({ title, run }) => [
    COMMANDS.find((command) => 'item' in command && command.item === title)?.name,
    run,
  ]),
) as Readonly<Record<ProviderCommand, () => void>>;

/** The function of the menu's item that a worker runs for each command, with its dialogs on the terminal. */
const MENU: Readonly<Record<CommandName, () => void>> = {
  'user add': () => newUser(askForCafe),
  'user password': newPassword,
  'user change': changeUser,
  'user disable': disableUser,
  'user enable': enableUser,
  'user list': () => printRows(USERS, ['id', 'email', 'role', 'cafeId', 'phone', 'disabledAt']),
  'logout everywhere': logOutEverywhere,
  'key add': newKey,
  'key revoke': revokeKey,
  'key list': () => printRows(KEYS, ['id', 'userId', 'name', 'createdAt', 'revokedAt']),
  'cafe add': addCafe,
  'cafe list': () => printRows(CAFES, ['id', 'name', 'currency', 'timeZone', 'taxPercent', 'isPaused']),
  'device add': newDevice,
  'device revoke': revokeDevice,
  'device list': () => printRows(DEVICES, ['id', 'cafeId', 'name', 'createdBy', 'expiresAt', 'revokedAt']),
  ...OF_PROVIDERS,
  'address set'() {
    setPublicAddress([texts, payments]);
    // A provider of texts counts as connected only now.
    wakeWorker();
  },
  'time-zone set': setTimeZone,
  'test-mode': switchTestMode,
  'push-endpoint add': () => newPushEndpoint(ENDPOINT_KINDS),
  'push-endpoint renew-secret': renewPushSecret,
  'push-endpoint list': () => printRows(PUSH_ENDPOINTS, ['id', 'cafeId', 'url', 'state', 'failingSince']),
  forget: forgetPerson,
  'old-data remove': removeOldData,
  recount: recountAll,
  health: () => callMain('print', describeHealth()),
};

/** Returns what went wrong, for the person; undefined where nothing did. */
export function runCommand(name: CommandName): string | undefined {
  try {
    migrate();
    MENU[name]();
    return undefined;
  } catch (error) {
    // Errors of the terminal, such as that a file exists already, are for the person too.
    if (error instanceof UserError || error instanceof BridgeError) return error.message;
    if (error instanceof DatabaseUnavailable) return `The database is not available: ${error.message}`;
    throw error;
  }
}

function setTimeZone(): void {
  const entered = prompt('Time zone', 'Name of the time zone, such as Europe/Berlin:');
  if (!entered) return;
  const zone = toTimeZone(entered);
  if (zone === undefined)
    throw new UserError(`The time zone must be a name such as Europe/Berlin (got "${entered}").`);
  writeSettings({ [TIME_ZONE]: zone });
  // Days that this command has looked up before count no longer.
  endExecution();
  for (const table of API_TABLES.filter(hasTotals)) recount(table);
  showMessage('Saved', `Days are counted in ${deskTimeZone()} from now on.`);
}

function switchTestMode(): void {
  const title = 'Test mode';
  const answer = prompt(title, 'on or off:');
  if (!answer) return;
  if (answer !== 'on' && answer !== 'off') throw new UserError(`Test mode is on or off (got "${answer}").`);
  setTestMode(answer === 'on');
  wakeWorker();
  showMessage(title, answer === 'on' ? TEST_MODE_ON : 'Test mode is off.');
}

function recountAll(): void {
  const counted = API_TABLES.filter(hasTotals);
  for (const table of counted) recount(table);
  showMessage('Recount', `Recounted: ${counted.map(({ name }) => name).join(', ')}.`);
}

/** Prints columns under their names. */
function printRows<T extends Table>(table: T, columns: readonly ColumnName<T>[]): void {
  const rows = scan(table, columns).map((row) => columns.map((name) => toText(row[name])));
  const lines = [columns.map(String), ...rows];
  const widths = columns.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  const toLine = (cells: readonly string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  callMain('print', lines.map(toLine).join('\n'));
}

function toText(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  return String(value ?? '');
}
