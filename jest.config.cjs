module.exports = {
  testEnvironment: 'node',
  testTimeout: 30_000,
  globalSetup: '<rootDir>/test/jest/setup.cjs',
  reporters: ['default', '<rootDir>/test/jest/counting-reporter.cjs'],
  roots: ['<rootDir>/test'],
  transform: { '\\.[cm]?[jt]sx?$': '<rootDir>/test/jest/esbuild-transformer.cjs' },
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  transformIgnorePatterns: ['/node_modules/(?!(preact|valibot|postal-mime|hono|@hono|@noble)/)', '/dist/'],
};
