import { HttpError } from './http-error';
import type { AnyRoute, Request, Routes } from './route';

interface FoundRoute {
  method: string;
  route: AnyRoute;
  /** The path's values of `:names`. */
  params: Record<string, string>;
}

/** @throws HttpError 404, or 405 that lists the methods of the path */
export function findRoute(tables: readonly Routes[], { method, path }: Request): FoundRoute {
  const chosen = routesAt(tables, path).find((one) => one.method === method);
  if (chosen) return chosen;
  const allow = methodsAt(tables, path);
  const message = `${method} is not allowed for ${path}. Allowed: ${allow}.`;
  throw new HttpError(405, 'method_not_allowed', message, { headers: { allow } });
}

/** As in `Allow`: `GET, POST`. @throws HttpError 404 */
export function methodsAt(tables: readonly Routes[], path: string): string {
  return routesAt(tables, path)
    .map(({ method }) => method)
    .join(', ');
}

/** A literal segment goes before a parameter. */
function routesAt(tables: readonly Routes[], path: string): FoundRoute[] {
  const candidates = tables
    .flatMap((table) => Object.entries(table))
    .flatMap(([endpoint, route]) => {
      const [method = '', pattern = ''] = endpoint.split(' ');
      const params = match(pattern.split('/'), path.split('/'));
      return params ? [{ method, route, params }] : [];
    });
  if (candidates.length === 0)
    throw new HttpError(404, 'not_found', `No route matches ${path || 'an empty path'}.`);
  const fewest = Math.min(...candidates.map(({ params }) => Object.keys(params).length));
  return candidates.filter(({ params }) => Object.keys(params).length === fewest);
}

/** Undefined where the path does not match. */
function match(pattern: readonly string[], path: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== path.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const given = decode(path[index] ?? '');
    if (!part.startsWith(':') && given !== part) return undefined;
    if (part.startsWith(':') && !given) return undefined;
    if (part.startsWith(':')) params[part.slice(1)] = given as string;
  }
  return params;
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
