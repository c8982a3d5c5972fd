import { ordersChanged } from '../cafe/orders/orders-version';
import { forgetPerson as forget } from '../retention/forget';
import { removeOldData as removeOld } from '../retention/old-data';
import { OLD_ROWS } from './old-data';
import { PEOPLE } from './people';

const TEXTS = {
  question:
    'Shows and exports everything about one customer or lead. Choose the item again to delete it.\n\nPhone number, email address, lead ID or order ID:',
  notFound: 'Nothing was found. Enter the phone number, email address or ID as the sheet has it.',
  elsewhere:
    "Orders with payments stay, without the customer's name, contact and notes. Not removed, because this script cannot: what Stripe and Twilio keep, texts that agents got about a lead, what was pushed to other systems, copies and backups of this sheet, its version history (File > Version history), Google's log of executions (Extensions > Apps Script > Executions), and a user account of the same person (tab Users).",
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
