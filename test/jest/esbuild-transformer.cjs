'use strict';
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const path = require('node:path');
const esbuild = require('esbuild');
const { compile } = require('./compile.cjs');

const own = [__filename, path.join(__dirname, 'compile.cjs')].map((file) => readFileSync(file, 'utf8'));

/** A file of tests loads all others by the suite's own `require`; the set-up of a run has none. */
const LOADER = 'var require = globalThis.suiteRequire?.(__filename, jest) ?? require;';

/** For Jest, which loads nothing but the files of tests itself. */
module.exports = {
  canInstrument: false,
  getCacheKey(source, file, { configString }) {
    const hash = createHash('sha256');
    for (const part of [...own, esbuild.version, source, file, configString]) hash.update(part).update('\0');
    return hash.digest('hex');
  },
  process: (source, file) => ({ code: `${LOADER} ${compile(source, file)}` }),
};
