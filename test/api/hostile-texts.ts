import type { SeededApi } from '../harness/api';

/** What a spreadsheet, a program or a page might take for something else. */
export const TEXTS = [
  '=HYPERLINK("https://evil.example","x")',
  '=IMPORTXML("https://evil.example","//a")',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  "'=1+1",
  '007',
  '1e3',
  'TRUE',
  '2026-11-21',
  '#REF!',
  '🚗👩‍👩‍👧‍👦 é e\u0301',
  'a\tb\nc\r\nd\u2028e',
  '\u0001\u0007\u001b[31m\u007f\u009f',
  'a\u0000b',
  '\ud800 half \udfff',
  '\ufeff\u202egnp.exe',
  '__proto__',
  '<script>alert(1)</script>',
  '"; drop table leads; --',
  '\u241B0041',
  '{{constructor}} %s %00',
];

/** A text as a name may hold it: characters alone. */
export function nameable(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(/\p{Cs}/gu, '')
    .trim();
}

/** Cells of a row, other than those that hold this text, that show an error. */
export function errorsIn(
  api: SeededApi,
  { tab, id, text }: { tab: string; id: string; text: string },
): string[] {
  const cells = api.sheets().find(({ name }) => name === tab)?.cells ?? [];
  const row = cells.find((one) => one.includes(id)) ?? [`#no row ${id}`];
  return row.filter((cell) => cell.startsWith('#') && cell !== text);
}
