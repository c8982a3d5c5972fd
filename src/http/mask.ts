import type { Request } from './request';

const NAMED = /\b(token|access_token|password|secret|key)(["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi;
const BEARER = /\b(Bearer) +\S+/gi;

/** A text for the log, without what somebody could log in with: `token=***`. */
export function maskSecrets(text: string, request: Request | undefined): string {
  const credential = (request?.headers.authorization ?? '').replace(/^Bearer +/i, '');
  const own = credential === '' ? text : text.split(credential).join('***');
  return own.replace(NAMED, '$1$2***').replace(BEARER, '$1 ***');
}
