const { subscribe, unsubscribe } = require('node:diagnostics_channel');
const { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { chromium } = require('playwright-core');

const PACKAGE = path.resolve(path.dirname(require.resolve('@sparticuz/chromium')), '../..');
const { version } = require(path.join(PACKAGE, 'package.json'));
const { inflate } = require(path.join(PACKAGE, 'build/cjs/lambdafs.cjs'));

/** The browser itself, the libraries that a bare machine lacks, and fonts. */
const ARCHIVES = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br'];

/** Without a font that can be read every box of text is empty, and what is empty counts as invisible. */
const FONTS = (folder) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;

const CACHE = path.resolve(PACKAGE, '../../.cache');

/** Unpacks the browser once an installation and answers its folder. */
async function unpackBrowser() {
  const target = path.join(CACHE, `chromium-${version}`);
  if (!existsSync(target)) await unpackInto(target);
  // Its paths are absolute, and the folder may have been moved or copied.
  writeFileSync(path.join(target, 'fontconfig/fonts.conf'), FONTS(target));
  return target;
}

async function unpackInto(target) {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(`${target}-`);
  await unpackTo(folder);
  mkdirSync(path.join(folder, 'fontconfig'));
  try {
    // Whole or not at all: another process never meets half a browser.
    renameSync(folder, target);
  } catch (error) {
    rmSync(folder, { recursive: true });
    if (!existsSync(target)) throw error;
  }
}

/** The package unpacks into the machine's temporary folder, so that is elsewhere for a while. */
async function unpackTo(folder) {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    await Promise.all(ARCHIVES.map((name) => inflate(path.join(PACKAGE, 'bin', name))));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/**
 * A GPU that is only emulated costs more than drawing without one. With a new frame for each document, every page that a process has
 * shown makes its next one slower: the 50th costs tenfold.
 */
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-features=RenderDocument'];

/** Far more than a start takes on a busy machine. */
const PATIENCE_MS = 240_000;

let opening;

/** The browser of this process: suites come one after the other, and each goes on with the one before's. */
async function openBrowser() {
  opening ??= launch();
  const { browser, child } = await opening;
  if (!browser.isConnected()) {
    opening = undefined;
    return openBrowser();
  }
  for (const handle of handlesOf(child)) handle.ref();
  return browser;
}

/** The browser ends with the process, which does not wait for it. */
async function leaveBrowser() {
  if (!opening) return;
  const { child } = await opening;
  for (const handle of handlesOf(child)) handle.unref();
}

function handlesOf(child) {
  return [child, ...child.stdio.filter((stream) => stream !== null)];
}

async function launch() {
  const folder = process.env.SHEETDESK_BROWSER;
  const children = [];
  const note = ({ process: child }) => children.push(child);
  subscribe('child_process', note);
  const browser = await chromium.launch({
    executablePath: path.join(folder, 'chromium'),
    args: ARGS,
    timeout: PATIENCE_MS,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: path.join(folder, 'fontconfig'),
    },
  });
  unsubscribe('child_process', note);
  return { browser, child: children.find(({ spawnfile }) => spawnfile.startsWith(folder)) };
}

module.exports = { unpackBrowser, openBrowser, leaveBrowser };
