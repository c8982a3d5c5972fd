import path from 'node:path';
import { LoadedClasp } from '../deploy/loaded-clasp';

const ROOT = path.resolve(__dirname, '../..');

const clasp = new LoadedClasp();
afterAll(() => clasp.end());

/** What the real clasp would push for a project file; it needs no account for that. */
async function filesToPush(projectFile: string): Promise<string[]> {
  const printed = await clasp.print('-P', path.join(ROOT, projectFile), 'show-file-status', '--json');
  return (JSON.parse(printed) as { filesToPush: string[] }).filesToPush.sort();
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
