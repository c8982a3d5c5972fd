import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import * as esbuild from 'esbuild';

const require = createRequire(import.meta.url);
const webpack = require('webpack');
const GasPlugin = require('gas-webpack-plugin');
const MinimizerPlugin = require('minimizer-webpack-plugin');

const root = import.meta.dirname;
const SCRIPTS = ['desk', 'api'];
const [manifest, { version: release }] = ['appsscript.json', 'package.json'].map((file) =>
  JSON.parse(readFileSync(path.join(root, file), 'utf8')),
);

/** What html-to-text brings and nothing here reaches: it reads markup and writes none, and knows tags alone. */
const UNREACHED = {
  'dom-serializer': false,
  '@selderee/plugin-htmlparser2': false,
  selderee: path.join(root, 'src/tracker/tag-selectors.ts'),
};

/** @noble/hashes would encode a password that comes as text. */
const UTF8_ENCODER = [path.join(root, 'src/accounts/utf8-encoder.ts'), 'Utf8Encoder'];

/** The api's script: another audience, other scopes, no advanced service. */
const apiManifest = {
  ...manifest,
  oauthScopes: ['spreadsheets.currentonly', 'script.external_request', 'script.scriptapp'].map(
    (scope) => `https://www.googleapis.com/auth/${scope}`,
  ),
  dependencies: {},
  webapp: { access: 'ANYONE_ANONYMOUS', executeAs: 'USER_DEPLOYING' },
};

/** Builds everything: both scripts with their manifests and what they serve, the runtime, the gateway, the deploy command. */
export async function build() {
  await Promise.all([buildScripts(), buildDocument(), buildPages(), buildRuntime()]);
  writeJson('dist/desk/appsscript.json', manifest);
  writeJson('dist/api/appsscript.json', apiManifest);
  for (const name of SCRIPTS) stamp(path.join(root, 'dist', name));
}

async function buildScripts() {
  const stats = await new Promise((resolve, reject) => {
    webpack(SCRIPTS.map(scriptConfig), (error, result) => (error ? reject(error) : resolve(result)));
  });
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
}

/** Stands in a script until all of it is known. */
const DIGEST = '@@@@@@@@';

/** Tells this build of a script from every other: by its code and what lies beside it. */
function stamp(folder) {
  const hash = createHash('sha256');
  for (const file of readdirSync(folder).sort()) hash.update(readFileSync(path.join(folder, file)));
  const code = path.join(folder, 'Code.js');
  const digest = hash.digest('hex').slice(0, DIGEST.length);
  writeFileSync(code, readFileSync(code, 'utf8').replaceAll(DIGEST, digest));
}

const SOURCE = path.join(root, 'src');

/**
 * The one package whose classes have fields: in JavaScript esbuild has a function define each of them, in every file
 * anew; in TypeScript they may become assignments. It imports nothing for its effect and means the same in both.
 */
const WITH_FIELDS = path.join(root, 'node_modules/@noble/hashes');

const TYPESCRIPT = {
  loader: 'ts',
  target: 'es2020',
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
};

/** Readable ES2020 for Apps Script; the plugin puts a stub for every `global.name` on top. */
function scriptConfig(name) {
  return {
    name,
    mode: 'production',
    context: root,
    entry: { Code: `./src/${name}.ts` },
    devtool: false,
    target: ['webworker', 'es2020'],
    output: {
      path: path.join(root, 'dist', name),
      filename: '[name].js',
      chunkFormat: false,
      chunkLoading: false,
      globalObject: 'globalThis',
    },
    resolve: { extensions: ['.ts', '.js', '.mjs'], alias: UNREACHED },
    module: {
      rules: [
        {
          test: /\.[jt]s$/,
          include: SOURCE,
          loader: './documentation-loader.cjs',
          enforce: 'post',
        },
        {
          test: /\.[jt]s$/,
          include: [SOURCE, WITH_FIELDS],
          loader: 'esbuild-loader',
          options: TYPESCRIPT,
        },
        {
          test: /\.m?js$/,
          exclude: [SOURCE, WITH_FIELDS],
          loader: 'esbuild-loader',
          options: { loader: 'js', target: 'es2020' },
        },
      ],
    },
    optimization: { minimizer: [readable()] },
    performance: { hints: false },
    plugins: [
      new webpack.DefinePlugin({ SHEETDESK_VERSION: JSON.stringify(`${release}+${DIGEST}`) }),
      ...(name === 'api' ? [new webpack.ProvidePlugin({ TextEncoder: UTF8_ENCODER })] : []),
      new GasPlugin({ include: ['src/**/*.ts'] }),
    ],
  };
}

