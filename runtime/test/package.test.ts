import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { testLong } from './harness/extent';

const run = promisify(execFile);

const ROOT = path.resolve(__dirname, '..');
const MODULES = path.resolve(ROOT, '../node_modules');
const EXAMPLES = path.join(ROOT, 'examples');

/** The package as npm would publish it, in a folder of somebody else's that has the examples in it. */
describe('The package', () => {
  let home: string;
  let folder: string;
  let files: string[];

  beforeAll(async () => {
    home = mkdtempSync(path.join(os.tmpdir(), 'local-apps-script-'));
    folder = path.join(home, 'mine');
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: ROOT, maxBuffer: 1e7 });
    const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [{ files: { path: string }[] }];
    files = packed.files.map(({ path: name }) => name);
    const own = path.join(folder, 'node_modules/local-apps-script');
    for (const name of files) cpSync(path.join(ROOT, name), path.join(own, name));
    cpSync(EXAMPLES, folder, { recursive: true });
    // As npm init writes it, for which esbuild takes a file without exports for CommonJS.
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "commonjs" }');
    symlinkSync(MODULES, path.join(home, 'node_modules'));
  });

  afterAll(() => rmSync(home, { recursive: true, force: true }));

  test('holds the built files, types, the licence, what there is to read, and no source but of examples', () => {
    const expected = [
      'LICENSE',
      'README.md',
      'facts.md',
      'package.json',
      'dist/local-apps-script.cjs',
      'dist/jest-environment.cjs',
      'dist/worker.cjs',
      'dist/realm.js',
      'dist/type-list.json',
      'dist/types/index.d.ts',
    ];
    expect(files).toEqual(expect.arrayContaining(expected));
    expect(files.filter((name) => /^(?!examples\/).*(?<!\.d)\.tsx?$/.test(name))).toEqual([]);
  });

  test('has every package that it asks for, and asks for every package that it has', () => {
    const { dependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    const code = ['local-apps-script.cjs', 'worker.cjs'].map((name) =>
      readFileSync(path.join(ROOT, 'dist', name), 'utf8'),
    );
    const asked = [...code.join('\n').matchAll(/require\("([^".][^"]*)"\)/g)]
      .map(([, name = '']) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
      .filter((name) => !name.startsWith('node:'));
    expect([...new Set(asked)].sort()).toEqual(Object.keys(dependencies).sort());
  });

  testLong('tests a project with Jest', async () => {
    const jest = path.join(MODULES, 'jest/bin/jest.js');
    const args = [jest, '--rootDir', folder, '--config', '{}', '--ci', '--runInBand'];
    const { stderr } = await run(process.execPath, args, { cwd: folder });
    expect(stderr).toMatch(/Tests: +2 passed, 2 total/);
  });

  testLong('runs what esbuild makes of TypeScript, and has types for who calls it', async () => {
    await run(process.execPath, ['build.mjs'], { cwd: folder });
    const call = `import { startProject } from 'local-apps-script';
      const project = await startProject({ folder: 'sales' });
      const total: unknown = await project.run('addSale', 'Espresso', 2);
      console.log(project.functions, total);
      await project.close();`;
    writeFileSync(path.join(folder, 'call.mts'), call);
    const tsc = path.join(MODULES, 'typescript/bin/tsc');
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
    await run(process.execPath, [tsc, ...flags, 'call.mts'], { cwd: folder });
    await run(process.execPath, [tsc, '-p', 'typescript'], { cwd: folder });
    writeFileSync(path.join(folder, 'call.mjs'), call.replace(': unknown', ''));
    const { stdout } = await run(process.execPath, ['call.mjs'], { cwd: folder });
    expect(stdout).toMatch(/^\[[^\]]*'addSale'[^\]]*\] 480\n$/);
  });

  testLong('serves a project', async () => {
    const server = spawn(process.execPath, ['serve.mjs'], {
      cwd: folder,
      env: { ...process.env, PORT: '0' },
    });
    try {
      const webApp = await printed(server, /Web app: (\S+)/);
      const body = JSON.stringify({ item: 'Espresso', quantity: 3 });
      const answer = await fetch(webApp, { method: 'POST', body });
      expect(await answer.json()).toEqual({ total: 3 });
    } finally {
      server.kill();
    }
  });

  testLong('refuses what a script cannot hand out, and files of one name', async () => {
    const plain = path.join(folder, 'plain');
    mkdirSync(plain);
    writeFileSync(path.join(plain, 'appsscript.json'), '{}');
    writeFileSync(path.join(plain, 'Code.js'), 'async function wait() { return 1; }');
    const code = `const { startProject } = require('local-apps-script');
      const { writeFileSync } = require('node:fs');
      startProject({ folder: 'plain' }).then(async (project) => {
        const ask = () => project.run('wait').then(console.log, (error) => console.log(error.message));
        await ask();
        writeFileSync('plain/Code.gs', '');
        await ask();
        await project.close();
      });`;
    const { stdout } = await run(process.execPath, ['-e', code], { cwd: folder });
    expect(stdout.split('\n')).toEqual([
      'A promise as the result of wait is not emulated here.',
      'plain has a .gs and a .js file of one name.',
      '',
    ]);
  });

  test('the README shows the examples as they are', () => {
    const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
    for (const name of ['orders.test.js', 'serve.mjs', 'build.mjs'])
      expect(readme).toContain(readFileSync(path.join(EXAMPLES, name), 'utf8'));
  });
});

function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      text += chunk;
      const [, found] = pattern.exec(text) ?? [];
      if (found) resolve(found);
    });
    child.stderr?.on('data', (chunk) => {
      text += chunk;
    });
    child.once('exit', () => reject(new Error(text)));
  });
}
