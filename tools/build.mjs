import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import vm from 'node:vm';
import { parse } from '@babel/parser';
import * as esbuild from 'esbuild';
import { buildRuntime, makePage } from '../runtime/build.mjs';
import { buildDemo } from './build-demo.mjs';
import { notice, noticePage, packagesIn } from './notice.mjs';
import { inlineSizes, makeDocs, makeStaticFiles } from './pages.mjs';
import { PHONE_PLANS } from './phone-plans.cjs';
import { publishBuild } from './publish.mjs';

const require = createRequire(import.meta.url);
const webpack = require('webpack');
const GasPlugin = require('gas-webpack-plugin');

const root = path.resolve(import.meta.dirname, '..');

/** Files and folders that the build reads. */
const INPUTS = [
  'src',
  'web',
  'runtime',
  'local',
  'gateway',
  'host',
  'deploy',
  'docs/parity.md',
  'LICENSE',
  'tsconfig.json',
  'appsscript.json',
  'appsscript.api.json',
  'package.json',
  'package-lock.json',
  'tools',
];

/** Scripts for Apps Script: the file whose `global.name = ...` become its functions, and where the code goes. */
const SCRIPTS = {
  desk: { entry: 'src/desk.ts', code: 'dist/desk/Code' },
  api: { entry: 'src/api.ts', code: 'dist/api/Code', isApi: true },
  parity: { entry: 'runtime/conformance/parity.ts', code: '.build/parity/script/Code' },
  demo: { entry: 'local/demo/demo.ts', code: '.build/demo', isApi: true },
};

/** Replaced by the web app's URL when a script is deployed. */
const URL_PLACEHOLDER = '@@WEB_APP_URL@@';

/** Replaced by the digest of a script's files once they are all there. */
const DIGEST_PLACEHOLDER = '@@@@@@@@';

/** Builds both scripts with what they serve, the local runtime, the gateway and the commands. */
export async function build() {
  await publishBuild(INPUTS, buildInto);
}

async function buildInto(folder) {
  const [scripts, page, { files, metafiles }, ...docs] = await Promise.all([
    buildScripts(folder),
    makePage(path.join(root, 'web/owner/app.tsx'), { absWorkingDir: root }),
    makeStaticFiles(),
    buildApiDocument('./src/api/sheet', 'API_ROUTES', path.join(folder, 'dist/api/openapi.html')).then(
      makeDocs,
    ),
    buildApiDocument('./host/server/api', 'HOST_ROUTES', path.join(folder, '.build/host-openapi.json')).then(
      makeDocs,
    ),
    buildCommands(folder),
    buildGatewayWorker(path.join(folder, '.build/gateway-worker.js')),
    buildHostWorker('host/worker.ts', path.join(folder, '.build/host-worker.cjs')),
    buildHostWorker('local/host/demo-worker.ts', path.join(folder, '.build/host-demo.cjs')),
    buildRuntime(path.join(folder, '.build')),
  ]);
  for (const [index, name] of ['pages', 'host-pages'].entries())
    write(path.join(folder, `.build/${name}.json`), JSON.stringify([...files, docs[index]]));
  write(path.join(folder, 'dist/desk/index.html'), inlineSizes(page.html));
  // The metafile does not name the package that the phone plans are from.
  const inApi = [...packagesIn(scripts.api), path.join(root, 'node_modules/libphonenumber-js')];
  const licences = noticePage([...packagesIn(page.metafile, ...metafiles), ...inApi]);
  await buildDemos(folder, { pages: files, licences });
  copy('appsscript.json', path.join(folder, 'dist/desk/appsscript.json'));
  copy('appsscript.api.json', path.join(folder, 'dist/api/appsscript.json'));
  copy('runtime/conformance/part-2.json', path.join(folder, '.build/parity/script/appsscript.json'));
  for (const part of ['part-1.json', 'part-2.json'])
    copy(`runtime/conformance/${part}`, path.join(folder, '.build/parity', part));
  cpSync(path.join(folder, '.build/parity/script/Code.js'), path.join(folder, '.build/parity/Code.gs'));
  copy('docs/parity.md', path.join(folder, '.build/parity/parity.md'));
  write(path.join(folder, 'dist/desk/NOTICE.html'), noticePage(packagesIn(scripts.desk, page.metafile)));
  write(path.join(folder, 'dist/api/NOTICE.html'), noticePage(inApi));
  write(path.join(folder, '.build/NOTICE'), notice(packagesIn(await traceGateway(), ...metafiles)));
  for (const name of ['desk', 'api']) {
    nameModules(folder, name);
    stampVersion(path.join(folder, 'dist', name));
  }
}

