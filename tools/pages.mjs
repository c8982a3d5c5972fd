import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { makePage } from '../runtime/build.mjs';
import { fillPage } from './docs/reference.mjs';

const root = path.resolve(import.meta.dirname, '..');

/** Policy that allows nothing but what a file names below, and no page of another site to show it. */
const POLICY = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];

/** A browser asks each time whether its copy is still the current one. */
const SAFE = {
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The pages, each with the one style and the one script that are inlined in it. */
const PAGES = [
  {
    path: '/staff',
    entry: 'web/staff/staff.tsx',
    policy: ["connect-src 'self'", "img-src 'self'", "manifest-src 'self'", "worker-src 'self'"],
  },
  {
    path: '/o/:id',
    entry: 'web/customer/customer.tsx',
    policy: ["connect-src 'self'", "img-src 'self'"],
  },
];

const FILES = [
  {
    path: '/staff/manifest.webmanifest',
    file: 'web/staff/manifest.webmanifest',
    type: 'application/manifest+json',
  },
  { path: '/staff/icon.svg', file: 'web/staff/icon.svg', type: 'image/svg+xml' },
  { path: '/staff/icon-192.png', file: 'web/staff/icon-192.png', type: 'image/png' },
  { path: '/staff/icon-512.png', file: 'web/staff/icon-512.png', type: 'image/png' },
];

/** Options for smaller code, which the owner's page may not use, since Apps Script serves that one. */
const SMALL = {
  absWorkingDir: root,
  target: 'es2022',
  charset: 'utf8',
  supported: {},
  tsconfigRaw: { compilerOptions: { jsx: 'react', jsxFactory: 'h', jsxFragmentFactory: 'Fragment' } },
  inject: ['web/staff/jsx.ts'],
};

/**
 * Makes what the gateway serves besides the API: the same for everyone, without any data. Returns the files, as
 * `gateway/static-file.ts` describes them, and esbuild's metafiles.
 */
export async function makeStaticFiles() {
  const [worker, ...pages] = await Promise.all([makeWorker(), ...PAGES.map(makeStaticPage)]);
  const files = FILES.map(({ path: at, file, type }) =>
    toStaticFile(at, readFileSync(path.join(root, file)), { type }),
  );
  return {
    files: [...pages.map(({ file }) => file), worker, ...files],
    metafiles: pages.map(({ metafile }) => metafile),
  };
}

/** The reference of an OpenAPI document, which is JSON, as a static file. */
export async function makeDocs(document) {
  const fill = (html) => fillPage(html, JSON.parse(document));
  const page = { path: '/docs', entry: 'web/docs/docs.ts', policy: [], options: { ...SMALL, inject: [] } };
  return (await makeStaticPage({ ...page, fill })).file;
}

async function makeStaticPage({ path: at, entry, policy, options = SMALL, fill = (html) => html }) {
  const { html: built, metafile } = await makePage(path.join(root, entry), options);
  const html = fill(inlineSizes(built));
  const inlined = ['style', 'script'].map((tag) => `${tag}-src ${toSource(html, tag)}`);
  const type = 'text/html; charset=utf-8';
  return { file: toStaticFile(at, Buffer.from(html), { type, policy: [...inlined, ...policy] }), metafile };
}

const SIZES = /--(space-\d+|radius): (\w+);/g;

/** The names of the sizes that are the same everywhere would be a hundredth of the page, and no script reads them. */
export function inlineSizes(html) {
  const sizes = new Map([...html.matchAll(SIZES)].map(([, name, size]) => [name, size]));
  return html.replace(SIZES, '').replace(/var\(--(space-\d+|radius)\)/g, (_, name) => sizes.get(name));
}

/** The worker of the staff page has no imports of packages. */
async function makeWorker() {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['web/staff/worker/worker.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2020',
    minify: true,
    logLevel: 'warning',
  });
  return toStaticFile('/staff/worker.js', Buffer.from(outputFiles[0].contents), {
    type: 'text/javascript; charset=utf-8',
    policy: ["connect-src 'self'"],
    // The header lets a worker look after what is not below its own folder.
    'service-worker-allowed': '/staff',
  });
}

function toStaticFile(at, content, { type, policy = [], ...others }) {
  const isBase64 = type === 'image/png';
  return {
    path: at,
    headers: {
      ...SAFE,
      'content-type': type,
      'content-security-policy': [...POLICY, ...policy].join('; '),
      etag: `"${digestOf(content).slice(0, 22)}"`,
      ...others,
    },
    body: content.toString(isBase64 ? 'base64' : 'utf8'),
    isBase64,
    compressed: isBase64 ? {} : compress(content),
  };
}

/** Compresses a content, in base64, by what browsers ask for, the smallest first. */
function compress(content) {
  return {
    br: brotliCompressSync(content).toString('base64'),
    gzip: gzipSync(content, { level: 9 }).toString('base64'),
  };
}

/** Names the text of the page's only element with this tag as a Content-Security-Policy does, by its digest. */
function toSource(html, tag) {
  const [, text = ''] = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(html) ?? [];
  return `'sha256-${digestOf(text)}'`;
}

function digestOf(content) {
  return createHash('sha256').update(content).digest('base64');
}
