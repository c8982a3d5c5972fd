import type { MiddlewareHandler } from 'hono';

const NOWHERE = /^(?!)/;

/**
 * Refuses requests under other names than this machine's, since another name that resolves to 127.0.0.1 is an
 * attacker's, and requests from pages of other origins, except at paths that match `open`.
 */
export function guard(home: string, { open = NOWHERE } = {}): MiddlewareHandler {
  const { port } = new URL(home);
  const hosts = ['localhost', '127.0.0.1', '[::1]'].map((name) => (port ? `${name}:${port}` : name));
  return async (c, next) => {
    const named = c.req.header('host') ?? '';
    // Clients leave out port 80, and so does the URL of a server at that port.
    const host = port ? named : named.replace(/:80$/, '');
    if (!hosts.includes(host))
      return c.text(`Host ${named || '(none)'} is not served here. Use localhost.\n`, 421);
    const origin = c.req.header('origin');
    if (origin !== undefined && origin !== `http://${host}` && !open.test(c.req.path))
      return c.text(`Requests from ${origin} are not allowed.\n`, 403);
    return next();
  };
}
