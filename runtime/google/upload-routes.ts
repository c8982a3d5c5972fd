import { type Context, Hono } from 'hono';
import { readUpload, type Upload } from './upload-body';
import { createUploadSessions } from './upload-session';

export type UploadTarget = (context: Context, upload: Upload) => Response;

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
