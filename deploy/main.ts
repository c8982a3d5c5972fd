import path from 'node:path';
import { deploy, type Voice } from './deploy';
import { DeployError } from './deploy-error';
import { HELP, parseOptions } from './options';

const VOICE: Voice = { say: console.log, complain: console.error };

void main();

async function main(): Promise<void> {
  try {
    const options = parseOptions(process.argv.slice(2));
    if (options.help) process.stdout.write(HELP);
    else if (!(await deploy(path.resolve(__dirname, '..'), options, VOICE))) process.exitCode = 1;
  } catch (error) {
    process.exitCode = 1;
    const isExpected = error instanceof DeployError;
    console.error(isExpected ? error.message : `The command itself has failed: ${(error as Error).message}`);
    // For whoever reports it.
    if (!isExpected && process.env.DEBUG) console.error(error);
  }
}
