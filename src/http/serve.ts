import type { Request } from './request';
import type { Caller, Routes } from './route';

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What the entry file hands to the router; http/ knows nothing of accounts. */
export interface Api {
  routes: readonly Routes[];
  /** Throws an HttpError 401 for a credential that is none; undefined where the request carries none. */
  authenticate(request: Request): Caller | undefined;
  /** Counts the request; throws an HttpError 429. Answers the RateLimit fields. */
  limit(caller: Caller): Record<string, string>;
}