/**
 * esbuild bundles each script; the plugin then declares a function at the top for every `global.name`, which is where
 * Apps Script looks for them. Answers esbuild's metafiles by the name of the script.
 */
async function buildScripts(folder) {
  const names = Object.keys(SCRIPTS);
  const bundles = await Promise.all(names.map((name) => bundleScript(folder, name)));
  await declareGlobals(folder);
  return Object.fromEntries(names.map((name, index) => [name, bundles[index].metafile]));
}

async function bundleScript(folder, name) {
  const { entry, isApi } = SCRIPTS[name];
  const bundled = await bundle({
    entryPoints: [entry],
    write: false,
    format: 'esm',
    target: 'es2020',
    metafile: true,
    define: { ...constantsOf(isApi ? 'api' : 'desk'), ...(isApi && { 'Object.hasOwn': 'hasOwn' }) },
    // Libraries of the API ask for what Apps Script lacks; the desk has none that do.
    inject: isApi ? ['src/missing-globals.ts'] : [],
    // The sources of this package are ES modules. Beside a module of CommonJS each module of ours begins with a call.
    alias: { '@rgrove/parse-xml': '@rgrove/parse-xml/src/index.ts' },
    plugins: [WITHOUT_HTML_WRITER, MINIFIED_PACKAGES, WITHOUT_DOCUMENT],
  });
  write(path.join(folder, `bundled/${name}.js`), withoutUnread(bundled.outputFiles[0].text));
  return bundled;
}

/**
 * Leaves out functions and constants that nothing reads: no constant is made for an effect of its making. esbuild keeps one that a
 * call makes, such as the schema of a response, which the document alone needs.
 */
function withoutUnread(code) {
  const statements = parse(code, { sourceType: 'module' }).program.body;
  const nameOf = ({ id, declarations: [declared, other] = [{ id }] }) =>
    other ? undefined : declared.id?.name;
  const byName = new Map(statements.map((statement) => [nameOf(statement), statement]));
  const read = new Set(statements.filter((statement) => nameOf(statement) === undefined));
  for (const { start, end } of read)
    for (const word of code.slice(start, end).match(/[\w$]+/g))
      if (byName.has(word)) read.add(byName.get(word));
  const unread = statements.filter((statement) => !read.has(statement)).reverse();
  return unread.reduce((text, { start, end }) => text.slice(0, start) + text.slice(end + 1), code);
}

async function declareGlobals(folder) {
  const entry = Object.entries(SCRIPTS).map(([name, { code }]) => [code, `./bundled/${name}.js`]);
  const stats = await promisify(webpack)({
    mode: 'none',
    target: ['webworker', 'es2020'],
    context: folder,
    entry: Object.fromEntries(entry),
    output: { path: folder, globalObject: 'globalThis', chunkFormat: false, chunkLoading: false },
    plugins: [new GasPlugin({ include: ['bundled/*.js'] })],
  });
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
}

/** html-to-text brings what writes HTML, and its table of entities. Nothing here does that, and esbuild cannot tell. */
const WITHOUT_HTML_WRITER = {
  name: 'without what writes HTML',
  setup: ({ onLoad }) =>
    onLoad({ filter: /generated.encode-html|dom-serializer.*index\.js$/ }, () => ({
      contents: 'export default new Map(); export const render = undefined;',
    })),
};

const PURE_VALUE = /^(export )?const \w+ = \/\* @__PURE__ \*\//m;

/** Leaves out what the document alone is made of: the texts and examples of fields, and what routes and events say of themselves. */
const WITHOUT_DOCUMENT = {
  name: 'without document',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, ({ path: file }) => {
      const source = readFileSync(file, 'utf8');
      const contents = /\b(described|withExample|route|eventType)\(/.test(source)
        ? withoutDocument(source)
        : source;
      return { contents, loader: 'ts' };
    }),
};

const OF_DOCUMENT = [
  ...['summary', 'describedBody', 'response', 'hasLinks', 'otherResponses', 'errorStatuses'],
  ...['description', 'tag', 'data', 'exampleId'],
];

