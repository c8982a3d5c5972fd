import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parseResults, ResultsError, toMarkdown } from './parity-results';
import { runClasp } from './run-clasp';

const HELP = `Checks what is claimed about Google in a real account.

  npm run parity -- [options]

  --push           make a spreadsheet with the script in your Google account, or bring the one that is there up to date
  --user <name>    as the account of "clasp login --user <name>"
  --import <file>  write what Parity > Run found, as CSV or TSV, into docs/verified.md
  --to <file>      into this file instead
  --state <folder> where the ids of that spreadsheet and script are kept (.deploy/parity)
  --help           show this

Without options it says where the script is, to read it first.
`;

/** Told as it stands, without a stack. */
class ParityError extends Error {}

const ROOT = path.resolve(__dirname, '..');
const FOLDER = path.join(ROOT, '.build/parity');
const SCRIPT = path.join(FOLDER, 'script');

const NEXT = 'Next: "npx clasp login", then "npm run parity -- --push".';

void main();

async function main(): Promise<void> {
  try {
    const { help, push, user, state, import: results, to } = readOptions();
    if (help) process.stdout.write(HELP);
    else if (results !== undefined) importResults(results, to ?? path.join(ROOT, 'docs/verified.md'));
    else if (push) await pushScript(path.resolve(state), user === undefined ? [] : ['--user', user]);
    else
      console.log(`The script is in ${SCRIPT}, what it does in ${path.join(FOLDER, 'README.md')}.\n${NEXT}`);
  } catch (error) {
    if (!(error instanceof ParityError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        push: { type: 'boolean', default: false },
        user: { type: 'string' },
        state: { type: 'string', default: path.join(ROOT, '.deploy/parity') },
        import: { type: 'string' },
        to: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new ParityError(`${(error as Error).message} See --help.`);
  }
}

function importResults(file: string, target: string): void {
  if (!existsSync(file)) throw new ParityError(`There is no file ${file}.`);
  try {
    writeFileSync(target, toMarkdown(parseResults(readFileSync(file, 'utf8'))));
  } catch (error) {
    if (!(error instanceof ResultsError)) throw error;
    throw new ParityError(`${file}: ${error.message}`);
  }
  console.log(`Written: ${target}. Now have README.md link to it in place of "Not yet verified on Google".`);
}

/** What clasp fetches from a script that it has just made lies over ours, so ours is put there again before the push. */
async function pushScript(state: string, account: readonly string[]): Promise<void> {
  const project = path.join(state, '.clasp.json');
  stage(state);
  if (!readIds(project).scriptId) {
    // Without a project file of ours clasp would find the one in the clone.
    writeFileSync(project, JSON.stringify({ rootDir: 'script' }));
    const kind = ['--type', 'sheets', '--title', 'Sheetdesk parity', '--rootDir', 'script'];
    await clasp(project, ['create-script', ...kind, ...account]);
    stage(state);
  }
  await clasp(project, ['push', '--force', ...account]);
  const address = `https://docs.google.com/spreadsheets/d/${readIds(project).parentId}/edit`;
  console.log(`Done. Open ${address}, wait for the menu Parity and choose Run. Allow what Google asks for.`);
}

function stage(state: string): void {
  const folder = path.join(state, 'script');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(state, { recursive: true });
  cpSync(SCRIPT, folder, { recursive: true });
}

/** clasp ends with exit code 0 after some failures, so what it should have left behind is looked at too. */
async function clasp(project: string, command: readonly string[]): Promise<void> {
  const { out, error, isDone } = await runClasp(ROOT, [...command, '-P', project]);
  if (isDone && readIds(project).scriptId) return;
  throw new ParityError(`clasp ${command[0]}: ${(error || out).trim() || 'ended without a word.'}`);
}

function readIds(project: string): { scriptId?: string; parentId?: string } {
  return existsSync(project) ? JSON.parse(readFileSync(project, 'utf8')) : {};
}
