import { confirm, prompt, showMessage } from '../platform/dialog';
import { toastingProgress } from '../platform/progress';
import { warnOfEdits } from '../tables/sheet';
import type { Table } from '../tables/tables';
import { beginMove, readMove, stopMove } from './move';

const TITLE = 'Move to a database';
const STOP = 'Stop the move';

const CONFIRM =
  'Start the move? Until it is finished, the API answers every request with 503 and the new address, and sends no messages, pushes or refunds. Do not edit this sheet in the meantime. The move ends all sessions; passwords, API keys and devices stay valid.';

const AGAIN = 'The move has already started. Create a new token for it? The old token becomes invalid.';

/** Menu item: the API is no longer served, and one token allows `npm run graduate` to copy everything. */
export function moveToDatabase(tables: readonly Table[]): void {
  const { state, address: known } = readMove();
  if (state === 'moved') {
    showMessage(TITLE, `The API has already moved to ${known}.`);
    return;
  }
  if (state === 'moving' && !confirm(TITLE, AGAIN)) return;
  const address = state === 'moving' ? known : askForAddress();
  if (address === undefined || (state === 'none' && !confirm(TITLE, CONFIRM))) return;
  const token = beginMove(address);
  toastingProgress(TITLE, () => warnOfEdits(tables, 'everywhere'));
  showMessage(
    'The move has started',
    `Run this where the host will run:\n\nnpm run graduate -- --from <URL of this web app> --database postgres://...\n\nIt asks for this token, which you will not see again:\n\n${token}\n\nYou can stop it and run it again at any time, then it begins anew. To keep using the sheet instead, choose ${STOP}.`,
  );
}

export function stopMoving(tables: readonly Table[]): void {
  const { state, address } = readMove();
  if (state !== 'moving') {
    const reason =
      state === 'moved'
        ? `The API has moved to ${address}. The only way back is a CSV export.`
        : 'No move is in progress.';
    showMessage(STOP, reason);
    return;
  }
  if (
    !confirm(
      STOP,
      'Stop the move and keep using this sheet? What has been copied to the database can then no longer be used.',
    )
  )
    return;
  stopMove();
  toastingProgress(STOP, () => warnOfEdits(tables, 'as ever'));
  showMessage(STOP, 'The API is served from this sheet again.');
}

/** Undefined where the user cancels, or has entered none. */
function askForAddress(): string | undefined {
  const address = prompt(TITLE, 'New address: the public URL of the host (https://...):');
  if (!address) return undefined;
  if (/^https:\/\/[^\s/]+(\/\S*)?$/.test(address)) return address.replace(/\/+$/, '');
  showMessage(TITLE, `The address must start with https:// (got "${address}"). Nothing has changed.`);
  return undefined;
}
