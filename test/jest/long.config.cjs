const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');
const usual = require('../../jest.config.cjs');

const root = path.resolve(__dirname, '../..');

/** What a suite asks how much it is to do. */
const LONGER = /\/harness\/(?:extent|faults)'/;

/** Every suite that is longer here, or only here. */
const suites = usual.roots
  .map((folder) => folder.replace('<rootDir>', root))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  )
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => /\.long\.test\.ts$/.test(file) || LONGER.test(readFileSync(file, 'utf8')));

process.env.TEST_EXTENT = 'long';

/** `npm run test:long` */
module.exports = {
  ...usual,
  rootDir: root,
  testPathIgnorePatterns: [],
  testMatch: suites.map((file) => file.replaceAll(path.sep, '/')),
  testTimeout: 1_800_000,
};
