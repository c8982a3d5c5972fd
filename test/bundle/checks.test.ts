import { exec } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));

/** As npm has it, but without npm, which takes a while to start. */
const PATH = [path.join(ROOT, 'node_modules/.bin'), process.env.PATH].join(path.delimiter);

/** What a script of package.json prints where it fails; nothing where all is well. */
function complaintsOf(script: string): Promise<string> {
  return new Promise((resolve) =>
    exec(scripts[script], { cwd: ROOT, env: { ...process.env, PATH } }, (error, stdout, stderr) =>
      resolve(error ? `${error.message}\n${stdout}${stderr}` : ''),
    ),
  );
}

test.each(['lint', 'types'])('npm run %s finds nothing to complain about', async (script) => {
  expect(await complaintsOf(script)).toBe('');
});
