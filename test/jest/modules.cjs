const { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const vm = require('node:vm');
const { compile } = require('./compile.cjs');

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
function createLoader(project, { onModule }) {
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
  const code = wrap(file);
  const script = new vm.Script(code, { filename: store(file, code) });
  scripts.set(file, script);
  return script;
}

function wrap(file) {
  const source = readFileSync(file, 'utf8');
  const code = file.endsWith('.json') ? `module.exports = ${source}` : compile(source, file);
  return `(function (module, exports, require, __filename, __dirname, jest) {${code}\n})`;
}

/** Whoever prints a stack looks in the file that it names for the way back to the lines of the source. */
function store(file, code) {
  const place = path.join(process.env.SHEETDESK_PREPARED, 'modules', `${path.relative(ROOT, file)}.js`);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, code.slice(0, code.lastIndexOf('\n')));
  return place;
}

module.exports = { createLoader };
