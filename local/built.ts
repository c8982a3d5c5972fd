import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type ScriptFiles, toSourceFile } from '../runtime/execution/script';

/** Written by `tools/build.mjs` after everything else: the SHA-256 of every file of the build, by its path in the project. */
const STAMP = '.build/stamp.json';

export type ScriptName = 'desk' | 'api';

/** The last complete build of each project, read once however often it is run. */
const builds = new Map<string, Build>();

/** Build in memory, whole. */
interface Build {
  /** Identifies the build. */
  stampedAt: string;
  texts: ReadonlyMap<string, string>;
  scripts: Record<ScriptName, ScriptFiles>;
}

/**
 * The build of a project. A later build replaces an earlier one as soon as its stamp says that it is complete; one that
 * was killed or is still being written changes nothing.
 */
export class Built {
  readonly root: string;
  private build: Build;

  /** @throws if the project has no complete build */
  constructor(root: string) {
    this.root = root;
    const build = readBuild(root);
    if (!build) throw new Error(`${root} has no complete build. Run "npm run build".`);
    this.build = build;
  }

  /** A file by its path in the project, such as `.build/inspector.html`. */
  text(file: string): string {
    const text = this.latest().texts.get(file);
    if (text === undefined) throw new Error(`The build has no file ${file}.`);
    return text;
  }

  script(name: ScriptName): ScriptFiles {
    return this.latest().scripts[name];
  }

  private latest(): Build {
    this.build = readBuild(this.root) ?? this.build;
    return this.build;
  }
}

/** Undefined if there is no stamp, or a file does not match its digest in the stamp. */
function readBuild(root: string): Build | undefined {
  const at = stampedAt(root);
  if (at === undefined) return undefined;
  const known = builds.get(root);
  if (known?.stampedAt === at) return known;
  const { outputs } = JSON.parse(readFileSync(path.join(root, STAMP), 'utf8')) as {
    outputs: Record<string, string>;
  };
  const files = Object.entries(outputs).map(([name, digest]) => ({
    ...readFile(root, name),
    expected: digest,
  }));
  if (files.some(({ digest, expected }) => digest !== expected)) return undefined;
  const within = (folder: string): ScriptFiles =>
    new Map(
      files
        .filter(({ name }) => name.startsWith(folder))
        .map(({ name, text, digest }) => [path.basename(name), { name: path.basename(name), text, digest }]),
    );
  const build = {
    stampedAt: at,
    texts: new Map(files.map(({ name, text }) => [name, text])),
    scripts: { desk: within('dist/desk/'), api: within('dist/api/') },
  };
  builds.set(root, build);
  return build;
}

function readFile(root: string, name: string) {
  try {
    return toSourceFile(name, readFileSync(path.join(root, name), 'utf8'));
  } catch {
    return { name, text: '', digest: 'absent' };
  }
}

function stampedAt(root: string): string | undefined {
  const stamp = statSync(path.join(root, STAMP), { throwIfNoEntry: false });
  return stamp && `${stamp.ino} ${stamp.mtimeMs}`;
}
