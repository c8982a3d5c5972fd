import { priceOf } from './prices';

function addSale(item: string, quantity: number): number {
  const total = quantity * priceOf(item);
  SpreadsheetApp.getActive().appendRow([new Date(), item, total]);
  return total;
}
