import { readFileSync } from 'node:fs';
import path from 'node:path';
import { IS_LONG } from './extent';
import { ROOT } from './local';

export const COST_PAGE = readFileSync(path.join(ROOT, 'docs/cost.md'), 'utf8');

const SECONDS: Record<string, number> = JSON.parse(
  readFileSync(path.join(ROOT, 'test/budgets/seconds.json'), 'utf8'),
);

/** More than this is a regression; so much less, and the page has to state the lower figure. */
const TOLERANCE = 0.05;

/** What the cells of the only row of docs/cost.md with this name state, without the name. */
export function stated(name: string): string[] {
  const rows = COST_PAGE.split('\n').filter((line) => line.startsWith(`| ${name} |`));
  expect([name, rows.length]).toEqual([name, 1]);
  return (rows[0] ?? '')
    .slice(name.length + 4)
    .split('|')
    .map((cell) => cell.trim())
    .slice(0, -1);
}

/**
 * Compares a modelled time with its figure: the one at the end of its row in docs/cost.md, or the one of test/budgets/seconds.json for
 * an operation that the page leaves out. The figure is what the full tables of the long tests cost; the smaller ones of the usual
 * tests cost no more.
 */
export function expectCost(name: string, ms: number): void {
  const seconds = SECONDS[name] ?? Number(/^([\d.]+) s$/.exec(stated(name).at(-1) ?? '')?.[1]);
  const part = ms / 1_000 / seconds - 1;
  const isLower = IS_LONG && part < -TOLERANCE;
  const verdict = `${name}: ${(ms / 1_000).toFixed(2)} s where ${seconds} s are stated`;
  expect([verdict, part <= TOLERANCE, isLower]).toEqual([verdict, true, false]);
}
