import { ordersChanged } from '../cafe/orders/orders-version';
import { payments } from '../cafe/payments/payments';
import { forgetPerson as forget } from '../retention/forget';
import { removeOldData as removeOld } from '../retention/old-data';
import { texts } from '../texts/texts';
import { OLD_ROWS } from './old-data';
import { PEOPLE } from './people';

const TEXTS = {
  question:
    'Shows and exports everything about one customer or lead. Choose the item again to delete it.\n\nPhone number, email address, lead ID or order ID:',
  notFound: 'Nothing was found. Enter the phone number, email address or ID as it is in the sheet.',
  elsewhere: `Orders with payments are kept, without the customer's name, contact and notes. This script cannot remove: what ${payments.names} and ${texts.names} store, texts that agents got about a lead, what was pushed to other systems, copies and backups of this sheet, its version history (File > Version history), Google's log of executions (Extensions > Apps Script > Executions), and a user account of the same person (Users tab).`,
};

/** From the menu. */
export function forgetPerson(): void {
  forget(PEOPLE, TEXTS);
  ordersChanged();
}

/** From the menu. */
export function removeOldData(): void {
  removeOld(OLD_ROWS);
}
