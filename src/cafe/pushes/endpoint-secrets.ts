import { randomBytes } from '../../accounts/tokens';
import { withScriptLock } from '../../platform/lock';
import { DAY_MS, properties } from '../../platform/platform';

/** `whsec_...`, and until when it signs beside a newer one; epoch ms. */
interface Secret {
  secret: string;
  until?: number;
}

/** However often a secret is renewed within a day, a property and a header stay small. */
const MOST_OLD = 4;

/** What pushes need of the script's properties, read in one call. */
export interface PushSettings {
  /** On a laptop only: receivers on it are reached then. */
  allowsLocal: boolean;
  /** All that sign at this moment, the newest first. */
  secretsOf(endpointId: string): string[];
}

export function readPushSettings(): PushSettings {
  const all = properties().getProperties();
  return {
    allowsLocal: all.allowLocalPushes === 'yes',
    secretsOf: (id) => parse(all[nameOf(id)]).map(({ secret }) => secret),
  };
}

/** The first secret of an endpoint. */
export function createSecret(endpointId: string): string {
  return store(endpointId, []);
}

/** A new secret of an endpoint. Those before it go on signing for a day: its receiver needs time to change. */
export function renewSecret(endpointId: string): string {
  const until = Date.now() + DAY_MS;
  return withScriptLock(() => {
    const old = parse(properties().getProperty(nameOf(endpointId))).map((one) => ({ until, ...one }));
    return store(endpointId, old.slice(0, MOST_OLD));
  });
}

export function hasSecret(endpointId: string): boolean {
  return properties().getProperty(nameOf(endpointId)) !== null;
}

export function deleteSecrets(endpointId: string): void {
  properties().deleteProperty(nameOf(endpointId));
}

function store(endpointId: string, old: readonly Secret[]): string {
  const secret = `whsec_${Utilities.base64Encode([...Int8Array.from(randomBytes())])}`;
  properties().setProperty(nameOf(endpointId), JSON.stringify([{ secret }, ...old]));
  return secret;
}

function parse(stored: string | null | undefined): Secret[] {
  const secrets: Secret[] = JSON.parse(stored ?? '[]');
  return secrets.filter(({ until }) => until === undefined || until > Date.now());
}

function nameOf(endpointId: string): string {
  return `push secret ${endpointId}`;
}
