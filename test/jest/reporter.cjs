const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');
const { KINDS } = require('./counts.cjs');
const { problemsWith } = require('./budget.cjs');

const GRACE_MS = 5_000;
const LARGEST = 10;

/**
 * Says after Jest's own summary which suites used up most, and holds a usual run to its budget. The last line says what
 * became of the tests; a broken budget counts as a test that failed.
 */
module.exports = class Reporter {
  constructor({ testPathPatterns, testNamePattern }) {
    this.isWhole = testPathPatterns.patterns.length === 0 && !testNamePattern;
  }

  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
    const suites = readCounts();
    if (suites.length > 0) console.log(largest(suites));
    const problems =
      process.env.TEST_EXTENT === 'long' ? [] : problemsWith(suites, { isWhole: this.isWhole });
    for (const problem of problems) console.log(problem);
    if (problems.length > 0) this.error = new Error('The run has used more than test/budget.json allows.');
    const failed = numFailedTests + numRuntimeErrorTestSuites + problems.length;
    process.once('exit', () => console.log(`${numPassedTests} passed, ${failed} failed`));
    // What a test has left open must not hold the run for ever. Jest's own `success` is false until reporters are done.
    setTimeout(() => process.exit(failed > 0 ? 1 : undefined), GRACE_MS).unref();
  }

  /** Jest ends with 1 where a reporter has one. */
  getLastError() {
    return this.error;
  }
};

function readCounts() {
  const folder = process.env.SHEETDESK_COUNTS;
  if (folder === undefined) return [];
  const root = path.resolve(__dirname, '../..');
  return readdirSync(folder)
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
    .map(({ file, project, ...counts }) => ({
      name: `${path.relative(root, file)}${project === 'all' ? '' : ` (${project})`}`,
      ...counts,
    }));
}

function largest(suites) {
  const columns = ['seconds', ...KINDS];
  const sums = columns.map((column) => suites.reduce((sum, suite) => sum + suite[column], 0));
  const row = (values, name) =>
    `${values.map((value) => String(Math.round(value)).padStart(11)).join('')}  ${name}`;
  return [
    `\n${columns.map((column) => column.padStart(11)).join('')}  of ${suites.length} suites; seconds are of the processor`,
    row(sums, 'in all'),
    ...columns.slice(0, 2).flatMap((column) => [
      `The ${LARGEST} largest by ${column}:`,
      ...[...suites]
        .sort((a, b) => b[column] - a[column])
        .slice(0, LARGEST)
        .map((suite) =>
          row(
            columns.map((each) => suite[each]),
            suite.name,
          ),
        ),
    ]),
    '',
  ].join('\n');
}
