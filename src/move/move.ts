import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { ascii, isEqualBytes, randomBytes, toBase36 } from '../accounts/tokens';
import { HttpError } from '../http/http-error';
import type { Request } from '../http/route';
import { EXECUTION_TTL_MS } from '../platform/platform';
import { declareSettings, readSettings, writeSettings } from '../platform/settings';
import { UserError } from '../platform/user-error';

/** State of the API: served from this sheet, on its way to a database, or there. */
export interface Move {
  state: 'none' | 'moving' | 'moved';
  /** Address of the host, now or later, without a slash at the end; empty where there is no move. */
  address: string;
  /** Token that the sheet shows the host once the API has moved, to get the rows of its window. */
  windowToken: string;
  /** Epoch ms. */
  startedAt: number;
}

/** A script property among the settings: every request reads them, so the state costs none a call of its own. */
interface StoredMove extends Move {
  /** SHA-256 of the half of the token that is sent. */
  tokenHash: string;
  /** The half that never is: what must not be read on the way is sealed with it. */
  sealKey: string;
}

const PROPERTY = 'move';
declareSettings(/^move$/);
const NONE: StoredMove = {
  state: 'none',
  address: '',
  windowToken: '',
  startedAt: 0,
  tokenHash: '',
  sealKey: '',
};

/** The paths of the move itself, which are served while everything else is refused. */
export const MOVE_PATH = '/v1/move';

export function readMove(): Move {
  return readStored();
}

/** Makes the token, of which the sheet keeps no more than it needs. From now on all requests are refused. */
export function beginMove(address: string): string {
  const [sent, sealKey] = [toBase36(randomBytes()), toBase36(randomBytes())];
  const { state, startedAt } = readStored();
  store({
    ...NONE,
    state: 'moving',
    address,
    startedAt: state === 'moving' ? startedAt : Date.now(),
    tokenHash: hashOf(sent),
    sealKey,
  });
  return `${sent}-${sealKey}`;
}

/** The API is served from the sheet again. */
export function stopMove(): void {
  writeSettings({ [PROPERTY]: undefined });
}

/** Ends the move for good. May be repeated. */
export function finishMove(windowToken: string): void {
  store({ ...readStored(), state: 'moved', windowToken, sealKey: '' });
}

/**
 * The move that the token of a request belongs to.
 * @throws HttpError 401
 */
export function authorizeMove({ headers, transport }: Request): StoredMove {
  const [, sent = ''] = /^Bearer +(\w+)$/.exec(headers.authorization ?? '') ?? [];
  const move = readStored();
  const isRight = isEqualBytes(ascii(hashOf(sent)), ascii(move.tokenHash));
  if (move.state !== 'none' && isRight && transport === 'envelope') return move;
  throw new HttpError(
    401,
    'invalid_token',
    'The token of the move is invalid, or the move was stopped. Choose API > Move to a database in the sheet.',
    { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } },
  );
}

/** Requests and runs of the timer that had begun before the move have certainly ended. */
export function isSettled({ startedAt }: StoredMove): boolean {
  return Date.now() - startedAt > EXECUTION_TTL_MS;
}

/** Every request but those of the move itself. @throws HttpError 503 that names the new address */
export function assertServedHere({ path }: Request): void {
  const { state, address } = readStored();
  if (state === 'none' || path === MOVE_PATH || path.startsWith(`${MOVE_PATH}/`)) return;
  const isMoving = state === 'moving';
  const message = isMoving
    ? `This API is moving to ${address} and will answer there soon. Nothing is served or sent until then.`
    : `This API has moved to ${address}. Send requests there.`;
  throw new HttpError(503, state, message, {
    retryAfter: isMoving ? 60 : 86_400,
    headers: { location: address },
    isKnown: true,
  });
}

/** An item of the menu that would change what is no longer used. */
export function unlessMoved(item: () => void): () => void {
  return () => {
    const { state, address } = readStored();
    if (state === 'moving')
      throw new UserError(
        `The API is moving to ${address}. Nothing can be changed here until the move is finished.`,
      );
    if (state === 'moved')
      throw new UserError(
        `The API has moved to ${address}. Use the commands of the host: npm run host -- help`,
      );
    item();
  };
}

function readStored(): StoredMove {
  const stored = readSettings()[PROPERTY];
  return stored === undefined ? NONE : { ...NONE, ...(JSON.parse(stored) as Partial<StoredMove>) };
}

function store(move: StoredMove): void {
  writeSettings({ [PROPERTY]: JSON.stringify(move) });
}

function hashOf(sent: string): string {
  return bytesToHex(sha256(ascii(sent)));
}
