import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import * as esbuild from 'esbuild';
import { notice, noticePage, packagesIn } from './notice.mjs';

const require = createRequire(import.meta.url);
const webpack = require('webpack');
const GasPlugin = require('gas-webpack-plugin');

const root = import.meta.dirname;
const SCRIPTS = ['desk', 'api'];
const INPUTS = ['src', 'web', 'local', 'gateway', 'deploy'];
const INPUT_FILES = [
  'appsscript.json',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'build.mjs',
  'notice.mjs',
  'LICENSE',
];

/** Written last: names what was read and every file that was made, so that a reader can tell a whole build. */
const STAMP = '.build/stamp.json';

/** Above these an execution spends noticeable time on reading its own code, and the page on its way to a phone. */
const WARN_AT = { script: 400_000, page: 90_000 };

const [manifest, { version: release }] = ['appsscript.json', 'package.json'].map((file) =>
  JSON.parse(readFileSync(path.join(root, file), 'utf8')),
);

/** The api's script: another audience, other scopes, no advanced service. */
const apiManifest = {
  ...manifest,
  oauthScopes: ['spreadsheets.currentonly', 'script.external_request', 'script.scriptapp'].map(
    (scope) => `https://www.googleapis.com/auth/${scope}`,
  ),
  dependencies: {},
  webapp: { access: 'ANYONE_ANONYMOUS', executeAs: 'USER_DEPLOYING' },
};

/**
 * Builds both scripts with what they serve, the local runtime, the gateway and the deploy command, unless nothing that
 * they are made from has changed. Everything is made in a folder of its own first: what was built before stays whole
 * when this fails or is killed.
 */
