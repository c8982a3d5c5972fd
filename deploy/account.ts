import path from 'node:path';
import type { Clasp } from './clasp';
import { DeployError } from './deploy-error';

/** Prints lines, as `console` does. */
export interface Terminal {
  log(line: string): void;
  error(line: string): void;
}

/** Says who is logged in, and answers the address if Google tells it. @throws DeployError if nobody is */
export async function findAccount(clasp: Clasp, terminal: Terminal): Promise<string | undefined> {
  const { loggedIn, email } = await clasp.account();
  if (!loggedIn) throw new DeployError('login', 'clasp has no account.');
  terminal.log(email ? `Logged in as ${email}.` : 'Logged in (Google does not tell the account).');
  return email;
}

/**
 * Checks that the Apps Script API is on, by a request for a script that does not exist, before anything is made.
 *
 * @throws DeployError if it is off, or Google cannot be asked
 */
export async function assertApiOn(clasp: Clasp, root: string): Promise<void> {
  try {
    await clasp.versions({ file: path.join(root, '.clasp.json') });
  } catch (error) {
    const isOn = error instanceof DeployError && (error.kind === 'gone' || error.kind === 'other');
    if (!isOn) throw error;
  }
}
