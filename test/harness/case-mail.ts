import type Mail from 'nodemailer/lib/mailer';
import type { DeliverOptions } from '../../runtime/google/google';
import type { Pages } from './desk-page';
import { compose } from './mail';
import { eventually } from './until';

/** Tracked from the first start on. */
export const MIRA = 'mira.oduya@example.com';

/** A letter of Mira's becomes a case, or a message of one; answers its number, and the thread for another letter. */
export async function deliverCase(pages: Pages, mail: Mail.Options, options: DeliverOptions = {}) {
  const letter = await compose({ from: MIRA, ...mail });
  const { id, threadId } = await pages.local.google.deliver(letter, options);
  await pages.run('checkMail');
  const row = rowsOf(pages, 'Messages').find(({ messageId }) => messageId === id);
  return { caseNumber: String(row?.caseNumber), threadId };
}

export function rowsOf({ local }: Pages, tab: string) {
  return local.services.spreadsheets.rows(local.scripts.desk.spreadsheetId, tab);
}

/** The row of a case in the sheet. */
export function caseRow(pages: Pages, caseNumber: string) {
  return rowsOf(pages, 'Cases').find((row) => row.caseNumber === caseNumber);
}

/** Waits until the sheet has it: the page saves by itself. */
export async function untilSaved(pages: Pages, caseNumber: string, expected: object): Promise<void> {
  await eventually(async () => expect(caseRow(pages, caseNumber)).toMatchObject(expected));
}
