const { availableParallelism } = require('node:os');
const { PHONE_PLANS } = require('./tools/phone-plans.cjs');
const { SUITES, USUAL } = require('./test/host/suites/suites.cjs');

/** What every suite needs. */
const suites = {
  testEnvironment: '<rootDir>/test/jest/environment.cjs',
  globalSetup: '<rootDir>/test/jest/setup.cjs',
  globalTeardown: '<rootDir>/test/jest/teardown.cjs',
  roots: ['<rootDir>/test', '<rootDir>/runtime/test'],
  runtime: '<rootDir>/test/jest/runtime.cjs',
  transform: {},
  moduleFileExtensions: ['ts', 'js'],
};

/** What the build tells the sources, for those that tests import; the engine that the suites run over, and where the gateway runs. */
const globalsOf = (engine) => ({
  SHEETDESK_SCRIPT: 'api',
  SHEETDESK_URL: '',
  SHEETDESK_VERSION: '0.0.0+test',
  SHEETDESK_PHONE_PLANS: PHONE_PLANS,
  SHEETDESK_ENGINE: engine,
  SHEETDESK_EDGE: 'node',
});

const overSql = process.env.TEST_EXTENT === 'long' ? Object.keys(SUITES) : USUAL;

module.exports = {
  // A verdict must not depend on how busy the machine is: this only ends what hangs.
  testTimeout: 240_000,
  // One more than there are cores: each waits at times for a browser, a database or a clock.
  maxWorkers: availableParallelism() + 1,
  // What a suite leaves behind in its process is given back before the next one needs as much.
  workerIdleMemoryLimit: '1500MB',
  reporters: ['default', '<rootDir>/test/jest/reporter.cjs'],
  projects: [
    {
      ...suites,
      displayName: 'all',
      testPathIgnorePatterns: ['\\.long\\.test\\.ts$'],
      globals: globalsOf('sheet'),
    },
    {
      ...suites,
      // Some of them once more, over the other engine; all that can be in the long tests.
      displayName: 'SQL',
      testEnvironment: '<rootDir>/test/host/suites/environment.cjs',
      testMatch: overSql.map((file) => `<rootDir>/test/${file}`),
      globals: globalsOf('sql'),
    },
  ],
};
