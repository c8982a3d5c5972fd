import type { RunOptions } from '../../runtime/execution/executor';
import type { Script } from '../../runtime/execution/script';
import type { Desk } from '../harness/local';

const PREFIX = 'https://www.googleapis.com/auth/';

/** Where, and as what, a person opens the sheet. */
export interface AtSheet extends RunOptions {
  /** What differs from the desk's own script, such as the spreadsheet in which it runs. */
  script?: Partial<Script>;
}

/** A person at a sheet chooses an item of the menu, by its function's name. */
export async function choose(desk: Desk, name: string, { script, ...options }: AtSheet = {}) {
  const whose = { ...desk.local.scripts.desk, ...script };
  const { dialogs, error, returned, calls } = await desk.local.run(whose, name, [], {
    kind: 'menu',
    ...options,
  });
  const shown = dialogs.shown.filter(({ kind }) => kind !== 'sidebar');
  const sidebar = dialogs.shown.find(({ kind }) => kind === 'sidebar');
  return {
    error,
    returned,
    calls: calls.map(({ method }) => method),
    /** The page that was shown beside the sheet. */
    sidebar: sidebar?.text,
    /** Everything else that was shown, each as its title and text. */
    shown: shown.map(({ kind, title, text }) => ({ kind, title, text })),
    kinds: shown.map(({ kind }) => kind),
    /** What Google asked the person to consent to. */
    asked: shown.flatMap((one) =>
      'scopes' in one ? one.scopes.map((scope) => scope.slice(PREFIX.length)) : [],
    ),
  };
}

/** The owner has left these boxes empty. */
export function withhold(desk: Desk, ...consents: string[]): void {
  const { services, scripts } = desk.local;
  const withheld = consents.map((consent) => PREFIX + consent);
  services.grants.limit(
    scripts.desk,
    scripts.desk.manifest.oauthScopes.filter((scope) => !withheld.includes(scope)),
  );
}

/** What stands in red in the first column of a tab. */
export function labelsInRed(desk: Desk, tab: string): string[] {
  const book = desk.spreadsheets.books.get(desk.local.scripts.desk.spreadsheetId);
  const cells = book.findByName(tab)?.grid;
  return desk
    .grid(tab)
    .flatMap(([label = ''], row) =>
      cells?.attributes(row + 1, 1)?.look?.fontColor === '#b3261e' ? [label] : [],
    );
}

/** The desk's script as `--no-alerts` deploys it. */
export function withoutAlerts({ local }: Desk): Partial<Script> {
  const { manifest } = local.scripts.desk;
  const oauthScopes = manifest.oauthScopes.filter((scope) => !scope.endsWith('send_mail'));
  return { manifest: { ...manifest, oauthScopes } };
}

/** As another release, or a person in the project's settings, would have left it. */
export function setProperty({ store, local }: Desk, key: string, value: string): void {
  store
    .prepare('insert or replace into properties values (?, ?, ?)')
    .run(`script ${local.scripts.desk.id}`, key, value);
}
