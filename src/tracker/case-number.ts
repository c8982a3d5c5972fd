/** CASE-0001; the digits grow past four (interface section 2, Case). */
export function toCaseNumber(number: number): string {
  return `CASE-${String(number).padStart(4, '0')}`;
}

/** The counter's value behind a case number; 0 for anything else, such as what somebody typed there. */
export function fromCaseNumber(caseNumber: string): number {
  return Number(/^CASE-(\d+)$/.exec(caseNumber)?.[1] ?? 0);
}
