const path = require('node:path');

const GRACE_MS = 5_000;
const SLOWEST = 10;

/** Says after Jest's own summary which suites took longest, and last, in one plain line, what became of the tests. */
module.exports = class Reporter {
  onRunComplete(_contexts, { testResults, numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    process.once('exit', () => {
      if (testResults.length > 1) console.log(slowest(testResults));
      console.log(`${numPassedTests} passed, ${failed} failed`);
    });
    // What a test has left open must not hold the run for ever. Jest's own `success` is false until reporters are done.
    setTimeout(() => process.exit(failed > 0 ? 1 : undefined), GRACE_MS).unref();
  }
};

function slowest(results) {
  const suites = results.map(({ testFilePath, perfStats }) => ({
    name: path.relative(process.cwd(), testFilePath),
    seconds: (perfStats.end - perfStats.start) / 1_000,
  }));
  const rows = suites.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  const total = suites.reduce((sum, { seconds }) => sum + seconds, 0);
  return [
    `\nThe slowest of ${suites.length} suites, in seconds of a worker (${Math.round(total)} in all):`,
    ...rows.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)}  ${name}`),
    '',
  ].join('\n');
}
