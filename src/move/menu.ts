import { confirm, prompt, showMessage } from '../platform/dialog';
import { warnOfEdits } from '../tables/sheet';
import type { Table } from '../tables/tables';
import { beginMove, readMove, stopMove } from './move';

const TITLE = 'Move to a database';
const STOP = 'Stop the move';

const CONFIRM =
  'From now on until the move has ended, the API answers every request with 503 and the new address, and sends no messages, pushes or refunds. Please do not edit this sheet meanwhile. All sessions end with the move; passwords, API keys and devices stay valid. Begin?';

const AGAIN =
  'The move has begun. Make a new token for it? The old one becomes invalid; what has been copied stays.';

/** From the menu: the API is no longer served, and one token allows `npm run graduate` to copy everything. */
export function moveToDatabase(tables: readonly Table[]): void {
  const { state, address: known } = readMove();
  if (state === 'moved') {
    showMessage(TITLE, `The API has moved to ${known} already.`);
    return;
  }
  if (state === 'moving' && !confirm(TITLE, AGAIN)) return;
  const address = state === 'moving' ? known : askForAddress();
  if (address === undefined || (state === 'none' && !confirm(TITLE, CONFIRM))) return;
  const token = beginMove(address);
  warnOfEdits(tables, 'everywhere');
  showMessage(
    'The move has begun',
    `Run this where the host will run:\n\nnpm run graduate -- --from <URL of this web app> --database postgres://...\n\nIt asks for this token, which you will not see again:\n\n${token}\n\nIt may be stopped and run again at any time. To go on with the sheet instead, choose ${STOP}.`,
  );
}

/** From the menu. */
export function stopMoving(tables: readonly Table[]): void {
  const { state, address } = readMove();
  if (state !== 'moving') {
    const reason =
      state === 'moved'
        ? `The API has moved to ${address}, and there is no way back but a CSV export.`
        : 'Nothing is being moved.';
    showMessage(STOP, reason);
    return;
  }
  if (!confirm(STOP, 'Go on with this sheet? What the database has by now is of no use then.')) return;
  stopMove();
  warnOfEdits(tables, 'as ever');
  showMessage(STOP, 'The API is served from this sheet again.');
}

/** Undefined where the user cancels, or has entered none. */
function askForAddress(): string | undefined {
  const address = prompt(TITLE, 'New address, where the host will be reached from outside (https://...):');
  if (!address) return undefined;
  if (/^https:\/\/[^\s/]+(\/\S*)?$/.test(address)) return address.replace(/\/+$/, '');
  showMessage(TITLE, `The address must start with https:// (got "${address}"). Nothing has changed.`);
  return undefined;
}
