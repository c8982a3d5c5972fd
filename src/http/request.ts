export const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

export type Method = (typeof METHODS)[number];

/** A request as every rule sees it, whichever of the three ways it came (design section 3). */
export interface Request {
  /** As it was sent; only METHODS have routes, OPTIONS tells them. HEAD is asked as GET by the gateway. */
  method: string;
  /** `/v1/leads/L-7`, always with its leading slash. */
  path: string;
  /** Without what the way itself needs: path, method, token, idempotency_key, if_match. */
  query: Readonly<Record<string, string>>;
  /** By lower-case name. A plain call has those for which its query stands. */
  headers: Readonly<Record<string, string>>;
  /** Raw, as it was signed. */
  body: string;
  /** What a plain call cannot carry, it is refused (webhook signatures) or says in its body (status). */
  way: 'plain' | 'envelope';
}
