import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request as send } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import type { EmulatorOptions } from 'emulate';

/** A service that emulate plays until it is closed; it remembers nothing. */
export interface Emulator {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Has emulate play a service that knows this from the start and takes `url` for its own address. It looks neither at
 * Host nor at Origin, so it gets no port, which any page in a browser here could call, but a socket of our own. Loaded
 * only by who wants one.
 */
export async function emulate(
  service: EmulatorOptions['service'],
  { url, seed }: { url: string; seed: object },
): Promise<Emulator> {
  const { createEmulator } = await import('emulate');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const socketPath =
    process.platform === 'win32' ? `\\\\.\\pipe\\sheetdesk-${randomUUID()}` : path.join(folder, service);
  // Node listens at a path where a port is expected, too, and ignores the host then.
  const port = socketPath as unknown as number;
  const emulator = await createEmulator({ service, port, baseUrl: url, seed: { [service]: seed } }).catch(
    (error) => {
      removeFolder();
      throw error;
    },
  );
  return {
    fetch: (request) => forward(socketPath, request),
    async close() {
      await emulator.close();
      removeFolder();
    },
  };
}

async function forward(socketPath: string, request: Request): Promise<Response> {
  const { pathname, search, host } = new URL(request.url);
  const body = Buffer.from(await request.arrayBuffer());
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { ...Object.fromEntries(request.headers), host, 'content-length': body.length };
    send({ socketPath, method: request.method, path: pathname + search, headers }, resolve)
      .on('error', reject)
      .end(body);
  });
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct))
    if (!PER_CONNECTION.has(name)) for (const value of values) headers.append(name, value);
  const content = parts.length > 0 ? Buffer.concat(parts) : null;
  return new Response(content, { status: answer.statusCode ?? 502, headers });
}

const PER_CONNECTION: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding']);