export async function build() {
  const inputs = digestOfInputs();
  if (isCurrent(inputs)) return;
  console.log('Building the scripts and the local runtime ...');
  const staging = path.join(root, '.build', `staging-${process.pid}`);
  removeLeftovers();
  try {
    await buildInto(staging);
    publish(staging, inputs);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

async function buildInto(folder) {
  const [scripts, page] = await Promise.all([
    buildScripts(folder),
    buildPage('web/app.tsx', path.join(folder, 'dist/desk/index.html')),
    buildPage('local/inspector/main.tsx', path.join(folder, '.build/inspector.html')),
    buildDocument(folder),
    buildParity(folder),
    buildRuntime(folder),
  ]);
  writeJson(path.join(folder, 'dist/desk/appsscript.json'), manifest);
  writeJson(path.join(folder, 'dist/api/appsscript.json'), apiManifest);
  write(path.join(folder, 'dist/desk/NOTICE.html'), noticePage(packagesIn(scripts.desk, page)));
  write(path.join(folder, 'dist/api/NOTICE.html'), noticePage(packagesIn(scripts.api)));
  write(path.join(folder, '.build/NOTICE'), notice(packagesIn(await traceGateway())));
  for (const name of SCRIPTS) finishScript(path.join(folder, 'dist', name));
}

/**
 * Bundles each script, then has the plugin put a stub for every `global.name` on top, where Apps Script looks. Answers
 * what went into each.
 */
async function buildScripts(folder) {
  const bundles = await Promise.all(SCRIPTS.map((name) => esbuild.build(bundleOptions(folder, name))));
  const stats = await new Promise((resolve, reject) => {
    webpack(
      SCRIPTS.map((name) => stubConfig(folder, name)),
      (error, result) => (error ? reject(error) : resolve(result)),
    );
  });
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
  return Object.fromEntries(SCRIPTS.map((name, index) => [name, bundles[index].metafile]));
}

/** The script that checks claims about Google in anybody's account, which is meant to be read. */
async function buildParity(folder) {
  const place = path.join(folder, '.build/parity');
  await esbuild.build({
    entryPoints: [path.join(root, 'src/parity.ts')],
    outfile: path.join(place, 'script/Code.js'),
    bundle: true,
    format: 'iife',
    target: 'es2020',
    globalName: 'parity',
    banner: {
      js: '// What this does, and what it does not: README.md beside it, or docs/parity.md of Sheetdesk.',
    },
    footer: {
      js: PARITY_FUNCTIONS.map((name) => `function ${name}() {\n  parity.${name}();\n}`).join('\n'),
    },
    logLevel: 'warning',
  });
  writeJson(path.join(place, 'script/appsscript.json'), {
    ...manifest,
    oauthScopes: PARITY_SCOPES,
    webapp: undefined,
  });
  write(path.join(place, 'README.md'), readFileSync(path.join(root, 'docs/parity.md'), 'utf8'));
}

const PARITY_FUNCTIONS = ['onOpen', 'runParity', 'startOver', 'doNothing'];
const PARITY_SCOPES = [
  'spreadsheets.currentonly',
  'script.scriptapp',
  'script.external_request',
  'drive.file',
  'gmail.readonly',
].map((scope) => `https://www.googleapis.com/auth/${scope}`);

function bundleOptions(folder, name) {
  return {
    entryPoints: [path.join(root, `src/${name}.ts`)],
    outdir: path.join(folder, 'bundled'),
    bundle: true,
    metafile: true,
    format: 'esm',
    target: 'es2020',
    legalComments: 'none',
    logLevel: 'warning',
    define: { 'Object.hasOwn': 'hasOwn', ...constantsOf(name) },
    plugins: [LEFT_OUT],
    // Of the libraries, those of the api alone ask for what Apps Script lacks.
    inject: name === 'api' ? [path.join(root, 'src/missing-globals.ts')] : [],
  };
}

/** A table of entities that nothing here encodes with: how it is made hides from the bundler that nobody uses it. */
const LEFT_OUT = {
  name: 'left out',
  setup({ onResolve, resolve }) {
    onResolve(
      { filter: /generated\/encode-html/ },
      async ({ path: file, importer, kind, resolveDir, pluginData }) => {
        if (pluginData === 'resolving') return undefined;
        const found = await resolve(file, { importer, kind, resolveDir, pluginData: 'resolving' });
        return { ...found, sideEffects: false };
      },
    );
  },
};

/** What the build tells the sources. */
function constantsOf(name) {
  return {
    SHEETDESK_SCRIPT: JSON.stringify(name),
    SHEETDESK_URL: JSON.stringify(ADDRESS),
    SHEETDESK_VERSION: JSON.stringify(`${release}+${DIGEST}`),
  };
}

function stubConfig(folder, name) {
  return {
    name,
    mode: 'none',
    context: path.join(folder, 'bundled'),
    entry: { Code: `./${name}.js` },
    devtool: false,
    target: ['webworker', 'es2020'],
    output: {
      path: path.join(folder, 'dist', name),
      filename: '[name].js',
      chunkFormat: false,
      chunkLoading: false,
      globalObject: 'globalThis',
    },
    performance: { hints: false },
    plugins: [new GasPlugin({ include: ['*.js'] })],
  };
}

/** Characters that the bundler leaves in a text as they are and an editor may not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f]/g;

function escapeControl(character) {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

/** Stands in a script until all of it is known. */
const DIGEST = '@@@@@@@@';

/** Stands in a script until it is deployed, which puts the web app's address in its place. */
const ADDRESS = '@@WEB_APP_URL@@';

/** The version tells this build of a script from every other: by its code and what lies beside it. */
function finishScript(folder) {
  const file = path.join(folder, 'Code.js');
  const code = readFileSync(file, 'utf8').replace(CONTROLS, escapeControl);
  writeFileSync(file, code);
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(path.join(folder, name)));
  writeFileSync(file, code.replaceAll(DIGEST, hash.digest('hex').slice(0, DIGEST.length)));
}

/** The OpenAPI document of the api's routes; a script keeps what is no code in files of HTML. */
async function buildDocument(folder) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [path.join(root, 'src/api-document.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'made',
    define: constantsOf('api'),
  });
  const document = vm.runInNewContext(`${outputFiles[0].text}; JSON.stringify(made.API_DOCUMENT)`);
  write(path.join(folder, 'dist/api/openapi.html'), document);
}

/**
 * One HTML file without an external request; nothing in the script may end or open a tag of its own. Answers what went
 * into it.
 */
async function buildPage(entry, target) {
  const { outputFiles, metafile } = await esbuild.build({
    entryPoints: [path.join(root, entry)],
    bundle: true,
    write: false,
    outdir: 'page',
    metafile: true,
    format: 'iife',
    target: 'es2020',
    minify: true,
    legalComments: 'none',
    // Apps Script strips what looks like a comment inside template literals when it serves a page.
    supported: { 'template-literal': false },
  });
  const output = (extension) => outputFiles.find((file) => file.path.endsWith(extension))?.text ?? '';
  const script = output('.js').replace(/<(\/script|!--|script|\?)/gi, '\\x3c$1');
  new vm.Script(script);
  const html = readFileSync(path.join(root, path.dirname(entry), 'index.html'), 'utf8')
    .replace('<!--STYLE-->', () => `<style>${output('.css')}</style>`)
    .replace('<!--SCRIPT-->', () => `<script>${script}</script>`);
  write(target, html);
  return metafile;
}

