import { properties } from '../platform/platform';
import { boundSpreadsheet } from '../platform/spreadsheet';
import { Tab } from '../tables/sheet';
import type { OrderStatus } from './orders/states';
import { CAFES, MENU, ORDERS } from './tables';

export const CAFE_TABS = [CAFES, MENU, ORDERS];

/** Orders that wait for the cafe stand out, ended ones are pale. */
const COLOURS: Readonly<Record<OrderStatus, { background: string; text: string }>> = {
  draft: { background: '#ffffff', text: '#9aa0a6' },
  placed: { background: '#fce8b2', text: '#3c2a00' },
  accepted: { background: '#d2e3fc', text: '#0b2a5b' },
  preparing: { background: '#c9e7f2', text: '#06343f' },
  ready: { background: '#ceead6', text: '#0d3b1e' },
  completed: { background: '#ffffff', text: '#5f6368' },
  cancelled: { background: '#ffffff', text: '#b06a66' },
};

const MINOR_UNITS = ['total', 'tip', 'includedTax', 'paid', 'refunded'] as const;
const HIDDEN = 'orders.minorUnitsHidden';

/** One colour per status, and today's orders in bold. A tab that has rules already is left alone. */
export function colourOrders(): void {
  const { sheet, header } = new Tab(ORDERS);
  if (sheet.getConditionalFormatRules().length > 0) return;
  const rows = [sheet.getRange(2, 1, Math.max(1, sheet.getMaxRows() - 1), header.width)];
  const rule = (column: string, condition: (cell: string) => string) =>
    SpreadsheetApp.newConditionalFormatRule()
      .whenFormulaSatisfied(`=${condition(`$${header.letters(column)[0]}2`)}`)
      .setRanges(rows);
  const byStatus = Object.entries(COLOURS).map(([status, { background, text }]) =>
    rule('status', (cell) => `${cell}="${status}"`)
      .setBackground(background)
      .setFontColor(text)
      .build(),
  );
  const today = rule('createdAt', (cell) => `INT(${cell})=TODAY()`)
    .setBold(true)
    .build();
  sheet.setConditionalFormatRules([...byStatus, today]);
}

/** Hides the columns once: an owner who wants to see them may show them again. */
export function hideMinorUnits(
  stored: Readonly<Record<string, string>> = properties().getProperties(),
): void {
  if (HIDDEN in stored || !boundSpreadsheet().getSheetByName(ORDERS.name)) return;
  const { sheet, header } = new Tab(ORDERS);
  if (!header.has('amount')) return;
  for (const name of MINOR_UNITS) if (header.has(name)) sheet.hideColumns(header.get(name) + 1);
  properties().setProperty(HIDDEN, 'yes');
}
