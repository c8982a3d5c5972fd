const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');
const usual = require('../../jest.config.cjs');

const root = path.resolve(__dirname, '../..');

/** What a suite asks how much it is to do. */
const LONGER = /\/harness\/(?:extent|faults)'/;

/** Every suite of a project that is longer here, or only here. */
function findSuites({ roots }) {
  return roots
    .map((folder) => folder.replace('<rootDir>', root))
    .flatMap(filesIn)
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => /\.long\.test\.ts$/.test(file) || LONGER.test(readFileSync(file, 'utf8')))
    .map((file) => file.replaceAll(path.sep, '/'));
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file));
}

process.env.TEST_EXTENT = 'long';

/** `npm run test:long` */
module.exports = {
  ...usual,
  rootDir: root,
  // What runs over both engines is the same suite: as long as it is, once is enough.
  projects: usual.projects
    .filter(({ displayName }) => displayName === 'all')
    .map((project) => ({
      ...project,
      rootDir: root,
      testPathIgnorePatterns: [],
      testMatch: findSuites(project),
    })),
  testTimeout: 1_800_000,
};
