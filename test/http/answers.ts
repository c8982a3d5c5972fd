import * as v from 'valibot';
import { findRoute, type Routes } from '../../src/http/route';
import type { Sent } from './ways';

/** Holds a route to what it says that it answers; `text` is the body of a success. */
export function assertDeclared(
  tables: readonly Routes[],
  { method = 'GET', path }: Pick<Sent, 'method' | 'path'>,
  text: string,
): void {
  const request = { method, path, query: '', headers: {}, body: '', transport: 'envelope' } as const;
  const { response: answer } = findRoute(tables, request).route;
  const issues = v.safeParse(answer, text === '' ? undefined : JSON.parse(text)).issues ?? [];
  expect(issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)).toEqual([]);
}