/** `described(schema, 'The name.')` is left as `schema`, and a route or an event without what the document says of it. */
function withoutDocument(source) {
  const cuts = [];
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    const { type, callee, start, end } = node;
    if (type === 'CallExpression' && ['described', 'withExample'].includes(callee.name)) {
      const [schema] = node.arguments;
      cuts.push([start, schema.start], [schema.end, end]);
      visit(schema);
    } else if (type === 'CallExpression' && ['route', 'eventType'].includes(callee.name)) {
      const [{ properties, end: last }] = node.arguments;
      for (const [index, property] of properties.entries())
        if (!OF_DOCUMENT.includes(property.key?.name)) visit(property);
        else cuts.push([property.start, properties[index + 1]?.start ?? last - 1]);
    } else for (const inner of Object.values(node)) visit(inner);
  };
  visit(parse(source, { sourceType: 'module', plugins: ['typescript'] }).program);
  cuts.sort(([one], [other]) => other - one);
  return cuts.reduce((text, [start, end]) => text.slice(0, start) + text.slice(end), source);
}

/** Every execution parses the whole script. Packages are minified for that; our own code stays readable in the editor. */
const MINIFIED_PACKAGES = {
  name: 'minified packages',
  setup: ({ onLoad }) =>
    onLoad({ filter: /node_modules.*\.(m?js|ts)$/ }, async ({ path: file }) => {
      const source = readFileSync(file, 'utf8');
      const { code } = await esbuild.transform(source, {
        loader: file.endsWith('.ts') ? 'ts' : 'js',
        minifyIdentifiers: true,
        minifySyntax: true,
        // Comments go with it: also those that let the bundle leave out values which nobody uses.
        minifyWhitespace: !PURE_VALUE.test(source),
        target: 'es2020',
      });
      return { contents: code };
    }),
};

/** Colours and sizes that all pages share. */
const [TOKENS] = readFileSync(path.join(root, 'web/shared/base.css'), 'utf8')
  .replace(/\/\*[\s\S]*?\*\//g, '')
  .replace(/\s+/g, ' ')
  .match(/:root \{[^}]*\}/);

/** The sidebar of the sheets, as one text. */
const FIRST_STEPS = await makePage(path.join(root, 'web/first-steps/first-steps.ts'));

/** Makes the constants that the build gives the sources. */
function constantsOf(script) {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return {
    SHEETDESK_SCRIPT: JSON.stringify(script),
    SHEETDESK_URL: JSON.stringify(URL_PLACEHOLDER),
    SHEETDESK_PHONE_PLANS: JSON.stringify(PHONE_PLANS),
    SHEETDESK_FIRST_STEPS: JSON.stringify(
      inlineSizes(FIRST_STEPS.html.replace('<style>', `<style>${TOKENS}`)),
    ),
    SHEETDESK_VERSION: JSON.stringify(`${version}+${DIGEST_PLACEHOLDER}`),
  };
}

/** esbuild prints control characters as they are, and an editor may lose them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
const CONTROL_CHARACTERS = /[\x00-\x08\x0b-\x1f\x7f]/g;

/** Lines in which esbuild says where it found each module. */
const MODULE_PATHS = /^\/\/ (?:src|node_modules)\/\S+\n/gm;

/** Comments: those, the ones within lists and classes, which esbuild keeps, and what it tells other bundlers. */
const COMMENTS = /^ *(?:\/\/ .*|\/\*\*[^*]*(?:\*(?!\/)[^*]*)*\*\/)\n|\/\* @__PURE__ \*\/ /gm;

/** Every execution reads the whole script, so it does not say where its modules come from: a file beside it does. */
function nameModules(folder, name) {
  const file = path.join(folder, 'dist', name, 'Code.js');
  const code = readFileSync(file, 'utf8');
  write(path.join(folder, `.build/${name}-modules.txt`), code.match(MODULE_PATHS).join(''));
  writeFileSync(file, code.replace(COMMENTS, ''));
}

/** The version tells this build of a script from every other: by its code and the files beside it. */
function stampVersion(folder) {
  const file = path.join(folder, 'Code.js');
  const toEscape = (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  const code = readFileSync(file, 'utf8').replace(CONTROL_CHARACTERS, toEscape);
  writeFileSync(file, code);
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(path.join(folder, name)));
  const digest = hash.digest('hex').slice(0, DIGEST_PLACEHOLDER.length);
  writeFileSync(file, code.replaceAll(DIGEST_PLACEHOLDER, digest));
}

/** Writes and returns the OpenAPI document of some routes: a script stores what is no code in files of HTML. */
async function buildApiDocument(module, name, target) {
  const contents = `
    import { toApiDocument } from './src/api/document';
    import { ${name} } from ${JSON.stringify(module)};
    export const document = toApiDocument(${name});`;
  const { outputFiles } = await bundle({
    stdin: { contents, resolveDir: root },
    write: false,
    platform: 'node',
    format: 'iife',
    globalName: 'built',
    define: constantsOf('api'),
    plugins: name === 'HOST_ROUTES' ? [ON_A_DATABASE] : [],
  });
  const code = `${outputFiles[0].text}; JSON.stringify(built.document)`;
  const document = vm.runInNewContext(code, { require, process });
  write(target, document);
  return document;
}

