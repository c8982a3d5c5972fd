import { readFileSync } from 'node:fs';

/** Runs before anything else, on a Node that may be too old for the rest: nothing here is newer than Node 14. */
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const wanted = engines.node.replace('>=', '');
const [version, least] = [process.versions.node, wanted].map((text) => text.split('.').map(Number));
const at = [0, 1, 2].find((index) => version[index] !== least[index]);

if (at !== undefined && version[at] < least[at]) {
  console.error(`Node ${wanted} or newer is needed, and this is ${process.versions.node}.`);
  console.error('Get the LTS release from https://nodejs.org, open a new terminal and run this again.');
  process.exitCode = 1;
}
