import os from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Several times what a page takes for anything on a slow machine that it has for itself. */
const PATIENCE_MS = 15_000;

/** Several times what a page takes for anything on a slow machine that it has for itself. */
const PATIENCE_MS = 15_000;

/** Chromium from the package that Jest's setup has unpacked: nothing has to be installed on the machine. */
export function launchBrowser(): Promise<Browser> {
  const folder = process.env.SHEETDESK_BROWSER ?? '';
  return chromium.launch({
    executablePath: path.join(folder, 'chromium'),
    args: ['--no-sandbox'],
    timeout: patienceMs(),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: path.join(folder, 'fontconfig'),
    },
  });
}

const opened = channel('sheetdesk.page');

/** A window that shares nothing with others. */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  const keepPatient = () => context.setDefaultTimeout(patienceMs());
  keepPatient();
  const timer = setInterval(keepPatient, 1_000).unref();
  context.once('close', () => clearInterval(timer));
  return context.newPage();
}

/** So many times longer as there are programs that want each core: that is how much slower each of them gets on. */
function patienceMs(): number {
  const [wanting = 0] = os.loadavg();
  return PATIENCE_MS * Math.max(1, wanting / os.availableParallelism());
}
