/** Clients that are generated from the document compile in TypeScript's strictest mode, and work. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { WorkerOptions } from 'node:worker_threads';
import { build } from 'esbuild';
import { type SeededApi, startCafeApi } from '../harness/api';
import { runInThread } from '../harness/in-thread';
import { ROOT } from '../harness/local';

const PROGRAMS = readdirSync(__dirname).filter((name) => name.endsWith('.program.ts'));

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    types: ['node'],
  },
  include: ['*.ts', 'hey-client'],
};

const run = promisify(execFile);

/** What a program prints. @throws what it throws */
async function printedBy(program: string, options: WorkerOptions): Promise<string> {
  const { code, out, error } = await runInThread(program, options);
  expect([code, error]).toEqual([0, '']);
  return out;
}

let api: SeededApi;
let folder: string;
beforeAll(async () => {
  api = await startCafeApi();
  folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-clients-'));
  symlinkSync(realpathSync(path.join(ROOT, 'node_modules')), path.join(folder, 'node_modules'));
  writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(api.document));
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  for (const name of PROGRAMS) cpSync(path.join(__dirname, name), path.join(folder, name));
  await printedBy(path.join(__dirname, 'generate.mjs'), {
    execArgv: ['--import', path.join(__dirname, 'with-compiler.mjs')],
    argv: [path.join(folder, 'openapi.json'), folder],
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await api.close();
});

test('they compile in strict mode, and so does what is written with them', async () => {
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const checked = run(process.execPath, [compiler, '-p', folder], { cwd: folder });
  await expect(checked).resolves.toMatchObject({ stdout: '' });
});

test.each(PROGRAMS)(
  '%s logs in, creates a lead, lists leads, places an order and reads an error',
  async (name) => {
    const bundle = path.join(folder, `${name}.cjs`);
    await build({ entryPoints: [path.join(folder, name)], bundle: true, platform: 'node', outfile: bundle });
    const { email, password } = api.people.agent;
    const env = { ...process.env, BASE_URL: api.urls.home, EMAIL: email, PASSWORD: password };
    const { created, listed, ...others } = JSON.parse(await printedBy(bundle, { env }));
    expect(listed).toEqual([created]);
    expect(others).toEqual({
      role: 'agent',
      score: expect.any(Number),
      total: 550,
      status: 'draft',
      refused: [422, 'invalid_request', 'phone'],
    });
  },
);
