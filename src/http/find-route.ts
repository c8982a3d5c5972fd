import { HttpError } from './http-error';
import type { AnyRoute, Request, Routes } from './route';

export interface FoundRoute {
  route: AnyRoute;
  params: Record<string, string>;
}

interface Candidate extends FoundRoute {
  method: string;
}

/** The route of a request. @throws HttpError 404, or 405 with the methods that the path has */
export function findRoute(tables: readonly Routes[], { method, path }: Request): FoundRoute {
  const chosen = routesAt(tables, path).find((one) => one.method === method);
  if (chosen) return chosen;
  const allow = methodsAt(tables, path);
  const message = `${method} is not allowed for ${path}. Allowed: ${allow}.`;
  throw new HttpError(405, 'method_not_allowed', message, { headers: { allow } });
}

/** As `Allow` says them: `GET, POST`. @throws HttpError 404 */
export function methodsAt(tables: readonly Routes[], path: string): string {
  return routesAt(tables, path)
    .map(({ method }) => method)
    .join(', ');
}

/** What is spelled out goes before what takes any word. */
function routesAt(tables: readonly Routes[], path: string): Candidate[] {
  const candidates = tables.flatMap((table) => Object.entries(table)).flatMap(toCandidate(path));
  if (candidates.length === 0)
    throw new HttpError(404, 'not_found', `No route matches ${path || 'an empty path'}.`);
  const fewest = Math.min(...candidates.map(({ params }) => Object.keys(params).length));
  return candidates.filter(({ params }) => Object.keys(params).length === fewest);
}

function toCandidate(path: string) {
  return ([endpoint, route]: [string, AnyRoute]): Candidate[] => {
    const [method = '', pattern = ''] = endpoint.split(' ');
    const params = match(pattern.split('/'), path.split('/'));
    return params ? [{ method, route, params }] : [];
  };
}

/** The values of a pattern's `:names`, undefined where the path is another one. */
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
