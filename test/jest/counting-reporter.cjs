/** Says last, after Jest's own summary, in one plain line what became of the tests. */
module.exports = class CountingReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    process.once('exit', () => console.log(`${numPassedTests} passed, ${failed} failed`));
  }
};
