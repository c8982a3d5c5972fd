const path = require('node:path');
const usual = require('../jest.config.cjs');

const [onTheSheet] = usual.projects;

/** Runs the sheet's part of the benchmark. */
module.exports = {
  ...onTheSheet,
  rootDir: path.resolve(__dirname, '..'),
  roots: ['<rootDir>/bench'],
  testMatch: ['**/sheet.bench.ts'],
  testTimeout: usual.testTimeout,
  reporters: [],
  maxWorkers: 1,
};
