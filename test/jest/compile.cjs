const path = require('node:path');
const esbuild = require('esbuild');

/** TypeScript and ES modules as CommonJS; types are checked by tsc, not here. */
function compile(source, file) {
  const extension = path.extname(file).slice(1);
  const loader = { ts: 'ts', tsx: 'tsx', mts: 'ts' }[extension] ?? 'js';
  const { code } = esbuild.transformSync(source, {
    loader,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    sourcefile: file,
    sourcemap: 'inline',
    sourcesContent: false,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // A suite has no way to import at run time but to require.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;',
  });
  return code;
}

module.exports = { compile };
