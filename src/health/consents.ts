import { tell } from '../sheet/dialog';

const PREFIX = 'https://www.googleapis.com/auth/';

/** Permissions by the last part of their scopes, and what does not work without each. */
export type Consents<C extends string = string> = Readonly<Record<C, string>>;

/**
 * Those that the manifest asks for and nobody has given: the boxes of Google's consent screen start unticked (platform
 * facts 4.2). Asking needs none of them.
 */
export function missingConsents<C extends string>(consents: Consents<C>): C[] {
  const granted = authorization().getAuthorizedScopes();
  const missing = (Object.keys(consents) as C[]).filter((consent) => !granted.includes(PREFIX + consent));
  return missing.filter(isAskedFor);
}

/** Also false where the manifest does not even ask for it. */
export function hasConsent(consent: string): boolean {
  return authorization()
    .getAuthorizedScopes()
    .includes(PREFIX + consent);
}

/** `menu` is where Set up stands. */
export function problemOf<C extends string>(consents: Consents<C>, consent: C, menu: string): string {
  return `The permission ${consent} is missing, so ${consents[consent]}: choose ${menu} > Set up and tick every box.`;
}

/** Tells what is missing and has Google ask for it again, which ends the execution. */
export function demandConsents<C extends string>(consents: Consents<C>, missing: readonly C[]): void {
  if (missing.length === 0) return;
  const lines = missing.map((consent) => `- ${consent}: without it ${consents[consent]}.`);
  tell(
    'Permissions are missing',
    [
      'Google asks for them again now, and starts with every box empty: tick them all.',
      ...lines,
      'Then choose Set up once more.',
    ].join('\n\n'),
  );
  requireConsents(missing);
}

/** Has Google ask for what is missing of them, which ends the execution. */
export function requireConsents(consents: readonly string[]): void {
  ScriptApp.requireScopes(
    ScriptApp.AuthMode.FULL,
    consents.map((consent) => PREFIX + consent),
  );
}

/** A deployment may do without some: to name a scope that its manifest lacks is an error. */
function isAskedFor(consent: string): boolean {
  try {
    authorization([PREFIX + consent]);
    return true;
  } catch {
    return false;
  }
}

/** The published types lack what answers scope by scope. */
interface Authorizer {
  getAuthorizationInfo(
    mode: GoogleAppsScript.Script.AuthMode,
    scopes?: string[],
  ): { getAuthorizedScopes(): string[] };
}

function authorization(scopes?: string[]): ReturnType<Authorizer['getAuthorizationInfo']> {
  const { FULL } = ScriptApp.AuthMode;
  const script = ScriptApp as unknown as Authorizer;
  return scopes ? script.getAuthorizationInfo(FULL, scopes) : script.getAuthorizationInfo(FULL);
}
