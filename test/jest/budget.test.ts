import BUDGET from '../budget.json';
import { OF_A_SUITE, problemsWith } from './budget.cjs';

const A_SUITE = { name: 'test/a.test.ts', executions: 0, pages: 0, processes: 0, databases: 0, modules: 0 };
const ALL_IN_ALL = { isWhole: true };

test('a suite that grows by a thousand executions is named with their number', () => {
  const grown = { ...A_SUITE, executions: 1_040 };
  expect(problemsWith([{ ...A_SUITE, name: 'test/b.test.ts' }, grown], ALL_IN_ALL)).toEqual([
    `test/a.test.ts takes 1040 executions; a suite may take ${OF_A_SUITE.executions}.`,
  ]);
});

test.each([
  ['pages', 5, 4],
  ['processes', 3, 2],
  ['databases', 2, 1],
] as const)('a suite with too many %s is named, also where it runs alone', (kind, used, most) => {
  const problem = `test/a.test.ts takes ${used} ${kind}; a suite may take ${most}.`;
  expect(problemsWith([{ ...A_SUITE, [kind]: used }], { isWhole: false })).toEqual([problem]);
  expect(problemsWith([{ ...A_SUITE, [kind]: most }], { isWhole: false })).toEqual([]);
});

test('suites that keep to their own limits may still be too many for a whole run', () => {
  const { executions } = OF_A_SUITE;
  const suites = Array.from({ length: BUDGET.executions / executions + 1 }, () => ({
    ...A_SUITE,
    executions,
  }));
  expect(problemsWith(suites, ALL_IN_ALL)).toEqual([
    `All suites take ${suites.length * executions} executions; test/budget.json has ${BUDGET.executions}.`,
  ]);
  expect(problemsWith(suites, { isWhole: false })).toEqual([]);
});
