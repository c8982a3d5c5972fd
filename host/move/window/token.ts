import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { ascii } from '../../../src/accounts/tokens';
import { HttpError } from '../../../src/http/http-error';
import type { Request } from '../../../src/http/route';
import { isEqual, properties } from '../../../src/platform/platform';

/** The property with the SHA-256, in hex, of the token that the end of a move has given to the sheet. */
export const WINDOW_TOKEN_HASH = 'windowTokenHash';

/** No user has this token: it shows that the owner's sheet asks. @throws HttpError 401 */
export function assertFromSheet({ headers }: Request): void {
  const [, token = ''] = /^Bearer +(\w+) *$/i.exec(headers.authorization ?? '') ?? [];
  const expected = properties().getProperty(WINDOW_TOKEN_HASH);
  if (expected && isEqual(expected, bytesToHex(sha256(ascii(token))))) return;
  throw new HttpError(
    401,
    'invalid_token',
    'The token of the window is invalid: the desk was moved from another sheet, or has been moved again.',
    { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } },
  );
}
