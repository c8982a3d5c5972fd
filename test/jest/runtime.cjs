const { default: Runtime } = require('jest-runtime');
const { countModule } = require('./counts.cjs');
const { createLoader } = require('./modules.cjs');

/** Jest's own code is loaded once a worker, as any package is; in a realm for each suite it took longer than many of them. */
module.exports = class extends Runtime {
  constructor(config, ...others) {
    super(config, ...others);
    this.load = createLoader(config.displayName.name, countModule);
  }

  /** Jest's runner asks for one file this way, which holds the tests of a suite, so each suite has a new one. */
  requireInternalModule(file) {
    delete require.cache[file];
    return require(file);
  }

  requireModule(file) {
    return this.load(file, this.jestGlobals.jestObjectFor(file));
  }
};
