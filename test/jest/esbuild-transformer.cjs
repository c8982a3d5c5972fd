'use strict';
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const path = require('node:path');
const esbuild = require('esbuild');
const { compile } = require('./compile.cjs');

const own = [__filename, path.join(__dirname, 'compile.cjs')].map((file) => readFileSync(file, 'utf8'));

/** A suite is loaded beside Jest's own realm. */
const SUITE = 'globalThis.loadSuite(__filename, jest);';

/** For Jest, which loads nothing but the files of tests itself. */
module.exports = {
  canInstrument: false,
  getCacheKey(source, file, { configString }) {
    const hash = createHash('sha256');
    for (const part of [...own, esbuild.version, source, file, configString]) hash.update(part).update('\0');
    return hash.digest('hex');
  },
  process: (source, file) => ({ code: file.endsWith('.test.ts') ? SUITE : compile(source, file) }),
};
