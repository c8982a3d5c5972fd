import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The files of a script to push, by name. */
export type Code = ReadonlyMap<string, string>;

/** Choices of the owner for a script, remembered for the next deployment. */
export interface Choices {
  alerts: boolean;
  /** True if the script may open every sheet of the account, and not only its own. */
  wideSheets: boolean;
}

export const MAIN = 'Code.js';
export const MANIFEST = 'appsscript.json';
const SCOPE = 'https://www.googleapis.com/auth/';

/** `tools/build.mjs` leaves it where the web app's URL belongs. */
export const URL_PLACEHOLDER = '@@WEB_APP_URL@@';

/** Version that `tools/build.mjs` puts into the code: the release and eight digits of the build's digest. */
const VERSION = /"(\d+\.\d+\.\d+[\w.-]*\+[0-9a-f]{8})"/;

/** The built files of a folder, with a manifest for these choices. */
export function readCode(folder: string, choices: Choices): Code {
  const names = readdirSync(folder).sort();
  const code = new Map(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
  return code.set(MANIFEST, withScopes(code.get(MANIFEST) ?? '', choices));
}

export function withUrl(code: Code, url: string): Code {
  return new Map([...code].map(([name, text]) => [name, text.replaceAll(URL_PLACEHOLDER, url)]));
}

export function hasUrlPlaceholder(code: Code): boolean {
  return [...code.values()].some((text) => text.includes(URL_PLACEHOLDER));
}

/** The version in the code, if it has one. */
export function findVersion(code: Code): string | undefined {
  return VERSION.exec(code.get(MAIN) ?? '')?.[1];
}

/** Identifies a build: later runs find its version by it. */
export function fingerprint(code: Code): string {
  const hash = createHash('sha256');
  for (const entry of code) hash.update(JSON.stringify(entry));
  return hash.digest('hex').slice(0, 12);
}

/** The manifest with the scopes that the choices need. */
export function withScopes(text: string, { alerts, wideSheets }: Choices): string {
  if (alerts && !wideSheets) return text;
  const manifest = JSON.parse(text) as { oauthScopes: string[] };
  const oauthScopes = manifest.oauthScopes
    .filter((scope) => alerts || scope !== `${SCOPE}script.send_mail`)
    .map((scope) =>
      wideSheets && scope === `${SCOPE}spreadsheets.currentonly` ? `${SCOPE}spreadsheets` : scope,
    );
  return `${JSON.stringify({ ...manifest, oauthScopes }, null, 2)}\n`;
}
