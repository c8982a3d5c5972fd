import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CommandError, command } from '../tools/command';
import { runClasp } from './clasp';
import { parseResults, ResultsError, toMarkdown } from './parity-results';

const ROOT = path.resolve(__dirname, '..');

const PARITY = command({
  summary: 'Checks in a real account what Sheetdesk assumes about Google.',
  usages: ['npm run parity -- [options]'],
  options: {
    push: {
      type: 'boolean',
      default: false,
      help: 'make a spreadsheet with the script in your Google account, or update it',
    },
    user: { type: 'string', value: '<name>', help: 'use the account of "clasp login --user <name>"' },
    import: {
      type: 'string',
      value: '<file>',
      help: 'write the results of Parity > Run (CSV or TSV) to docs/verified.md',
    },
    to: { type: 'string', value: '<file>', help: 'write them to this file instead' },
    state: {
      type: 'string',
      value: '<folder>',
      default: path.join(ROOT, '.deploy/parity'),
      help: 'folder for the ids of the spreadsheet and its script (.deploy/parity)',
    },
  },
  end: 'Without options it prints where the script is, so that you can read it first.',
});

const FOLDER = path.join(ROOT, '.build/parity');
const SCRIPT = path.join(FOLDER, 'script');

const NEXT = 'Next: "npx clasp login", then "npm run parity -- --push".';

void main();

async function main(): Promise<void> {
  try {
    const { help, push, user, state, import: results, to } = PARITY.parse(process.argv.slice(2)).values;
    if (help) process.stdout.write(PARITY.help);
    else if (results !== undefined) importResults(results, to ?? path.join(ROOT, 'docs/verified.md'));
    else if (push) await pushScript(path.resolve(state), user === undefined ? [] : ['--user', user]);
    else console.log(`The script is in ${SCRIPT}. What it does: ${path.join(FOLDER, 'README.md')}.\n${NEXT}`);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

function importResults(file: string, target: string): void {
  if (!existsSync(file)) throw new CommandError(`${file} does not exist.`);
  try {
    writeFileSync(target, toMarkdown(parseResults(readFileSync(file, 'utf8'))));
  } catch (error) {
    if (!(error instanceof ResultsError)) throw error;
    throw new CommandError(`${file}: ${error.message}`);
  }
  console.log(`Written: ${target}. Now link to it from README.md in place of "Not yet verified on Google".`);
}

/** clasp downloads the code of a script that it has just made over ours, so ours is staged again before the push. */
async function pushScript(state: string, account: readonly string[]): Promise<void> {
  const project = path.join(state, '.clasp.json');
  stage(state);
  if (!readIds(project).scriptId) {
    // Without this file clasp would use the one of the clone.
    writeFileSync(project, JSON.stringify({ rootDir: 'script' }));
    const kind = ['--type', 'sheets', '--title', 'Sheetdesk parity', '--rootDir', 'script'];
    await clasp(project, ['create-script', ...kind, ...account]);
    stage(state);
  }
  await clasp(project, ['push', '--force', ...account]);
  const url = `https://docs.google.com/spreadsheets/d/${readIds(project).parentId}/edit`;
  console.log(
    `Done. Open ${url}, wait for the menu Parity and choose Run. Grant the permissions that Google asks for.`,
  );
}

function stage(state: string): void {
  const folder = path.join(state, 'script');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(state, { recursive: true });
  cpSync(SCRIPT, folder, { recursive: true });
}

/** clasp exits with 0 after some failures, so its project file is checked, too. */
async function clasp(project: string, command: readonly string[]): Promise<void> {
  const { out, error, hasSucceeded } = await runClasp(ROOT, [...command, '-P', project]);
  if (hasSucceeded && readIds(project).scriptId) return;
  throw new CommandError(`clasp ${command[0]}: ${(error || out).trim() || 'no output.'}`);
}

function readIds(project: string): { scriptId?: string; parentId?: string } {
  return existsSync(project) ? JSON.parse(readFileSync(project, 'utf8')) : {};
}
