import { withScriptLock } from '../platform/lock';
import { properties } from '../platform/platform';
import { keepSecret } from './cached';
import { randomBytes, toText } from './random';

const PROPERTY = 'accountsSecret';

/** What tokens are signed with; null where none was ever made. Whoever deletes the property ends every credential within hours. */
export function findSecret(): string | null {
  return properties().getProperty(PROPERTY);
}

/** The same, made once: two that come at the same time get one. */
export function getSecret(): string {
  return findSecret() ?? withScriptLock(() => findSecret() ?? makeSecret());
}

function makeSecret(): string {
  const secret = toText(randomBytes());
  properties().setProperty(PROPERTY, secret);
  keepSecret(secret);
  return secret;
}
