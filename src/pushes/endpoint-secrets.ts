import { randomBytes } from '../accounts/tokens';
import { DAY_MS, properties, withScriptLock } from '../platform/platform';
import { declareSettings, readSettings, writeSettings } from '../platform/settings';

declareSettings(/^(push secret |allowLocalPushes$)/);

interface Secret {
  /** `whsec_...` */
  secret: string;
  /** Epoch ms until which it signs beside a newer one. */
  until?: number;
}

/** Keeps the property and the signature header small, however often a secret is renewed. */
const MAX_OLD = 4;

/** Settings that a push needs. */
export interface PushSettings {
  /** Endpoints on the laptop itself that are allowed, for trying the desk there: `allowLocalPushes`. */
  localPorts: string | undefined;
  /** The valid secrets, the newest first. */
  secretsOf(endpointId: string): string[];
}

export function readPushSettings(): PushSettings {
  const all = readSettings();
  return {
    localPorts: all.allowLocalPushes,
    secretsOf: (id) => parse(all[nameOf(id)]).map(({ secret }) => secret),
  };
}

/** A new secret, which signs beside the old ones that stay valid. */
export function createSecret(endpointId: string, old: readonly Secret[] = []): string {
  const secret = `whsec_${Utilities.base64Encode([...Int8Array.from(randomBytes())])}`;
  writeSettings({ [nameOf(endpointId)]: JSON.stringify([{ secret }, ...old]) });
  return secret;
}

/** The old secrets stay valid for a day, so that the receiver has time to change. */
export function renewSecret(endpointId: string): string {
  const until = Date.now() + DAY_MS;
  return withScriptLock(() => {
    const old = parse(properties().getProperty(nameOf(endpointId))).map((one) => ({ until, ...one }));
    return createSecret(endpointId, old.slice(0, MAX_OLD));
  });
}

export function hasSecret(endpointId: string): boolean {
  return properties().getProperty(nameOf(endpointId)) !== null;
}

export function deleteSecrets(endpointId: string): void {
  writeSettings({ [nameOf(endpointId)]: undefined });
}

function parse(stored: string | null | undefined): Secret[] {
  const secrets: Secret[] = JSON.parse(stored ?? '[]');
  return secrets.filter(({ until }) => until === undefined || until > Date.now());
}

function nameOf(endpointId: string): string {
  return `push secret ${endpointId}`;
}
