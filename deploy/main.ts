import path from 'node:path';
import { deploy } from './deploy';
import { DEPLOY, parseOptions } from './options';
import { runCommand } from './run-command';

void runCommand(async () => {
  const options = parseOptions(process.argv.slice(2));
  if (!options.help) return deploy(path.resolve(__dirname, '..'), options, console);
  process.stdout.write(DEPLOY.help);
  return true;
});
