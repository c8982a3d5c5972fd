import path from 'node:path';
import { command } from '../tools/command';
import { Clasp } from './clasp';
import { DeployError, describeError } from './deploy-error';
import { USER_OPTION } from './options';
import { runCommand } from './run-command';

const LOGIN = command({
  summary: 'Logs in to the Google account that is to own the sheets, with clasp.',
  usages: ['npm run login -- [options]'],
  options: {
    user: { ...USER_OPTION, help: 'keep this account under a name, for "npm run deploy -- --user <name>"' },
    localhost: {
      type: 'boolean',
      isNegative: true,
      help: 'without a browser on this machine: print a URL to open on another one',
    },
  },
});

void runCommand(async () => {
  const { help, user, localhost } = LOGIN.parse(process.argv.slice(2)).values;
  if (help) {
    process.stdout.write(LOGIN.help);
    return true;
  }
  const root = path.resolve(__dirname, '..');
  try {
    await new Clasp(root, user).login(localhost === false ? ['--no-localhost'] : []);
    return true;
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    const context = { user, email: undefined, title: 'Sheetdesk', ids: undefined, file: '', forNew: '' };
    console.error(describeError(error, context));
    return false;
  }
});
