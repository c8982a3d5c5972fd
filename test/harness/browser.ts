import { channel } from 'node:diagnostics_channel';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { PATIENCE_MS } from './until';

/** Chromium from the package that Jest's setup has unpacked: nothing has to be installed on the machine. */
export function launchBrowser(): Promise<Browser> {
  const folder = process.env.SHEETDESK_BROWSER ?? '';
  return chromium.launch({
    executablePath: path.join(folder, 'chromium'),
    args: ['--no-sandbox'],
    timeout: PATIENCE_MS,
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
  context.setDefaultTimeout(PATIENCE_MS);
  opened.publish({});
  return context.newPage();
}
