const path = require('node:path');
const usual = require('../../jest.config.cjs');

const rootDir = path.resolve(__dirname, '../..');

process.env.LOCAL_APPS_SCRIPT_FRESH_EVERY = '1';

/** `npm run test:fresh`: the usual tests with each execution in a realm of its own. */
module.exports = { ...usual, rootDir, projects: usual.projects.map((project) => ({ ...project, rootDir })) };
