const PREFIX = 'SHEETDESK_';
/** The key that seals settings is not a setting itself. */
const KEY = 'SHEETDESK_KEY';

/** Settings by the names that the commands store them under: SHEETDESK_STRIPE_SECRET_KEY is stripeSecretKey. */
const SETTINGS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith(PREFIX) && name !== KEY && value
      ? [[toSettingName(name.slice(PREFIX.length)), value]]
      : [],
  ),
);

/**
 * Settings from the environment of the host. They take precedence over those in the database, and are never written there.
 */
export function environmentSettings(): Readonly<Record<string, string>> {
  return SETTINGS;
}

/** The environment that gives a host these settings. */
export function toEnvironment(settings: Readonly<Record<string, string>>): Record<string, string> {
  const toWords = (name: string) => name.replace(/[A-Z]/g, '_$&').toUpperCase();
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [PREFIX + toWords(name), value]));
}

function toSettingName(words: string): string {
  return words.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

({ environmentSettings }) satisfies typeof import('../../src/platform/environment');
