import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import type { Choices, Code } from './code';

/** Of the script, and of the sheet that it is bound to; a creation that was cut off may have left the sheet alone. */
export type Ids = v.InferOutput<typeof IDS>;

const IDS = v.object({ scriptId: v.optional(v.string()), parentId: v.optional(v.string()) });
const CHOICES = v.object({ alerts: v.boolean() });
const CODE = 'script';

/** A folder that git ignores, with clasp's own project file and the code to push: the ids survive every build there. */
export class Project {
  readonly file: string;
  private readonly folder: string;
  private readonly choices: string;

  constructor(folder: string) {
    this.folder = folder;
    this.choices = path.join(folder, 'choices.json');
    this.file = path.join(folder, '.clasp.json');
  }

  /** Where clasp looks for the code, seen from the project file. */
  get rootDir(): string {
    return CODE;
  }

  readIds(): Ids {
    return existsSync(this.file) ? v.parse(IDS, readJson(this.file)) : {};
  }

  readChoices(): Choices {
    return existsSync(this.choices) ? v.parse(CHOICES, readJson(this.choices)) : { alerts: true };
  }

  /** A project file without a script is what clasp wants where it is to make one. */
  writeIds({ scriptId, parentId }: Ids): void {
    mkdirSync(path.join(this.folder, CODE), { recursive: true });
    writeFileSync(this.file, `${JSON.stringify({ scriptId, parentId, rootDir: CODE }, null, 2)}\n`);
  }

  /** Puts the code where clasp takes it from, and nothing else; remembers what was chosen for it. */
  stage(code: Code, choices: Choices): void {
    writeFileSync(this.choices, `${JSON.stringify(choices)}\n`);
    const folder = path.join(this.folder, CODE);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of code) writeFileSync(path.join(folder, name), text);
  }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
