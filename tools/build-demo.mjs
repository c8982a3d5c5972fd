import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { buildPage } from '../runtime/build.mjs';

const root = path.join(import.meta.dirname, '../web/demo');
const shared = path.join(root, '../shared');

/** The browser itself holds a page to it: nothing is asked for outside the file. */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  "form-action 'none'",
].join('; ');

/**
 * Puts a site into `folder` that any static host serves, below any path: each of `pages` as the product has it (`html`),
 * with a script before its own that answers in place of a server, which esbuild makes of `fake`.
 */
export async function buildDemo(folder, pages) {
  write(path.join(folder, 'index.html'), readPage('index.html'));
  const frame = readPage('frame.html');
  await Promise.all([
    buildPage(path.join(shared, 'look/look.tsx'), path.join(folder, 'look.html')),
    ...pages.map(async ({ name, title, html, fake }) => {
      write(path.join(folder, name, 'index.html'), frame.replaceAll('TITLE', title));
      write(path.join(folder, name, 'page.html'), withFake(html, await bundle(fake)));
    }),
  ]);
}

/** A page around the others, in the look that all have. */
function readPage(name) {
  const base = readFileSync(path.join(shared, 'base.css'), 'utf8');
  return readFileSync(path.join(root, name), 'utf8').replace('/*BASE*/', () => base);
}

/** The charset has to come first. What a page links to beside itself is not there. */
function withFake(html, script) {
  const head = `<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
    <script>${script.replace(/<(?=\/script|!--)/gi, '\\x3c')}</script>`;
  return html.replace(/<link [^>]*>/g, '').replace('<head>', () => head);
}

async function bundle(options) {
  const output = { write: false, format: 'iife', target: 'es2020', minify: true, legalComments: 'none' };
  const { outputFiles } = await esbuild.build({ bundle: true, ...output, ...options });
  return outputFiles[0].text;
}

function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
