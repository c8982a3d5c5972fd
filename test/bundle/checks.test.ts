import { execFile } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

/** What a script of package.json prints where it fails; nothing where all is well. */
function complaintsOf(script: string): Promise<string> {
  return new Promise((resolve) =>
    execFile('npm', ['run', '--silent', script], { cwd: ROOT, shell: true }, (error, stdout, stderr) =>
      resolve(error ? `${error.message}\n${stdout}${stderr}` : ''),
    ),
  );
}

test.each(['lint', 'types'])('npm run %s finds nothing to complain about', async (script) => {
  expect(await complaintsOf(script)).toBe('');
});
