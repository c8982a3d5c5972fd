import { createHash } from 'node:crypto';
import type { SourceFile } from './run';
import { functionsIn } from './source';

interface Manifest {
  timeZone: string;
  /** Many manifests have no list; account/grants.ts says what is then. */
  oauthScopes: string[];
  dependencies?: { enabledAdvancedServices?: { userSymbol: string; serviceId: string; version: string }[] };
  webapp?: { access: string; executeAs: string };
}

/** A script project's files by name; a push replaces all of them at once. */
export type ScriptFiles = ReadonlyMap<string, SourceFile>;

/** A script project, bound to a spreadsheet. Its files may be replaced between two executions, never within one. */
export interface Script {
  name: string;
  id: string;
  deploymentId: string;
  spreadsheetId: string;
  readonly files: ScriptFiles;
  readonly manifest: Manifest;
}

/** Google's default is the owner's zone. */
const DEFAULTS: Partial<Manifest> = { timeZone: 'Etc/UTC' };

/** A script whose files are read anew each time. */
export function createScript(name: string, files: () => ScriptFiles): Script {
  return {
    name,
    id: `script-${name}`,
    deploymentId: deploymentIdOf(name),
    spreadsheetId: `sheet-${name}`,
    get files() {
      return files();
    },
    get manifest() {
      return { ...DEFAULTS, ...JSON.parse(files().get('appsscript.json')?.text ?? '{}') } as Manifest;
    },
  };
}

export function deploymentIdOf(name: string): string {
  return `local-${name}`;
}

/** Project files from texts by name, in the order of the names. */
export function toScriptFiles(texts: Readonly<Record<string, string>>): ScriptFiles {
  const entries = Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(entries.map(([name, text]) => [name, toSourceFile(name, text)]));
}

export function toSourceFile(name: string, text: string): SourceFile {
  return { name, text, digest: createHash('sha256').update(text).digest('hex') };
}

/** The code files in the order in which Google evaluates them, which is that of the push. */
export function codeOf({ files }: Script): SourceFile[] {
  return [...files.values()].filter(({ name }) => name.endsWith('.js'));
}

/** The functions that Apps Script finds at the top level of the files. */
export function listFunctions(script: Script): string[] {
  return [...new Set(codeOf(script).flatMap(functionsIn))];
}

/** The functions that a page or a person may call: a trailing underscore makes a function private. */
export function listCallable(script: Script): string[] {
  return listFunctions(script).filter((name) => !name.endsWith('_'));
}
