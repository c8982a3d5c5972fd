import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import * as esbuild from 'esbuild';
import { readTypes } from './official/read-types.mjs';

const root = import.meta.dirname;
const require = createRequire(import.meta.url);

/** Builds the package and the files that it reads beside it. */
export async function buildRuntime(folder) {
  await Promise.all([
    buildPackage(folder),
    buildRealm(folder),
    buildFrames(folder),
    buildPage(path.join(root, 'inspector/main.tsx'), path.join(folder, 'inspector.html')),
  ]);
  const types = path.dirname(require.resolve('@types/google-apps-script/package.json'));
  writeFileSync(path.join(folder, 'type-list.json'), JSON.stringify(readTypes(types)));
}

/** Builds the package that Node runs, with its packages beside it in `node_modules`. */
async function buildPackage(folder) {
  await bundle({
    entryPoints: { 'local-apps-script': 'index.ts', worker: 'execution/worker.ts' },
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    packages: 'external',
  });
  copyFileSync(path.join(root, 'jest-environment.cjs'), path.join(folder, 'jest-environment.cjs'));
}

/** Builds the globals of an execution: the file's value is the module, and no variable of its own is left behind. */
function buildRealm(folder) {
  return bundle({
    entryPoints: { realm: 'globals.realm.ts' },
    outdir: folder,
    target: 'es2022',
    format: 'iife',
    globalName: 'realm',
    banner: { js: '(() => {' },
    footer: { js: 'return realm; })()' },
  });
}

/** The pages around the owner's page, as Google has them. */
function buildFrames(folder) {
  return bundle({
    entryPoints: ['frames/outer.ts', 'frames/panel.ts'],
    outdir: folder,
    target: 'es2022',
    format: 'iife',
  });
}

/** One HTML file without an external request. */
export async function buildPage(entry, target) {
  write(target, (await makePage(entry)).html);
}

/**
 * The page with its one style and its one script, and esbuild's metafile. Options of esbuild come after those here; the
 * metafile's paths begin at its `absWorkingDir`.
 */
export async function makePage(entry, options = {}) {
  const { outputFiles, metafile } = await bundle({
    entryPoints: [entry],
    write: false,
    outdir: 'page',
    metafile: true,
    format: 'iife',
    target: 'es2020',
    minify: true,
    // Apps Script strips what looks like a comment inside template literals when it serves a page.
    supported: { 'template-literal': false },
    ...options,
  });
  const output = (extension) => outputFiles.find((file) => file.path.endsWith(extension))?.text ?? '';
  // Nothing in the script may look like a tag or a comment of HTML, or like one of Apps Script's own tags.
  const script = output('.js').replace(/<(\/script|!--|script|\?)/gi, '\\x3c$1');
  new vm.Script(script);
  const html = readFileSync(path.join(path.dirname(entry), 'index.html'), 'utf8')
    .replace('<!--STYLE-->', () => `<style>${output('.css')}</style>`)
    .replace('<!--SCRIPT-->', () => `<script>${script}</script>`);
  return { html, metafile };
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

function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The package as npm packs it: the same files, with declarations. */
async function buildDist() {
  const folder = path.join(root, 'dist');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  await buildRuntime(folder);
  const tsc = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  const flags = ['--composite', 'false', '--declaration', '--emitDeclarationOnly'];
  const args = [
    '-p',
    path.join(root, 'tsconfig.json'),
    ...flags,
    '--rootDir',
    root,
    '--outDir',
    `${folder}/types`,
  ];
  // Output of npm about the package goes to the standard output.
  const { status, signal } = spawnSync(process.execPath, [tsc, ...args], { stdio: ['inherit', 2, 2] });
  if (signal) console.error(`The compiler was ended by ${signal}.`);
  process.exitCode = status ?? 1;
}

if (process.argv[1] === import.meta.filename) await buildDist();