/** Removes what is not used and keeps the rest readable: names stay, lines stay, only their indentation goes. */
function readable() {
  return new MinimizerPlugin({
    extractComments: false,
    minimizerOptions: {
      ecma: 2020,
      mangle: false,
      compress: {
        passes: 3,
        // No property is read for what reading it does: a part of a schema that is of no use goes with the schema.
        pure_getters: true,
        inline: 1,
        sequences: false,
        unsafe_arrows: true,
      },
      format: { beautify: true, indent_level: 0, comments: false },
    },
  });
}

/** The OpenAPI document of the api's routes; a script keeps what is no code in files of HTML. */
async function buildDocument() {
  const { outputFiles } = await esbuild.build({
    entryPoints: [path.join(root, 'src/api-document.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'made',
  });
  const document = vm.runInNewContext(`${outputFiles[0].text}; JSON.stringify(made.API_DOCUMENT)`);
  write('dist/api/openapi.html', document);
}

function buildPages() {
  return Promise.all([
    buildPage('web', 'app.tsx', 'dist/desk/index.html'),
    buildPage('local/inspector', 'main.tsx', '.build/inspector.html'),
  ]);
}

/** One HTML file without an external request; nothing in the script may end or open a tag of its own. */
async function buildPage(folder, entry, target) {
  const result = await esbuild.build({
    entryPoints: [path.join(root, folder, entry)],
    bundle: true,
    write: false,
    outdir: 'page',
    format: 'iife',
    target: 'es2020',
    minify: true,
    charset: 'ascii',
    legalComments: 'none',
    // As calls of h, which are shorter than those of preact's JSX runtime: the page is sent anew with every visit.
    jsx: 'transform',
    jsxFactory: 'h',
    jsxFragment: 'Fragment',
    inject: [path.join(root, 'node_modules/preact/dist/preact.mjs')],
    tsconfigRaw: {},
    // Apps Script strips what looks like a comment inside template literals when it serves a page.
    supported: { 'template-literal': false },
  });
  const output = (extension) => result.outputFiles.find((file) => file.path.endsWith(extension))?.text ?? '';
  const script = (await shorter(output('.js'))).replace(/<(\/script|!--|script|\?)/gi, '\\x3c$1');
  new vm.Script(script);
  const html = readFileSync(path.join(root, folder, 'index.html'), 'utf8')
    .replace('<!--STYLE-->', () => `<style>${output('.css')}</style>`)
    .replace('<!--SCRIPT-->', () => `<script>${script}</script>`);
  write(target, html);
}

/** The bundler leaves out what no import reaches, this what no call does. */
async function shorter(script) {
  const { code, errors } = await MinimizerPlugin.terserMinify({ 'page.js': script }, undefined, {
    ecma: 2020,
    toplevel: true,
    // Nothing on the page makes an object with a function that could be an arrow.
    compress: { passes: 3, unsafe_arrows: true, hoist_funs: true },
    format: { ascii_only: true, comments: false },
  });
  if (!code) throw new Error(String(errors));
  return code;
}

async function buildRuntime() {
  const outdir = path.join(root, '.build');
  const shared = { bundle: true, outdir, logLevel: 'warning' };
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
  ]);
}

function writeJson(file, value) {
  write(file, `${JSON.stringify(value, null, 2)}\n`);
}

function write(file, text) {
  const target = path.join(root, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}

if (process.argv[1] === import.meta.filename) {
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  await build();
}
