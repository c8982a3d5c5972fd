const { randomUUID } = require('node:crypto');
const { writeFileSync } = require('node:fs');
const path = require('node:path');
const { TestEnvironment } = require('jest-environment-node');
const { beginModule, startCounting } = require('./counts.cjs');

/** Counts what a suite uses up, and leaves it for the reporter. */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.suite = { file: context.testPath, project: config.projectConfig.displayName.name };
    this.count = startCounting();
    this.global.beginModule = beginModule;
    // Packages belong to Node's realm: Hono answers an error of a suite only where it is an instance of that realm's Error.
    Object.setPrototypeOf(this.global.Error.prototype, Error.prototype);
  }

  async teardown() {
    await super.teardown();
    const record = path.join(process.env.SHEETDESK_COUNTS, `${randomUUID()}.json`);
    writeFileSync(record, JSON.stringify({ ...this.suite, ...this.count() }));
  }
};
