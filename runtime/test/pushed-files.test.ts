import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { codeOf, createScript } from '../execution/script';
import { startProject } from '../project';
import { readPushed } from '../pushed-files';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'local-apps-script-pushed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

const pushed = () => [...readPushed(folder).keys()];

// github.com/google/clasp: README.md, "Project Settings File" and "Ignore File"
describe('The files of a project are those that clasp pushes', () => {
  const CODE = {
    'appsscript.json': '{}',
    'b.js': '',
    'a.gs': '',
    'sub/c.js': '',
    'page.html': '',
    'README.md': '',
  };

  test('code, pages and the manifest at any depth, but no packages', () => {
    write({ ...CODE, 'node_modules/x/index.js': '', '.git/hook.js': '' });
    expect(pushed().sort()).toEqual(['a.js', 'appsscript.json', 'b.js', 'page.html', 'sub/c.js']);
  });

  test('from the folder that .clasp.json names', () => {
    write({
      '.clasp.json': '{"rootDir": "src"}',
      'src/appsscript.json': '{}',
      'src/Code.js': '',
      'other.js': '',
    });
    expect(pushed()).toEqual(['Code.js', 'appsscript.json']);
  });

  test('without what .claspignore names; a later line takes back', () => {
    write({ ...CODE, '.claspignore': '# tests\n**/**\n!appsscript.json\n!**/*.js\nsub/**\n' });
    expect(pushed()).toEqual(['appsscript.json', 'b.js']);
  });

  test('in the order of filePushOrder, then by their names', () => {
    write({ ...CODE, '.clasp.json': '{"filePushOrder": ["sub/c.js", "b.js", "gone.js"]}' });
    const script = createScript('project', () => readPushed(folder));
    expect(codeOf(script).map(({ name }) => name)).toEqual(['sub/c.js', 'b.js', 'a.js']);
  });

  test('a folder that does not exist, or has no manifest, is refused', async () => {
    const none = { folder: path.join(folder, 'none') };
    await expect(startProject(none)).rejects.toThrow(/The folder .*none of the project does not exist/);
    expect(() => readPushed(folder)).toThrow(/has no appsscript\.json/);
  });
});
