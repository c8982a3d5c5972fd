import { type Context, Hono } from 'hono';
import { splitAtBoundary } from '../mime/boundary';
import { findHeader, readHeaders } from '../mime/headers';
import { parseParameters } from '../mime/parameters';
import { decodeTransfer } from '../mime/transfer';
import { parseJson } from './answer';
import { GoogleError, invalidArgument } from './google-error';

type Media = { type: string; bytes: Uint8Array };

/** `metadata` is parsed JSON, not yet validated. */
export type Upload = { metadata: unknown; media?: Media | undefined };

type Session = { metadata: unknown; type: string; chunks: Uint8Array[]; received: number };

type UploadSessions = {
  /** Opens a session for the request's metadata; the response says where to put the content. */
  open(request: Request): Promise<Response>;
  /** Takes a chunk; returns the whole upload after the last one, or the response that asks for more. */
  put(request: Request): Promise<Upload | Response>;
};

type UploadTarget = (context: Context, upload: Upload) => Response;

type UploadRoute = { method: 'POST' | 'PATCH'; path: string; take: UploadTarget };

/** The three ways to upload (media, multipart, resumable) for each of the given routes. */
export function uploadRoutes(routes: readonly UploadRoute[]): Hono {
  const sessions = createUploadSessions();
  const app = new Hono();
  for (const { method, path, take } of routes) {
    app.on(method, path, async (c) => {
      const uploadType = c.req.query('uploadType') ?? 'media';
      if (uploadType === 'resumable') return sessions.open(c.req.raw);
      return take(c, await readUpload(c.req.raw, uploadType));
    });
    app.put(path, async (c) => {
      const upload = await sessions.put(c.req.raw);
      return upload instanceof Response ? upload : take(c, upload);
    });
  }
  return app;
}

/** Reads a body of `uploadType=media`, which is the content alone, or `multipart`, which is JSON and then the content. */
async function readUpload(request: Request, uploadType: string): Promise<Upload> {
  const type = request.headers.get('content-type') ?? '';
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (uploadType === 'media') return { metadata: {}, media: { type, bytes } };
  if (uploadType !== 'multipart') throw invalidArgument(`Unsupported uploadType: ${uploadType}`);
  return splitRelated(bytes, parseParameters(type).parameters.get('boundary') ?? '');
}

function splitRelated(bytes: Uint8Array, boundary: string): Upload {
  const [json, content] = splitAtBoundary(bytes, boundary);
  if (!json || !content) throw invalidArgument('Missing end boundary in multipart body.');
  const metadata = parseJson(Buffer.from(readPart(json).bytes).toString());
  return { metadata, media: readPart(content) };
}

function readPart(part: Uint8Array): Media {
  const { headers, bodyStart } = readHeaders(part);
  const encoding = findHeader(headers, 'content-transfer-encoding') ?? '';
  const bytes = decodeTransfer(part.subarray(bodyStart), encoding);
  return { type: findHeader(headers, 'content-type') ?? '', bytes };
}

/** Resumable uploads, in memory: a client whose session is lost gets 404 and starts again, as on Google. */
function createUploadSessions(): UploadSessions {
  const sessions = new Map<string, Session>();
  let count = 0;
  return { open, put };

  async function open(request: Request): Promise<Response> {
    const metadata = parseJson(await request.text());
    const type = request.headers.get('x-upload-content-type') ?? 'application/octet-stream';
    count += 1;
    const id = `upload-${count}`;
    sessions.set(id, { metadata, type, chunks: [], received: 0 });
    const location = new URL(request.url);
    location.searchParams.set('upload_id', id);
    return new Response(null, { headers: { location: location.href, 'x-guploader-uploadid': id } });
  }

  async function put(request: Request): Promise<Upload | Response> {
    const id = new URL(request.url).searchParams.get('upload_id') ?? '';
    const session = sessions.get(id);
    if (!session) throw new GoogleError(404, 'notFound', 'Upload session not found.');
    addChunk(session, new Uint8Array(await request.arrayBuffer()));
    if (!isComplete(session, request.headers.get('content-range'))) return askForMore(session);
    sessions.delete(id);
    return {
      metadata: session.metadata,
      media: { type: session.type, bytes: Buffer.concat(session.chunks) },
    };
  }
}

function addChunk(session: Session, chunk: Uint8Array): void {
  session.chunks.push(chunk);
  session.received += chunk.length;
}

/** Content without a range is complete; a total of `*` means that more will come. */
function isComplete({ received }: Session, range: string | null): boolean {
  if (range === null) return true;
  return Number(/\/(\d+)$/.exec(range)?.[1] ?? Number.NaN) === received;
}

function askForMore({ received }: Session): Response {
  const headers: Record<string, string> = received > 0 ? { range: `bytes=0-${received - 1}` } : {};
  return new Response(null, { status: 308, headers });
}
