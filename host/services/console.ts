import { Console } from 'node:console';

/** All of it goes to stderr: stdout has the lines that programs read. */
export const console = new Console(process.stderr);
