/** The part of Cloudflare's runtime that the gateway uses. Its own types would replace those of Node for all files here. */
declare module 'cloudflare:workers' {
  export class DurableObject<Env> {
    constructor(ctx: unknown, env: Env);
    protected env: Env;
  }

  /** One object for each name in all of a Worker's instances, whose methods are called over the network. */
  export interface DurableObjectNamespace<T> {
    getByName(name: string): T;
  }

  export interface ExecutionContext {
    /** Keeps what it started for a request alive once the caller has gone, for 30 seconds at most. */
    waitUntil(work: Promise<unknown>): void;
  }
}
