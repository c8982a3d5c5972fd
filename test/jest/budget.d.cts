import type BUDGET from '../budget.json';

export type Counts = typeof BUDGET & { name: string };

export function problemsWith(suites: readonly Counts[], options: { isWhole: boolean }): string[];
