const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');
const usual = require('../../jest.config.cjs');

const tests = path.resolve(__dirname, '..');

/** What a suite asks how much it is to do. */
const LONGER = /\/harness\/(?:extent|faults)'/;

/** Every suite that is longer here, or only here. */
const suites = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => path.join(tests, file))
  .filter((file) => /\.long\.test\.ts$/.test(file) || LONGER.test(readFileSync(file, 'utf8')));

process.env.SHEETDESK_TESTS = 'long';

/** `npm run test:long` */
module.exports = {
  ...usual,
  rootDir: path.resolve(tests, '..'),
  testPathIgnorePatterns: [],
  testMatch: suites.map((file) => file.replaceAll(path.sep, '/')),
  testTimeout: 1_800_000,
};
