import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import type { Choices, Code } from './code';
import { DeployError } from './deploy-error';

/** An interrupted first deployment may have left a sheet without a script. */
export interface Ids {
  scriptId?: string | undefined;
  parentId?: string | undefined;
  /** ID of the Cloud project; clasp needs it to show logs. */
  projectId?: string | undefined;
}

/** The folder with the code, relative to the project file. clasp pushes all of it. */
const CODE = 'script';

const idOf = (thing: string) =>
  v.optional(
    v.pipe(
      v.string(`must be the id of the ${thing}`),
      v.regex(/^[\w-]+$/, `must be the id of the ${thing} alone: letters, digits, - and _`),
    ),
  );
const CODE_FOLDER = v.optional(v.literal(CODE, `must be "${CODE}"`));

const NO_OBJECT = 'must be an object';

const IDS_FILE = v.object(
  {
    scriptId: idOf('script'),
    // Older versions of clasp wrote a list.
    parentId: v.optional(
      v.pipe(
        v.unknown(),
        v.transform((id) => (Array.isArray(id) && id.length === 1 ? id[0] : id)),
        idOf('sheet'),
      ),
    ),
    rootDir: CODE_FOLDER,
    srcDir: CODE_FOLDER,
    projectId: v.optional(v.string('must be the id of the Cloud project')),
  },
  NO_OBJECT,
);
const CHOICES_FILE = v.object(
  {
    alerts: v.optional(v.boolean('must be true or false'), true),
    wideSheets: v.optional(v.boolean('must be true or false'), false),
  },
  NO_OBJECT,
);

/** A folder with clasp's project file and the code to push. Git ignores it, and no build touches it. */
export class Project {
  readonly file: string;
  private readonly folder: string;
  private readonly choices: string;

  constructor(folder: string) {
    this.folder = folder;
    this.choices = path.join(folder, 'choices.json');
    this.file = path.join(folder, '.clasp.json');
  }

  /** Folder of the code, relative to the project file. */
  get rootDir(): string {
    return CODE;
  }

  /** @throws DeployError that names the file, the field, what was expected and what it has */
  readIds(): Ids {
    const { scriptId, parentId, projectId } = readJson(this.file, IDS_FILE) ?? {};
    return { scriptId, parentId, projectId };
  }

  /** @throws DeployError */
  readChoices(): Choices {
    return readJson(this.choices, CHOICES_FILE) ?? { alerts: true, wideSheets: false };
  }

  /** Writes the file by a rename, since clasp may be writing it, too. Without a scriptId clasp makes a script. */
  writeIds({ scriptId, parentId, projectId }: Ids): void {
    mkdirSync(path.join(this.folder, CODE), { recursive: true });
    const text = `${JSON.stringify({ scriptId, parentId, rootDir: CODE, projectId }, null, 2)}\n`;
    const staged = `${this.file}.new`;
    writeFileSync(staged, text);
    try {
      renameSync(staged, this.file);
    } catch {
      // Windows does not replace a file that another program has open.
      rmSync(staged);
      writeFileSync(this.file, text);
    }
  }

  /** Writes the code, and nothing else, to where clasp pushes it from, and remembers the choices. */
  stage(code: Code, choices: Choices): void {
    // Resets settings of the project file that would have clasp push something else.
    this.writeIds(this.readIds());
    writeFileSync(this.choices, `${JSON.stringify(choices)}\n`);
    const folder = path.join(this.folder, CODE);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of code) writeFileSync(path.join(folder, name), text);
  }
}

/** Undefined if there is no such file. @throws DeployError if it is invalid */
export function readJson<T extends v.GenericSchema>(file: string, schema: T): v.InferOutput<T> | undefined {
  if (!existsSync(file)) return undefined;
  const value = parseJson(file, readText(file));
  // Valibot takes a list for an object without any of the keys.
  if (Array.isArray(value)) throw unexpected(file, '', NO_OBJECT, value);
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output;
  const [{ message, input }] = issues;
  throw unexpected(file, v.getDotPath(issues[0]) ?? '', message, input);
}

function unexpected(file: string, field: string, expected: string, got: unknown): DeployError {
  return new DeployError(
    'file',
    `${file}: ${field || 'the content'} ${expected} (got ${JSON.stringify(got)}).`,
  );
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new DeployError('file', `${file} could not be read: ${(error as Error).message}.`);
  }
}

/** Parses JSON after a byte order mark, which some editors add and JSON.parse refuses. */
function parseJson(file: string, text: string): unknown {
  if (text.trim() === '') throw new DeployError('file', `${file} is empty. It must be JSON.`);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new DeployError('file', `${file} is not JSON: ${(error as Error).message}.`);
  }
}
