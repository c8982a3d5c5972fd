import type BUDGET from '../budget.json';

export type Counts = typeof BUDGET & { name: string };

export const OF_A_SUITE: { executions: number };

export function problemsWith(suites: readonly Counts[], options: { isWhole: boolean }): string[];
