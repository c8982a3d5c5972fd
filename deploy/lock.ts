import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DeployError } from './deploy-error';

/**
 * Runs what may be run once at a time over a folder of ids. A process that has ended leaves no claim, however it ended.
 *
 * @throws DeployError where another process is at it
 */
export async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const file = path.join(folder, 'running.pid');
  mkdirSync(folder, { recursive: true });
  if (!claim(file)) takeOver(file);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function claim(file: string): boolean {
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw new DeployError('file', `${file} could not be written: ${(error as Error).message}.`);
  }
}

/** Moved aside first: of two who find the same dead process, one moves its claim, and whoever moves a live one puts it back. */
function takeOver(file: string): void {
  const before = readPid(file);
  if (before !== undefined && isRunning(before)) throw isBusy(file, before);
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    const moved = readPid(aside);
    if (moved !== undefined && moved !== before) linkSync(aside, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error))) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  if (!claim(file)) throw isBusy(file, readPid(file));
}

function isBusy(file: string, pid: number | undefined): DeployError {
  const who = pid === undefined ? 'Another process' : `Process ${pid}`;
  return new DeployError(
    'busy',
    `${who} is deploying from ${path.dirname(file)}. Wait until it has ended; if it is no deployment, delete ${file}.`,
  );
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