/** Builds what Node runs, with its packages beside it in `node_modules`. */
function buildCommands(folder) {
  return bundle({
    entryPoints: {
      start: 'local/start.ts',
      gateway: 'gateway/main.ts',
      host: 'host/main.ts',
      graduate: 'host/move/main.ts',
      login: 'deploy/login.ts',
      deploy: 'deploy/main.ts',
      release: 'deploy/release.ts',
      parity: 'deploy/parity.ts',
    },
    outdir: path.join(folder, '.build'),
    outExtension: { '.js': '.cjs' },
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    packages: 'external',
  });
}

/** Builds what Cloudflare Workers run, with its packages in it. */
function buildGatewayWorker(outfile) {
  const options = { entryPoints: ['gateway/worker.ts'], outfile, format: 'esm', target: 'es2022' };
  return bundle({ ...options, external: ['cloudflare:workers'] });
}

/** Builds what the workers of a host run: the API's code, with the sheet's modules replaced by the database's. */
async function buildHostWorker(entry, target) {
  const { outputFiles } = await bundle({
    entryPoints: [entry],
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    define: constantsOf('api'),
    inject: ['host/services/google.ts'],
    plugins: [MINIFIED_PACKAGES, WITHOUT_HTML_WRITER, ON_A_DATABASE, WITHOUT_DOCUMENT],
  });
  const [{ text }] = outputFiles;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, DIGEST_PLACEHOLDER.length);
  write(target, text.replaceAll(DIGEST_PLACEHOLDER, digest));
}

/** The modules of src/ that have a counterpart for databases, and what stands there in their place. */
const COUNTERPARTS = JSON.parse(readFileSync(path.join(root, 'host/counterparts.json'), 'utf8'));

/** Replaces modules for a database. A module that imports one of them does not know which it gets. */
const ON_A_DATABASE = counterparts('on a database', COUNTERPARTS);

/** Modules of the demo in place of a sheet: rows that are gone when the page is closed. */
const IN_MEMORY = {
  'src/tables/sheet.ts': 'web/demo/cells.ts',
  'src/tables/tables.ts': 'web/demo/tables.ts',
  'src/tables/writes.ts': 'web/demo/writes.ts',
};

function counterparts(name, places) {
  return {
    name,
    setup: ({ onLoad }) =>
      onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, ({ path: file }) => {
        const counterpart = places[path.relative(root, file).replaceAll(path.sep, '/')];
        if (counterpart === undefined) return undefined;
        const contents = `export * from ${JSON.stringify(path.join(root, counterpart))};`;
        return { contents, loader: 'ts' };
      }),
  };
}

/** The pages with invented data, for a look without an account: the built ones, with a script that answers in place of a server. */
async function buildDemos(folder, { pages, licences }) {
  const desk = readFileSync(path.join(folder, 'dist/desk/index.html'), 'utf8');
  const staff = pages.find(({ path: at }) => at === '/staff').body;
  const fakeOf = (script, file) => ({
    entryPoints: [path.join(root, file)],
    define: constantsOf(script),
    inject: [path.join(root, 'web/demo/google.ts')],
    plugins: [counterparts('in memory', IN_MEMORY), WITHOUT_DOCUMENT],
  });
  await buildDemo(path.join(folder, 'dist/demo'), [
    { name: 'desk', title: 'Case desk', html: desk, fake: fakeOf('desk', 'web/demo/owner/desk.ts') },
    { name: 'staff', title: 'Staff page', html: staff, fake: fakeOf('api', 'web/demo/staff/demo.ts') },
  ]);
  write(path.join(folder, 'dist/demo/NOTICE.html'), licences);
}

/** Which packages a hosted gateway has in its one file. */
async function traceGateway() {
  const options = { entryPoints: ['gateway/main.ts'], write: false, metafile: true, platform: 'node' };
  return (await bundle(options)).metafile;
}

function bundle(options) {
  return esbuild.build({
    absWorkingDir: root,
    bundle: true,
    legalComments: 'none',
    logLevel: 'warning',
    ...options,
  });
}

function copy(from, to) {
  write(to, readFileSync(path.join(root, from), 'utf8'));
}

function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

if (process.argv[1] === import.meta.filename) await build();
