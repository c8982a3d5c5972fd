import path from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { folder, madeOnce } from '../made-once';

/** A file for Node, made once a run of these lines, which may import what is in this folder. Answers its path. */
export function bundle(
  name: string,
  { contents, ...options }: BuildOptions & { contents: string },
): Promise<string> {
  return madeOnce(`bundle ${name}`, async () => {
    const outfile = path.join(folder(), `${name}-${process.pid}.cjs`);
    await build({
      stdin: { contents, resolveDir: __dirname, loader: 'ts' },
      outfile,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      ...options,
    });
    return outfile;
  });
}
