const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');
const { SUITES } = require('../gateway/workers/suites.cjs');
const { REFUSING } = require('./refusing.cjs');

process.env.TEST_EXTENT = 'long';
process.env.LOCAL_APPS_SCRIPT_FRESH_EVERY ??= '5';
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

/** What Google refuses, once more in an account whose language nobody here has written sentences in. */
function inJapanese(project) {
  return {
    ...project,
    displayName: 'Japanese',
    testMatch: REFUSING.map((file) => `<rootDir>/test/${file}`),
    globals: { ...project.globals, SHEETDESK_DOUBTS: 'messages-in-japanese' },
  };
}

/** What the gateway does, once more in Cloudflare's runtime. */
function overWorkers(project) {
  return {
    ...project,
    displayName: 'Workers',
    testEnvironment: '<rootDir>/test/gateway/workers/environment.cjs',
    testMatch: Object.keys(SUITES).map((file) => `<rootDir>/test/${file}`),
    globals: { ...project.globals, SHEETDESK_EDGE: 'workers' },
  };
}

/** `npm run test:long` */
module.exports = {
  ...usual,
  rootDir: root,
  projects: [...usual.projects, inJapanese(usual.projects[0]), overWorkers(usual.projects[0])].map(
    (project) => ({
      ...project,
      rootDir: root,
      ...(project.displayName === 'all'
        ? { testPathIgnorePatterns: [], testMatch: findSuites(project) }
        : {}),
    }),
  ),
  // Several times what the longest takes; what hangs is told before a run of all has no time left.
  testTimeout: 600_000,
};
