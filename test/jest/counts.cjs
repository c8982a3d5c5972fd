const childProcess = require('node:child_process');
const { subscribe } = require('node:diagnostics_channel');
const { readFileSync } = require('node:fs');
const path = require('node:path');

/** What a suite may use up, on every machine and in every run the same. */
const KINDS = ['executions', 'pages', 'processes', 'databases', 'modules'];

/** Programs that are no child process of a test's own: the suites of a worker share the browser and the compiler. */
const SHARED = /^(chromium|esbuild)/;
const DATABASE = /^postgres/;

const HZ = 100;

let counted = none();
let children = [];
/** States that are prepared for all suites are nobody's own. */
let preparing = 0;

subscribe('local-apps-script.execution', () => {
  if (preparing === 0) counted.executions++;
});
subscribe('sheetdesk.page', () => counted.pages++);
subscribe('sheetdesk.preparing', ({ ended }) => {
  preparing += ended ? -1 : 1;
});
subscribe('child_process', ({ process: child }) => {
  if (preparing === 0) children.push(child);
});
// Node tells of no child for which it waits.
for (const name of ['spawnSync', 'execFileSync', 'execSync']) {
  const original = childProcess[name];
  childProcess[name] = (...args) => {
    if (preparing === 0) counted.processes++;
    return original(...args);
  };
}

function none() {
  return Object.fromEntries(KINDS.map((kind) => [kind, 0]));
}

/** Begins to count for a suite. Answers what it has used up so far, in counts and in seconds of processor time. */
function startCounting() {
  counted = none();
  children = [];
  const before = processorSeconds();
  return () => {
    const programs = children.map(({ spawnfile }) => path.basename(spawnfile ?? ''));
    const databases = programs.filter((name) => DATABASE.test(name)).length;
    const shared = programs.filter((name) => SHARED.test(name)).length;
    const processes = counted.processes + programs.length - databases - shared;
    // How often a page polls depends on the machine, so a suite with pages is counted by them.
    const executions = counted.pages > 0 ? 0 : counted.executions;
    return { ...counted, executions, processes, databases, seconds: processorSeconds() - before };
  };
}

function countModule() {
  counted.modules++;
}

/** Of this process with its threads, and of children that have ended, where the system tells of those. */
function processorSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + secondsOfChildren();
}

function secondsOfChildren() {
  if (process.platform !== 'linux') return 0;
  // proc(5): what follows the name in parentheses begins with field 3; 16 and 17 are of children that were waited for.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / HZ;
}

module.exports = { KINDS, startCounting, countModule };
