import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DeployError } from './deploy-error';

/**
 * Runs `work` while no other process does so for the same folder. The lock of a process that has ended does not count.
 *
 * @throws DeployError while another process holds the lock
 */
export async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const file = path.join(folder, 'running.pid');
  mkdirSync(folder, { recursive: true });
  if (!acquire(file)) takeOver(file);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function acquire(file: string): boolean {
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw new DeployError('file', `${file} could not be written: ${(error as Error).message}.`);
  }
}

/**
 * Two processes may find the same dead lock. Each moves the file aside and looks at what it has moved: if that is the
 * other one's new lock, it puts it back.
 */
function takeOver(file: string): void {
  const before = readPid(file);
  if (before !== undefined && isRunning(before)) throw busyError(file, before);
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
  if (!acquire(file)) throw busyError(file, readPid(file));
}

function busyError(file: string, pid: number | undefined): DeployError {
  const who = pid === undefined ? 'Another process' : `Process ${pid}`;
  return new DeployError(
    'busy',
    `${who} is deploying from ${path.dirname(file)}. Wait until it has finished, or delete ${file} if that process is something else.`,
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
