import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';

const root = path.join(import.meta.dirname, '../web/demo');

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
  write(path.join(folder, 'index.html'), readFileSync(path.join(root, 'index.html'), 'utf8'));
  const frame = readFileSync(path.join(root, 'frame.html'), 'utf8');
  await Promise.all(
    pages.map(async ({ name, title, html, fake }) => {
      write(path.join(folder, name, 'index.html'), frame.replaceAll('TITLE', title));
      write(path.join(folder, name, 'page.html'), withFake(html, await bundle(fake)));
    }),
  );
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
