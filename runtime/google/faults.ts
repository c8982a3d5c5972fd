import { GoogleError, toErrorBody } from './google-error';

/** The next `times` requests (one, unless said) that match are answered with a fault instead. */
export type FaultRule = {
  method?: string;
  /** Text that the path contains, or a pattern for path and query. */
  path: string | RegExp;
  status?: number;
  reason?: string;
  message?: string;
  /** An answer whose body breaks off in the middle of its JSON, with status 200 unless `status` is given. */
  malformed?: boolean;
  times?: number;
};

export type Faults = {
  add(rule: FaultRule): void;
  take(request: Request): Response | undefined;
  clear(): void;
};

export function createFaults(): Faults {
  let rules: { rule: FaultRule; left: number }[] = [];
  return { add, take, clear };

  function add(rule: FaultRule): void {
    rules.push({ rule, left: rule.times ?? 1 });
  }

  function take(request: Request): Response | undefined {
    const entry = rules.find(({ rule }) => isMatch(rule, request));
    if (!entry) return undefined;
    entry.left -= 1;
    rules = rules.filter(({ left }) => left > 0);
    return toResponse(entry.rule);
  }

  function clear(): void {
    rules = [];
  }
}

function isMatch({ method, path }: FaultRule, request: Request): boolean {
  if (method && method.toUpperCase() !== request.method) return false;
  const { pathname, search } = new URL(request.url);
  const target = pathname + search;
  return typeof path === 'string' ? target.includes(path) : target.search(path) >= 0;
}

function toResponse({ status, reason, message, malformed }: FaultRule): Response {
  if (malformed) {
    const headers = { 'content-type': 'application/json; charset=UTF-8' };
    return new Response('{"messages": [{"id": "', { status: status ?? 200, headers });
  }
  const error = new GoogleError(
    status ?? 500,
    reason ?? 'backendError',
    message ?? 'Internal error encountered.',
  );
  return Response.json(toErrorBody(error), { status: error.status });
}
