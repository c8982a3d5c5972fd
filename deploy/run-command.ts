import { explain } from '../tools/causes.mjs';
import { CommandError } from '../tools/command';
import { DeployError } from './deploy-error';

/** Runs a command that calls Google, which answers whether it has succeeded, and tells errors in plain words. */
export async function runCommand(work: () => Promise<boolean>): Promise<void> {
  try {
    if (!(await work())) process.exitCode = 1;
  } catch (error) {
    process.exitCode = 1;
    for (const line of describe(error)) console.error(line);
    if (process.env.DEBUG) console.error(error);
  }
}

function describe(error: unknown): readonly string[] {
  const { message } = error as Error;
  if (error instanceof DeployError || error instanceof CommandError) return [message];
  const explained = explain(message);
  return explained.length > 0
    ? [message, ...explained]
    : [`Internal error: ${message}. For the stack, set DEBUG=1.`];
}