/** What runs where the gateway does: its packages stand beside it, and a hosted runtime has them in one file. */
async function traceGateway() {
  const { metafile } = await esbuild.build({
    entryPoints: [path.join(root, 'gateway/main.ts')],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
  });
  return metafile;
}

async function buildRuntime(folder) {
  const shared = { bundle: true, outdir: path.join(folder, '.build'), logLevel: 'warning' };
  await Promise.all([
    esbuild.build({
      ...shared,
      entryPoints: ['outer', 'panel'].map((name) => path.join(root, `local/server/frames/${name}.ts`)),
      target: 'es2022',
      format: 'iife',
    }),
    esbuild.build({
      ...shared,
      entryPoints: {
        worker: path.join(root, 'local/runtime/worker.ts'),
        start: path.join(root, 'local/start.ts'),
        gateway: path.join(root, 'gateway/main.ts'),
        deploy: path.join(root, 'deploy/main.ts'),
        release: path.join(root, 'deploy/release.ts'),
        parity: path.join(root, 'deploy/parity.ts'),
      },
      outExtension: { '.js': '.cjs' },
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      packages: 'external',
    }),
    esbuild.build({
      ...shared,
      entryPoints: [path.join(root, 'local/realm/realm.ts')],
      target: 'es2022',
      format: 'iife',
      globalName: 'realm',
      // The script's value is the module, and no global is left behind.
      banner: { js: '(() => {' },
      footer: { js: 'return realm; })()' },
    }),
    esbuild.build({
      ...bundleOptions(folder, 'api'),
      entryPoints: { demo: path.join(root, 'local/demo/seed-demo.ts') },
      outdir: shared.outdir,
      format: 'iife',
      globalName: 'demo',
      footer: { js: 'function seedDemo(options) { return demo.seedDemo(options); }' },
    }),
  ]);
}

/** Puts every file into its place by a rename, then the stamp. */
function publish(staging, inputs) {
  const names = [...filesBelow(staging, 'dist'), ...filesBelow(staging, '.build')];
  const outputs = Object.fromEntries(names.map((name) => [name, digestOf(path.join(staging, name))]));
  warnOfSize(staging);
  for (const name of names) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    renameSync(path.join(staging, name), path.join(root, name));
  }
  writeJson(path.join(staging, STAMP), { inputs, outputs });
  renameSync(path.join(staging, STAMP), path.join(root, STAMP));
}

function warnOfSize(folder) {
  const limits = { 'dist/desk/Code.js': WARN_AT.script, 'dist/api/Code.js': WARN_AT.script };
  for (const [name, limit] of Object.entries({ ...limits, 'dist/desk/index.html': WARN_AT.page })) {
    const { length } = readFileSync(path.join(folder, name));
    if (length > limit) console.warn(`${name} has ${length} bytes (a warning from ${limit} on).`);
  }
}

function digestOfInputs() {
  const names = [...INPUTS.flatMap((folder) => filesBelow(root, folder)), ...INPUT_FILES];
  const hash = createHash('sha256');
  for (const name of names)
    hash
      .update(`${name}\0`)
      .update(readFileSync(path.join(root, name)))
      .update('\0');
  return hash.digest('hex');
}

/** Whether everything stands as the last whole build has left it, and would be made the same again. */
function isCurrent(inputs) {
  if (!existsSync(path.join(root, STAMP))) return false;
  const stamp = JSON.parse(readFileSync(path.join(root, STAMP), 'utf8'));
  if (stamp.inputs !== inputs) return false;
  return Object.entries(stamp.outputs).every(
    ([name, digest]) => existsSync(path.join(root, name)) && digestOf(path.join(root, name)) === digest,
  );
}

/** What builds that were killed have left; one that still runs keeps its folder. */
function removeLeftovers() {
  const folder = path.join(root, '.build');
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const [, pid] = /^staging-(\d+)$/.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function filesBelow(base, folder) {
  return readdirSync(path.join(base, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(base, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}

function digestOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function writeJson(file, value) {
  write(file, `${JSON.stringify(value, null, 2)}\n`);
}

function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

if (process.argv[1] === import.meta.filename) await build();
