import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const LOCK = readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8');
const WORKSPACES = ['', 'runtime'];
const [own, ofRuntime] = WORKSPACES.map((folder) =>
  JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')),
);
const dependencies: Record<string, string> = { ...own.dependencies, ...ofRuntime.dependencies };
/** What whoever uses a bundle has anyway, such as Jest's environment. */
const peers: Record<string, string> = ofRuntime.peerDependencies;
const { packages } = JSON.parse(LOCK) as {
  packages: Record<string, { dev?: boolean; integrity?: string; link?: boolean }>;
};

const BUNDLES = readdirSync(path.join(ROOT, '.build'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.cjs'))
  .map((file) => path.join('.build', file));

/** `require("a")`, `import("a")`, `from 'a'`; a method that is called `require` is another thing, and so is SQL in a string. */
const IMPORT = /(?:(?<![.\w])(?:require|import)\(|\bfrom )(['"])(@?[a-z][\w:/.-]*)\1/g;

/** `@hono/node-server` of `@hono/node-server/serve-static`. */
function packagesIn(file: string): string[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const names = [...source.matchAll(IMPORT)].map(([, , name = '']) => name);
  return names
    .filter((name) => !isBuiltin(name))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
}

test.each(['tools/build.mjs', ...BUNDLES])('%s needs no package that only tests have', (file) => {
  expect(packagesIn(file).filter((name) => !(name in dependencies || name in peers))).toEqual([]);
});

test('packages are found in what is built', () => {
  const found = new Set(['tools/build.mjs', ...BUNDLES].flatMap(packagesIn));
  expect([...found]).toEqual(expect.arrayContaining(['esbuild', 'webpack', 'hono', 'libsql', 'emulate']));
});

test.each(['@google/clasp', 'googleapis', 'jest', '@biomejs/biome'])('%s is not needed to run', (name) => {
  expect(packages[`node_modules/${name}`]).toMatchObject({ dev: true });
});

test('what the project and the runtime both need, they need in one version', () => {
  const shared = Object.keys(own.dependencies).filter((name) => name in ofRuntime.dependencies);
  expect(shared.map((name) => [name, own.dependencies[name]])).toEqual(
    shared.map((name) => [name, ofRuntime.dependencies[name]]),
  );
  expect(shared).toContain('hono');
});

test('the lockfile names no address to download from', () => {
  expect(LOCK).not.toContain('"resolved": "http');
});

test('every package is locked by its digest', () => {
  const unlocked = Object.entries(packages).filter(
    ([place, { integrity = '', link }]) =>
      !WORKSPACES.includes(place) && !link && !/^sha512-[\w+/]{86}==$/.test(integrity),
  );
  expect(unlocked).toEqual([]);
  expect(Object.keys(packages).length).toBeGreaterThan(100);
});
