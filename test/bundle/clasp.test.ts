import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';

const ROOT = path.resolve(__dirname, '../..');

/** What the real clasp would push for a project file; it needs no account for that. */
async function filesToPush(projectFile: string): Promise<string[]> {
  const clasp = path.join(ROOT, 'node_modules/@google/clasp/build/src/index.js');
  const argv = ['-P', path.join(ROOT, projectFile), 'show-file-status', '--json'];
  // In a thread, which costs less than a process.
  const { stdout } = new Worker(clasp, { argv, stdout: true });
  return (JSON.parse(await text(stdout)) as { filesToPush: string[] }).filesToPush.sort();
}

test('clasp pushes code, manifest, page and licences of the desk', async () => {
  expect(await filesToPush('.clasp.json')).toEqual([
    'dist/desk/Code.js',
    'dist/desk/NOTICE.html',
    'dist/desk/appsscript.json',
    'dist/desk/index.html',
  ]);
});

test('clasp pushes code, manifest, document and licences of the api', async () => {
  expect(await filesToPush('.clasp.api.json')).toEqual([
    'dist/api/Code.js',
    'dist/api/NOTICE.html',
    'dist/api/appsscript.json',
    'dist/api/openapi.html',
  ]);
});
