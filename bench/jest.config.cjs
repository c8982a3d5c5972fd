const path = require('node:path');

// Full tables, as in the long tests.
process.env.TEST_EXTENT = 'long';
const usual = require('../jest.config.cjs');

const [onTheSheet] = usual.projects;

/** Runs the parts of the benchmark that are made of what the tests are made of. */
module.exports = {
  ...onTheSheet,
  rootDir: path.resolve(__dirname, '..'),
  roots: ['<rootDir>/bench'],
  testMatch: ['**/*.bench.ts'],
  testTimeout: usual.testTimeout,
  reporters: [],
  maxWorkers: 1,
};
