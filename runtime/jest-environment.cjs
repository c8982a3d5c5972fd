'use strict';
const { TestEnvironment } = require('jest-environment-node');
const { startProject } = require('./local-apps-script.cjs');

/**
 * Gives each test file a `project` of its own: the one in the folder that `testEnvironmentOptions` names, with an empty
 * spreadsheet, mailbox and Drive.
 */
module.exports = class ProjectEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.options = config.projectConfig.testEnvironmentOptions;
  }

  async setup() {
    await super.setup();
    this.global.project = await startProject(this.options);
  }

  async teardown() {
    await this.global.project?.close();
    await super.teardown();
  }
};
