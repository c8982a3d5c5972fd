module.exports = {
  testEnvironment: 'node',
  testTimeout: 30_000,
  // Jest leaves a core idle; of two that is half the machine.
  maxWorkers: '100%',
  globalSetup: '<rootDir>/test/jest/setup.cjs',
  reporters: ['default', '<rootDir>/test/jest/counting-reporter.cjs'],
  roots: ['<rootDir>/test'],
  transform: { '\\.m?[jt]sx?$': '<rootDir>/test/jest/esbuild-transformer.cjs' },
  // Has no entry for who requires it.
  moduleNameMapper: { '^emulate$': '<rootDir>/node_modules/emulate/dist/api.js' },
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  transformIgnorePatterns: [
    '/node_modules/(?!(preact|valibot|postal-mime|hono|@hono|@noble|emulate)/)',
    '<rootDir>/dist/',
  ],
};
