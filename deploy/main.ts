import path from 'node:path';
import { CommandError } from '../tools/command';
import { deploy } from './deploy';
import { DeployError } from './deploy-error';
import { DEPLOY, parseOptions } from './options';

void main();

async function main(): Promise<void> {
  try {
    const options = parseOptions(process.argv.slice(2));
    if (options.help) process.stdout.write(DEPLOY.help);
    else if (!(await deploy(path.resolve(__dirname, '..'), options, console))) process.exitCode = 1;
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof DeployError || error instanceof CommandError) return console.error(error.message);
    console.error(`Internal error: ${(error as Error).message}. For the stack, set DEBUG=1.`);
    if (process.env.DEBUG) console.error(error);
  }
}
