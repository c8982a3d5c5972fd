'use strict';
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const path = require('node:path');
const esbuild = require('esbuild');

const self = readFileSync(__filename);

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
      banner: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;',
    });
    return { code };
  },
};
