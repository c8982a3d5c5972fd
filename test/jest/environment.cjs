const { randomUUID } = require('node:crypto');
const { writeFileSync } = require('node:fs');
const path = require('node:path');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { leaveBrowser, openBrowser } = require('./browser.cjs');
const { startCounting } = require('./counts.cjs');
const { keepGlobals } = require('./globals.cjs');

/**
 * Runs a suite in Node's own realm, which Jest, packages and the product's modules share. Counts what the suite uses up, and
 * leaves it for the reporter.
 */
module.exports = class {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);

  constructor({ projectConfig }, { testPath }) {
    const { displayName, globals } = projectConfig;
    this.suite = { file: testPath, project: displayName.name };
    this.count = startCounting();
    // Where it is told to fake the very globals of Node, it fakes `node:timers/promises` as well, by which tests wait.
    this.fakeTimersModern = new ModernFakeTimers({
      config: projectConfig,
      global: new Proxy(globalThis, {}),
    });
    const { exit } = process;
    const restoreGlobals = keepGlobals();
    const { LOCAL_APPS_SCRIPT_DOUBTS: doubts } = process.env;
    if (globals.SHEETDESK_DOUBTS) process.env.LOCAL_APPS_SCRIPT_DOUBTS = globals.SHEETDESK_DOUBTS;
    this.restore = () => {
      process.exit = exit;
      if (doubts === undefined) delete process.env.LOCAL_APPS_SCRIPT_DOUBTS;
      else process.env.LOCAL_APPS_SCRIPT_DOUBTS = doubts;
      restoreGlobals();
    };
    Object.assign(globalThis, globals, { openBrowser });
  }

  async setup() {}

  /** Jest asks for one, and needs none where nothing runs in a realm of its own. */
  getVmContext() {
    return null;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    await leaveBrowser();
    this.restore();
    const record = path.join(process.env.SHEETDESK_COUNTS, `${randomUUID()}.json`);
    writeFileSync(record, JSON.stringify({ ...this.suite, ...this.count() }));
  }
};
