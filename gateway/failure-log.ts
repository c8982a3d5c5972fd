import type { Envelope } from './envelope';
import type { GatewayError } from './gateway-error';

const QUIET_MS = 60_000;

/** Patterns of secrets: an order's id, a credential by its name, and whatever follows "Bearer". */
const ID_SEGMENTS = /\/(?!v1\b)[^/]*\d[^/]*/g;
const NAMED_SECRETS = /\b(token|access_token|password|secret|key)(["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi;
const BEARER = /\b(Bearer) +\S+/gi;

interface Repeated {
  /** Epoch ms of the last line. */
  loggedAt: number;
  /** Number of failures since that line. */
  count: number;
}

/** Logs what goes wrong between here and the script: one line a minute for each failure, however many met it. */
export class FailureLog {
  last: { at: string; code: string } | null = null;
  /** Failures by the words for the caller, of which there are a few dozen. */
  private readonly failures = new Map<string, Repeated>();

  log(error: GatewayError, { method, path }: Envelope): void {
    const now = Date.now();
    this.last = { at: new Date(now).toISOString(), code: error.code };
    const known = this.failures.get(error.message);
    if (known && now - known.loggedAt < QUIET_MS) {
      known.count++;
      return;
    }
    this.failures.set(error.message, { loggedAt: now, count: 0 });
    const request = `${method} ${path.replace(ID_SEGMENTS, '/*')}`;
    const more = known?.count
      ? ` (and ${known.count} more since ${new Date(known.loggedAt).toISOString()})`
      : '';
    const why = maskSecrets(`${error.forOwner || error.message} ${describeCause(error.cause)}`.trim());
    console.error(`${this.last.at} ${request}: ${error.status} ${error.code}${more}. ${why}`);
  }
}

/** The innermost reason: Node's fetch says no more than "fetch failed" itself. */
function describeCause(cause: unknown): string {
  const { cause: inner, message = '' } = Object(cause) as { cause?: unknown; message?: string };
  return inner === undefined ? message : describeCause(inner);
}

function maskSecrets(text: string): string {
  return text.replace(NAMED_SECRETS, '$1$2***').replace(BEARER, '$1 ***');
}
