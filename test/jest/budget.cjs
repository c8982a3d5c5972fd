const BUDGET = require('../budget.json');

/** What a single suite may use of each kind; more executions than these are more than one rule. */
const OF_A_SUITE = { executions: 200, pages: 4, processes: 2, databases: 1 };

/** What uses more than it may, in sentences; sums are held to the budget in a whole run only. */
function problemsWith(suites, { isWhole }) {
  const ofSuites = suites.flatMap((suite) =>
    Object.entries(OF_A_SUITE)
      .filter(([kind, most]) => suite[kind] > most)
      .map(([kind, most]) => `${suite.name} takes ${suite[kind]} ${kind}; a suite may take ${most}.`),
  );
  if (!isWhole) return ofSuites;
  const sums = Object.entries(BUDGET).map(([kind, most]) => ({
    kind,
    most,
    used: suites.reduce((sum, suite) => sum + suite[kind], 0),
  }));
  const ofAll = sums
    .filter(({ used, most }) => used > most)
    .map(({ kind, used, most }) => `All suites take ${used} ${kind}; test/budget.json has ${most}.`);
  return [...ofSuites, ...ofAll];
}

module.exports = { OF_A_SUITE, problemsWith };
