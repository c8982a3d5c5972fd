import { boundSpreadsheet } from '../platform/spreadsheet';
import type { Checked } from './answers';
import { checkMail } from './check-mail';
import { inDesk } from './home';

/** From the menu: a check by hand, and what came of it. */
export function checkNow(): void {
  inDesk('Check mail now', () => {
    const checked = checkMail();
    const words = checked.ok ? wordsFor(checked) : checked.error;
    boundSpreadsheet().toast(words, 'Mail');
  });
}

function wordsFor({ newMessages, newCases }: Checked): string {
  if (newMessages === 0) return 'Nothing new.';
  const messages = `${newMessages} new ${newMessages === 1 ? 'message' : 'messages'}`;
  return newCases.length === 0 ? `${messages}.` : `${messages}, new: ${newCases.join(', ')}.`;
}
