module.exports = {
  testEnvironment: 'node',
  // A verdict must not depend on how busy the machine is: this fits ten times what the slowest usual test takes.
  testTimeout: 60_000,
  // Jest leaves a core idle; of two that is half the machine.
  maxWorkers: '100%',
  // What a suite leaves behind in its process is given back before the next one needs as much.
  workerIdleMemoryLimit: '300MB',
  globalSetup: '<rootDir>/test/jest/setup.cjs',
  globalTeardown: '<rootDir>/test/jest/teardown.cjs',
  reporters: ['default', '<rootDir>/test/jest/reporter.cjs'],
  roots: ['<rootDir>/test', '<rootDir>/runtime/test'],
  testPathIgnorePatterns: ['\\.long\\.test\\.ts$'],
  // What the build tells the sources, for those that tests import.
  globals: { SHEETDESK_SCRIPT: 'api', SHEETDESK_URL: '', SHEETDESK_VERSION: '0.0.0+test' },
  transform: { '\\.m?[jt]sx?$': '<rootDir>/test/jest/esbuild-transformer.cjs' },
  // Has no entry for who requires it.
  moduleNameMapper: { '^emulate$': '<rootDir>/node_modules/emulate/dist/api.js' },
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  transformIgnorePatterns: [
    '/node_modules/(?!(preact|valibot|postal-mime|hono|@hono|@noble|emulate)/)',
    '<rootDir>/dist/',
  ],
};
