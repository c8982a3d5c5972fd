import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The files of a script by their names, as they will be pushed. */
export type Code = ReadonlyMap<string, string>;

/** What its owner chose, and need not say again. */
export interface Choices {
  alerts: boolean;
}

const MANIFEST = 'appsscript.json';
const SEND_MAIL = 'https://www.googleapis.com/auth/script.send_mail';

/** What the build left in a folder; without alerts it does not ask to send mail. */
export function readCode(folder: string, { alerts }: Choices): Code {
  const names = readdirSync(folder).sort();
  const code = new Map(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
  if (!alerts) code.set(MANIFEST, withoutSendMail(code.get(MANIFEST) ?? ''));
  return code;
}

/** Tells one build from another: by this a later run finds the version that holds it. */
export function fingerprintOf(code: Code): string {
  const hash = createHash('sha256');
  for (const entry of code) hash.update(JSON.stringify(entry));
  return hash.digest('hex').slice(0, 12);
}

function withoutSendMail(text: string): string {
  const manifest = JSON.parse(text) as { oauthScopes: string[] };
  const oauthScopes = manifest.oauthScopes.filter((scope) => scope !== SEND_MAIL);
  return `${JSON.stringify({ ...manifest, oauthScopes }, null, 2)}\n`;
}
