import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

export interface Printed {
  out: string;
  error: string;
  isDone: boolean;
}

interface Running {
  env?: Record<string, string>;
  /** Is told what has been printed as an error so far, whenever that is more. */
  heed?(error: string): void;
}

/** One command of the unmodified clasp, in a process of its own. */
export function runClasp(
  root: string,
  command: readonly string[],
  { env = {}, heed = () => {} }: Running = {},
): Promise<Printed> {
  const clasp = createRequire(path.join(root, 'package.json')).resolve('@google/clasp');
  const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 64_000_000 };
  return new Promise((resolve) => {
    const { stderr } = execFile(process.execPath, [clasp, ...command], options, (failure, out, error) =>
      resolve({ out, error, isDone: failure === null }),
    );
    let error = '';
    stderr?.on('data', (chunk) => {
      error += chunk;
      heed(error);
    });
  });
}
