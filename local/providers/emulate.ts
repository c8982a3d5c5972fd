import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request as send } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import type { EmulatorOptions } from 'emulate';

/** An emulated service; it has no state after it is closed. */
export interface Emulator {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Starts an emulated service with `seed` at the address `url`. emulate checks neither Host nor Origin, so it gets a
 * socket instead of a port, which any page in a browser here could call. The package is loaded only if it is needed.
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
  // Node also accepts a path as port, and then ignores the host.
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
