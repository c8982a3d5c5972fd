const PREFIX = 'https://www.googleapis.com/auth/';

/** The permissions of interface section 5, and what does not work without each. */
export const CONSENTS = {
  'gmail.readonly': 'mail is not read',
  'spreadsheets.currentonly': 'the sheet cannot be read or written',
  'drive.file': 'attachments are not stored',
  'script.scriptapp': 'mail is not checked by itself',
  'script.send_mail': 'alerts are not sent',
} as const;

export type Consent = keyof typeof CONSENTS;

/** The consent screen starts with every box unticked, so some may never have been given. Asking needs none of them. */
export function missingConsents(): Consent[] {
  const granted = authorization().getAuthorizedScopes();
  return (Object.keys(CONSENTS) as Consent[]).filter((consent) => !granted.includes(PREFIX + consent));
}

/** The published types lack the call that answers scope by scope. */
function authorization(): { getAuthorizedScopes(): string[] } {
  return ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL) as unknown as {
    getAuthorizedScopes(): string[];
  };
}
