'use strict';
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const path = require('node:path');
const esbuild = require('esbuild');

const self = readFileSync(__filename);

/** Modules begin with this. Node itself loads packages, once a worker: Jest would evaluate them again in every suite. */
const BANNER = [
  'const importMetaUrl = require("node:url").pathToFileURL(__filename).href',
  // The set-up has no suite to count for.
  'const requirePackage = (globalThis.beginModule ?? require("node:module").createRequire)(__filename);',
].join('; ');
/** The package `emulate` has no entry for who requires it. */
const EMULATE = JSON.stringify(path.resolve(__dirname, '../../node_modules/emulate/dist/api.js'));
const PACKAGE = /\brequire\("((?![./]|node:)[^"]+)"\)/g;

/** Turns TypeScript and ES modules into CommonJS for Jest; types are checked by tsc, not here. */
module.exports = {
  canInstrument: false,
  getCacheKey(source, file, { configString }) {
    const hash = createHash('sha256');
    for (const part of [self, esbuild.version, source, file, configString]) hash.update(part).update('\0');
    return hash.digest('hex');
  },
  process(source, file) {
    const extension = path.extname(file).slice(1);
    const loader = { ts: 'ts', tsx: 'tsx', mts: 'ts' }[extension] ?? 'js';
    const { code } = esbuild.transformSync(source, {
      loader,
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      sourcefile: file,
      sourcemap: 'inline',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      // Jest has no way to import at run time but to require.
      supported: { 'dynamic-import': false },
      define: { 'import.meta.url': 'importMetaUrl' },
      banner: BANNER,
    });
    const toRequire = (_, name) => `requirePackage(${name === 'emulate' ? EMULATE : JSON.stringify(name)})`;
    return { code: code.replace(PACKAGE, toRequire) };
  },
};
