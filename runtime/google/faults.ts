import { GoogleError, toErrorBody } from '../rest/google-error';

/** The next `times` matching requests (one by default) are answered with a fault. */
export type FaultRule = {
  method?: string;
  /** A text in path and query, or a pattern for them. */
  path: string | RegExp;
  status?: number;
  reason?: string;
  message?: string;
  /** Truncated JSON, with status 200 by default. */
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
