/**
 * Calls the control API.
 * @throws Error with the server's message
 */
export async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(`/_local/${path}`, init).catch(() => {
    throw new Error('The local server is not responding.');
  });
  const body = (await answer.json()) as T & { error?: { message: string } | null };
  if (!answer.ok) throw new Error(body.error?.message ?? `The local server returned ${answer.status}.`);
  return body;
}

export function post<T>(path: string, body?: BodyInit, type?: string): Promise<T> {
  return ask(path, {
    method: 'POST',
    ...(body === undefined ? {} : { body }),
    ...(type ? { headers: { 'content-type': type } } : {}),
  });
}

export function postJson<T>(path: string, body: unknown): Promise<T> {
  return post(path, JSON.stringify(body), 'application/json');
}
