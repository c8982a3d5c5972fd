import { GoogleError } from './google-error';
import { parseJson, type Upload } from './upload-body';

type Session = { metadata: unknown; type: string; chunks: Uint8Array[]; received: number };

export type UploadSessions = {
  /** Opens a session for the request's metadata and answers where to put the content. */
  open(request: Request): Promise<Response>;
  /** Takes a piece; gives the whole upload after the last one, or the answer that asks for more. */
  put(request: Request): Promise<Upload | Response>;
};

/** Resumable uploads, kept in memory: a client whose session is lost gets 404 and starts again, as with Google. */
export function createUploadSessions(): UploadSessions {
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

/** Content without a range is all there is; a total of `*` means that more will come. */
function isComplete({ received }: Session, range: string | null): boolean {
  if (range === null) return true;
  return Number(/\/(\d+)$/.exec(range)?.[1] ?? Number.NaN) === received;
}

function askForMore({ received }: Session): Response {
  const headers: Record<string, string> = received > 0 ? { range: `bytes=0-${received - 1}` } : {};
  return new Response(null, { status: 308, headers });
}
