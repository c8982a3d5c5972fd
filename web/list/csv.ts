import type { CaseSummary } from '../../src/tracker/page/answers';

const COLUMNS = ['caseNumber', 'received', 'sender', 'subject', 'issue', 'status', 'emailCount'] as const;

/** Spreadsheets read text that begins so as a formula, in half and in full width (owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/** RFC 4180, beginning with the mark by which spreadsheets know UTF-8. */
export function toCsv(cases: readonly CaseSummary[]): string {
  const lines = cases.map((one) => COLUMNS.map((column) => toField(one[column])).join(','));
  return `\ufeff${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}

function toField(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  return `"${(FORMULA.test(text) ? `'${text}` : text).replace(/"/g, '""')}"`;
}
