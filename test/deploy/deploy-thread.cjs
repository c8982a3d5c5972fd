const childProcess = require('node:child_process');
const { EventEmitter } = require('node:events');
const { workerData } = require('node:worker_threads');
require('./as-newcomer.cjs');

const { command, clasp } = workerData;

/** Hands clasp's arguments to the thread that has loaded it, in place of a process of its own. */
childProcess.execFile = (_node, [_clasp, ...args], { env }, done) => {
  const said = { stdout: '', stderr: '' };
  const stderr = new EventEmitter();
  const read = ({ code, ...chunks }) => {
    for (const [name, chunk] of Object.entries(chunks)) said[name] += chunk;
    if (chunks.stderr) stderr.emit('data', chunks.stderr);
    if (code === undefined) return;
    clasp.off('message', read);
    clasp.unref();
    done(code === 0 ? null : new Error(`clasp ended with ${code}`), said.stdout, said.stderr);
  };
  clasp.on('message', read);
  clasp.ref();
  clasp.postMessage({ args, env });
  return { stderr };
};

require(command);
