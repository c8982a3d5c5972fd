import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CommandError, command } from '../tools/command';
import { assertApiOn, findAccount } from './account';
import { Clasp } from './clasp';
import { readCode } from './code';
import { DeployError, describeError } from './deploy-error';
import { pushScript } from './deploy-script';
import { withLock } from './lock';
import { PATIENCE_OPTION, USER_OPTION } from './options';
import { parseReport, ResultsError, toMarkdown } from './parity-results';
import { Project } from './project';
import { runCommand } from './run-command';

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
    user: USER_OPTION,
    patience: {
      ...PATIENCE_OPTION,
      help: 'how long to wait for Google to add the script to a new sheet (30)',
    },
    import: {
      type: 'string',
      value: '<file or text>',
      help: 'write the results, as copied from the sheet, to docs/verified.md',
    },
    to: { type: 'string', value: '<file>', help: 'write them to this file instead' },
    state: {
      type: 'string',
      value: '<folder>',
      default: path.join(ROOT, '.deploy/parity'),
      help: 'folder for the ids of the spreadsheet and its script (.deploy/parity)',
    },
  },
  end: 'Without options it prints which files to paste into the editor of a new sheet.',
});

const FOLDER = path.join(ROOT, '.build/parity');
const SCRIPT = path.join(FOLDER, 'script');

const TITLE = 'Sheetdesk parity';

void runCommand(async () => {
  const {
    help,
    push,
    user,
    patience,
    state,
    import: results,
    to,
  } = PARITY.parse(process.argv.slice(2)).values;
  if (push) return pushParity(path.resolve(state), user, Number(patience) * 1_000);
  if (help) process.stdout.write(PARITY.help);
  else if (results !== undefined) importResults(results, to ?? path.join(ROOT, 'docs/verified.md'));
  else
    console.log(`Paste Code.gs and part-1.json of ${FOLDER}. The steps: ${path.join(FOLDER, 'parity.md')}`);
  return true;
});

/** Imports results from a file, or from the text that was pasted into the command. */
function importResults(results: string, target: string): void {
  const isText = results.includes('{');
  if (!isText && !existsSync(results)) throw new CommandError(`${results} does not exist.`);
  try {
    writeFileSync(target, toMarkdown(parseReport(isText ? results : readFileSync(results, 'utf8'))));
  } catch (error) {
    if (!(error instanceof ResultsError)) throw error;
    throw new CommandError(isText ? error.message : `${results}: ${error.message}`);
  }
  console.log(`Written: ${target}. Now link to it from README.md in place of "Not yet verified on Google".`);
}

/** Pushes the script with the same care as a deployment. Returns whether it has succeeded. */
async function pushParity(state: string, user: string | undefined, patienceMs: number): Promise<boolean> {
  const clasp = new Clasp(ROOT, user);
  const project = new Project(state);
  const choices = { alerts: true, wideSheets: false };
  const job = { title: TITLE, project, code: readCode(SCRIPT, choices), choices, patienceMs };
  let email: string | undefined;
  try {
    email = await findAccount(clasp, console);
    if (project.readIds().scriptId === undefined) await assertApiOn(clasp, ROOT);
    await withLock(state, () => pushScript(clasp, job));
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    const { file } = project;
    const context = { user, email, title: TITLE, ids: project.readIds(), file, forNew: 'the same command' };
    console.error(describeError(error, context));
    return false;
  }
  const url = `https://docs.google.com/spreadsheets/d/${project.readIds().parentId}/edit`;
  console.log(
    `Done. Open ${url}, choose Extensions > Apps Script, then runParity and Run. Grant the permissions that Google asks for.`,
  );
  return true;
}
