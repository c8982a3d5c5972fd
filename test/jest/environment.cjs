const { randomUUID } = require('node:crypto');
const { writeFileSync } = require('node:fs');
const path = require('node:path');
const { TestEnvironment } = require('jest-environment-node');
const { leaveBrowser, openBrowser } = require('./browser.cjs');
const { countModule, startCounting } = require('./counts.cjs');
const { keepGlobals } = require('./globals.cjs');
const { createLoader } = require('./modules.cjs');

/** What Jest gives to suites as globals. */
const JEST = ['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'console', 'describe', 'expect', 'test'];

/** The constructors of the language. */
const LANGUAGE = Object.entries(Object.getOwnPropertyDescriptors(globalThis))
  .filter(([name, { writable }]) => /^[A-Z]/.test(name) && writable)
  .map(([name]) => name);

/**
 * Runs a suite in Node's own realm, where packages and the product's modules are; Jest's own code stays in one of its own. Counts
 * what the suite uses up, and leaves it for the reporter.
 */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { displayName, globals } = config.projectConfig;
    this.suite = { file: context.testPath, project: displayName.name };
    this.count = startCounting();
    // Jest compares what suites make with what it knows itself.
    for (const name of LANGUAGE) this.global[name] = globalThis[name];
    // Where it is told to fake the very globals of Node, it fakes `node:timers/promises` as well, by which tests wait.
    const FakeTimers = this.fakeTimersModern.constructor;
    const global = new Proxy(globalThis, {});
    this.fakeTimersModern = new FakeTimers({ config: config.projectConfig, global });
    const load = createLoader(displayName.name, { onModule: countModule });
    this.restoreGlobals = keepGlobals();
    this.global.loadSuite = (file, jest) => {
      for (const name of JEST) globalThis[name] = this.global[name];
      Object.assign(globalThis, globals, { openBrowser });
      load(file, jest);
    };
  }

  async teardown() {
    await super.teardown();
    await leaveBrowser();
    this.restoreGlobals();
    const record = path.join(process.env.SHEETDESK_COUNTS, `${randomUUID()}.json`);
    writeFileSync(record, JSON.stringify({ ...this.suite, ...this.count() }));
  }
};
