import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The files of a script by their names, as they will be pushed. */
export type Code = ReadonlyMap<string, string>;

/** What its owner chose, and need not say again. */
export interface Choices {
  alerts: boolean;
  /** Whether the script may open every sheet of the account, and not only its own. */
  wideSheets: boolean;
}

export const MAIN = 'Code.js';
export const MANIFEST = 'appsscript.json';
const SCOPE = 'https://www.googleapis.com/auth/';

/** Stands in the code where the web app's own address goes; `build.mjs` put it there. */
export const ADDRESS = '@@WEB_APP_URL@@';

/** As `build.mjs` makes it: the release, and eight digits of what was built. */
const VERSION = /"(\d+\.\d+\.\d+[\w.-]*\+[0-9a-f]{8})"/;

/** What the build left in a folder, asking for the rights that its owner chose. */
export function readCode(folder: string, choices: Choices): Code {
  const names = readdirSync(folder).sort();
  const code = new Map(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
  return code.set(MANIFEST, withScopes(code.get(MANIFEST) ?? '', choices));
}

/** The same code, knowing where it will be reached. */
export function withAddress(code: Code, url: string): Code {
  return new Map([...code].map(([name, text]) => [name, text.replaceAll(ADDRESS, url)]));
}

export function hasPlaceForAddress(code: Code): boolean {
  return [...code.values()].some((text) => text.includes(ADDRESS));
}

/** What the script says of itself, where it says it. */
export function findVersion(code: Code): string | undefined {
  return VERSION.exec(code.get(MAIN) ?? '')?.[1];
}

/** Tells one build from another: by this a later run finds the version that holds it. */
export function fingerprintOf(code: Code): string {
  const hash = createHash('sha256');
  for (const entry of code) hash.update(JSON.stringify(entry));
  return hash.digest('hex').slice(0, 12);
}

/** A manifest that asks for the rights that its owner chose. */
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
