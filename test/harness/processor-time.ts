import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The length of a tick of `/proc`: Linux tells programs of a hundred a second on every machine. */
const TICK_MS = 10;

interface Process {
  id: number;
  parent: number;
  /** With the time of its children that have ended. */
  ms: number;
}

/**
 * The processor time in ms that this process and all below it have used: browsers, hosts, databases. Only Linux tells of the
 * ones below; elsewhere it is the time of this process alone.
 */
export function readProcessorTime(): number {
  if (!existsSync('/proc/self/stat')) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
  const all = readdirSync('/proc').flatMap((name) => readProcess(Number(name)) ?? []);
  const sumOf = ({ id, ms }: Process): number =>
    all.filter(({ parent }) => parent === id).reduce((sum, child) => sum + sumOf(child), ms);
  return all.filter(({ id }) => id === process.pid).reduce((sum, own) => sum + sumOf(own), 0);
}

/** Nothing for what is no process, or has ended meanwhile. */
function readProcess(id: number): Process | undefined {
  const stat = Number.isNaN(id) ? undefined : readStat(id);
  // The name of the program stands in brackets, and may have blanks and brackets in it.
  const fields = stat
    ?.slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  if (!fields) return undefined;
  const [, parent = 0] = fields;
  return { id, parent, ms: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) * TICK_MS };
}

function readStat(id: number): string | undefined {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(String((error as NodeJS.ErrnoException).code))) return undefined;
    throw error;
  }
}
