import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../harness/local';

const STAMP = '.build/stamp.json';

/** What a fresh clone of this repository holds: nothing that git ignores. Only the packages are lent, not installed. */
export class Clone {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-clone-'));

  constructor() {
    const ignored = readFileSync(path.join(ROOT, '.gitignore'), 'utf8').match(/[^\n/]+/g) ?? [];
    const left = new Set([...ignored, '.git']);
    const filter = (file: string) => !left.has(path.basename(file));
    cpSync(ROOT, this.folder, { recursive: true, filter });
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(this.folder, 'node_modules'));
  }

  /** As a later release has it. */
  replace(file: string, words: string, others: string): void {
    this.edit(file, (text) => {
      if (!text.includes(words)) throw new Error(`${file} has no ${words}.`);
      return text.replace(words, others);
    });
  }

  edit(file: string, change: (text: string) => string): void {
    const target = path.join(this.folder, file);
    writeFileSync(target, change(readFileSync(target, 'utf8')));
  }

  /** The text of a file; undefined where it is not there. */
  find(file: string): string | undefined {
    const target = path.join(this.folder, file);
    return existsSync(target) ? readFileSync(target, 'utf8') : undefined;
  }

  write(file: string, text: string): void {
    writeFileSync(path.join(this.folder, file), text);
  }

  /** As if it had been built, which takes long: what was built of the same sources is the same. */
  lendBuild(): void {
    const lend = (file: string) => cpSync(path.join(ROOT, file), path.join(this.folder, file));
    const { outputs } = JSON.parse(readFileSync(path.join(ROOT, STAMP), 'utf8')) as { outputs: object };
    for (const file of [...Object.keys(outputs), STAMP]) lend(file);
  }

  build(): void {
    execFileSync(process.execPath, ['tools/build.mjs'], { cwd: this.folder, stdio: 'ignore' });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
