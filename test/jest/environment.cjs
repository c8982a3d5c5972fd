const { randomUUID } = require('node:crypto');
const { writeFileSync } = require('node:fs');
const path = require('node:path');
const { TestEnvironment } = require('jest-environment-node');
const { leaveBrowser, openBrowser } = require('./browser.cjs');
const { countModule, startCounting } = require('./counts.cjs');
const { createSuiteRequire } = require('./modules.cjs');

/** What the local runtime keeps for as long as the process lives. */
const shared = new Map();

/** Counts what a suite uses up, and leaves it for the reporter. */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.suite = { file: context.testPath, project: config.projectConfig.displayName.name };
    this.count = startCounting();
    this.global.suiteRequire = createSuiteRequire(this.getVmContext(), { onModule: countModule });
    this.global[Symbol.for('local-apps-script.shared')] = shared;
    // Packages belong to Node's realm: Hono catches only what its own Promise and Error are, esbuild takes only its RegExp.
    for (const { name, prototype } of [Error, RegExp, Date, Map, Set, Promise])
      Object.setPrototypeOf(this.global[name].prototype, prototype);
    this.global.openBrowser = openBrowser;
  }

  async teardown() {
    await super.teardown();
    await leaveBrowser();
    const record = path.join(process.env.SHEETDESK_COUNTS, `${randomUUID()}.json`);
    writeFileSync(record, JSON.stringify({ ...this.suite, ...this.count() }));
  }
};
