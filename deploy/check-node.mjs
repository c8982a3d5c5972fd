import { readFileSync } from 'node:fs';

/** Runs first, on a Node that may be too old for the rest, so this file uses nothing newer than Node 14. */
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const wanted = engines.node.replace('>=', '');
const [version, minimum] = [process.versions.node, wanted].map((text) => text.split('.').map(Number));
const at = [0, 1, 2].find((index) => version[index] !== minimum[index]);

if (at !== undefined && version[at] < minimum[at]) {
  console.error(`Sheetdesk needs Node ${wanted} or newer (this is ${process.versions.node}).`);
  console.error('Get the LTS release from https://nodejs.org, open a new terminal and run this again.');
  process.exitCode = 1;
}
