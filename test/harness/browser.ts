import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** Chromium from the package that Jest's setup has unpacked: nothing has to be installed on the machine. */
export function launchBrowser(): Promise<Browser> {
  const folder = process.env.SHEETDESK_BROWSER ?? '';
  return chromium.launch({
    executablePath: path.join(folder, 'chromium'),
    args: ['--no-sandbox'],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: path.join(folder, 'fontconfig'),
    },
  });
}
