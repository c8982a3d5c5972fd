import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Manifest {
  timeZone: string;
  oauthScopes: string[];
  dependencies?: { enabledAdvancedServices?: { userSymbol: string; serviceId: string; version: string }[] };
  webapp?: { access: string; executeAs: string };
}

/** A script project as it was pushed: its built files, bound to a spreadsheet. */
export interface Script {
  name: string;
  id: string;
  deploymentId: string;
  spreadsheetId: string;
  folder: string;
  manifest: Manifest;
}

export function loadScript(name: string, folder: string): Script {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'appsscript.json'), 'utf8')) as Manifest;
  return {
    name,
    id: `script-${name}`,
    deploymentId: `local-${name}`,
    spreadsheetId: `sheet-${name}`,
    folder,
    manifest,
  };
}
