const { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const vm = require('node:vm');
const esbuild = require('esbuild');

const ROOT = path.resolve(__dirname, '../..');
const ENDINGS = ['', '.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '/index.ts'];

/** The package `emulate` has no entry for who requires it. */
const ENTRIES = { emulate: path.join(ROOT, 'node_modules/emulate/dist/api.js') };

/** Of tests, whose modules every suite evaluates anew. */
const TESTS = ['test', 'runtime/test'].map((folder) => path.join(ROOT, folder) + path.sep);

/** Compiled once a worker, where Jest does it once a suite, which took longer than the tests. */
const scripts = new Map();
const places = new Map();
/** Evaluated once a worker, by project, since a project's globals are read as a module is evaluated. */
const products = new Map();

/**
 * What loads a file of tests: modules of tests are the suite's own; those of the product and packages are the worker's, which
 * has warm code for them.
 */
function createLoader(project, onModule) {
  const own = new Map();
  const product = products.get(project) ?? new Map();
  products.set(project, product);
  const load = (file, jest) => {
    const modules = TESTS.some((folder) => file.startsWith(folder)) ? own : product;
    const known = modules.get(file);
    if (known) return known.exports;
    if (modules === own) onModule();
    const module = { exports: {} };
    modules.set(file, module);
    try {
      const run = scriptOf(file).runInThisContext();
      run(module, module.exports, toRequire(file, jest), file, path.dirname(file), jest);
    } catch (error) {
      modules.delete(file);
      throw error;
    }
    return module.exports;
  };
  const toRequire = (file, jest) => {
    const native = createRequire(file);
    const require = (name) =>
      name.startsWith('.') ? load(locate(path.dirname(file), name), jest) : native(ENTRIES[name] ?? name);
    return Object.assign(require, { resolve: native.resolve });
  };
  return load;
}

function locate(folder, name) {
  const target = path.join(folder, name);
  const known = places.get(target);
  if (known) return known;
  const found = ENDINGS.map((ending) => target + ending).find(
    (file) => existsSync(file) && statSync(file).isFile(),
  );
  if (!found) throw new Error(`Cannot find module '${name}' from '${folder}'`);
  places.set(target, found);
  return found;
}

function scriptOf(file) {
  const known = scripts.get(file);
  if (known) return known;
  // Whoever prints a stack looks in the file that it names for the way back to the lines of the source.
  const place = path.join(process.env.SHEETDESK_PREPARED, 'modules', `${path.relative(ROOT, file)}.js`);
  const script = new vm.Script(codeAt(place, file), { filename: place });
  scripts.set(file, script);
  return script;
}

/** Compiled by the worker that needs it first. */
function codeAt(place, file) {
  if (existsSync(place)) return readFileSync(place, 'utf8');
  const code = wrap(file);
  mkdirSync(path.dirname(place), { recursive: true });
  // Whole or not at all: the other workers never read half a file.
  const own = `${place}-${process.pid}`;
  writeFileSync(own, code);
  renameSync(own, place);
  return code;
}

const PARAMETERS = 'module, exports, require, __filename, __dirname, jest';

/** The map to the lines of the source is the last line. */
function wrap(file) {
  const source = readFileSync(file, 'utf8');
  if (file.endsWith('.json')) return `(function (${PARAMETERS}) {module.exports = ${source}\n})`;
  const [code, map] = compile(source, file).split(/^(?=\/\/# sourceMappingURL)/m);
  return `(function (${PARAMETERS}) {${code}\n})\n${map}`;
}

/** TypeScript and ES modules as CommonJS; types are checked by tsc, not here. */
function compile(source, file) {
  const extension = path.extname(file).slice(1);
  const loader = { ts: 'ts', tsx: 'tsx', mts: 'ts', css: 'text' }[extension] ?? 'js';
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

module.exports = { createLoader };
