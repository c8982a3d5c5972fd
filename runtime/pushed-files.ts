import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import picomatch from 'picomatch';
import { type ScriptFiles, toSourceFile } from './execution/script';

/** The part of clasp's project file that says what is pushed: github.com/google/clasp#project-settings-file-claspjson. */
interface ClaspProject {
  rootDir?: string;
  srcDir?: string;
  filePushOrder?: string[];
  skipSubdirectories?: boolean;
}

/** Files that clasp leaves out if there is no `.claspignore`. */
const NEVER_PUSHED = ['.git/**', 'node_modules/**'];

/** Reads the files that clasp would push, in its order. @throws Error if there is nothing to run, or clasp would refuse it */
export function readPushed(folder: string): ScriptFiles {
  const project = readJson<ClaspProject>(path.join(folder, '.clasp.json')) ?? {};
  const root = path.join(folder, project.srcDir ?? project.rootDir ?? '');
  if (!existsSync(root)) throw new Error(`The folder ${root} of the project does not exist.`);
  const isIgnored = ignoredBy(readLines(path.join(folder, '.claspignore')) ?? NEVER_PUSHED);
  const names = readdirSync(root, { recursive: !project.skipSubdirectories, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => isKnown(name) && !isIgnored(name));
  if (!names.includes('appsscript.json')) throw new Error(`${root} has no appsscript.json.`);
  const first = (project.filePushOrder ?? []).map((file) => path.relative(root, path.join(folder, file)));
  const pushed = inOrder(names, first);
  const files = new Map(
    pushed.map((file) => {
      const name = file.replace(/\.gs$/, '.js');
      return [name, toSourceFile(name, readFileSync(path.join(root, file), 'utf8'))];
    }),
  );
  if (files.size < pushed.length) throw new Error(`${root} has a .gs and a .js file of one name.`);
  return files;
}

function isKnown(name: string): boolean {
  return /\.(gs|js|html)$/.test(name) || name === 'appsscript.json';
}

/** Reads lines as micromatch does, which clasp asks: the last one that fits decides, and `!` takes back. */
function ignoredBy(lines: readonly string[]): (name: string) => boolean {
  const rules = lines.map((line) => {
    const isTakenBack = line.startsWith('!');
    return { isTakenBack, fits: picomatch(isTakenBack ? line.slice(1) : line, { dot: true }) };
  });
  return (name) => rules.findLast(({ fits }) => fits(name))?.isTakenBack === false;
}

/** Google evaluates files in the order in which they were pushed: those that are named first, then by name. */
function inOrder(names: readonly string[], first: readonly string[]): string[] {
  return [
    ...first.filter((name) => names.includes(name)),
    ...names.filter((name) => !first.includes(name)).sort(),
  ];
}

function readLines(file: string): string[] | undefined {
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

function readJson<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}
