import { type Context, Hono } from 'hono';
import { answerFile, driveRoutes, takeFile } from '../drive/routes';
import type { Drive } from '../drive/tables';
import { type IntakeMethod, takeMessage } from '../gmail/intake';
import { gmailRoutes } from '../gmail/routes';
import type { Mailbox } from '../gmail/tables';
import { answer, parseJson } from '../rest/answer';
import { GoogleError, toErrorBody, unauthenticated } from '../rest/google-error';
import { type Upload, uploadRoutes } from '../rest/upload';
import type { Faults } from './faults';

type Parts = { mailbox: Mailbox; drive: Drive; faults: Faults; token: string };

const INTAKE_PATHS: Readonly<Record<IntakeMethod, string>> = {
  insert: '/messages',
  import: '/messages/import',
  send: '/messages/send',
};

/** The REST server, on the paths that Google's clients use when given another root. */
export function createGoogleApp({ mailbox, drive, faults, token }: Parts): Hono {
  const app = new Hono();
  app.use(async (c, next) => faults.take(c.req.raw) ?? next());
  app.use(async (c, next) => {
    checkToken(c, token);
    await next();
  });
  for (const path of ['/gmail/v1/users/:user/*', '/upload/gmail/v1/users/:user/*'])
    app.use(path, async (c, next) => {
      checkUser(c, mailbox.address);
      await next();
    });
  addIntake(app, mailbox);
  app.route('/gmail/v1/users/:user', gmailRoutes(mailbox));
  app.route('/drive/v3', driveRoutes(drive));
  addFileUploads(app, drive);
  app.notFound((c) => refuse(c, new GoogleError(404, 'notFound', 'Not Found')));
  app.onError((error, c) => refuse(c, error));
  return app;
}

function addIntake(app: Hono, mailbox: Mailbox): void {
  const entries = Object.entries(INTAKE_PATHS) as [IntakeMethod, string][];
  const take = (method: IntakeMethod) => (c: Context, upload: Upload) =>
    answer(c, takeMessage(mailbox, method, { ...upload, dateSource: c.req.query('internalDateSource') }));
  for (const [method, path] of entries)
    app.post(`/gmail/v1/users/:user${path}`, async (c) =>
      take(method)(c, { metadata: parseJson(await c.req.text()) }),
    );
  const routes = entries.map(([method, path]) => ({ method: 'POST' as const, path, take: take(method) }));
  app.route('/upload/gmail/v1/users/:user', uploadRoutes(routes));
}

function addFileUploads(app: Hono, drive: Drive): void {
  const take = (c: Context, upload: Upload) => answerFile(drive, c, takeFile(drive, c, upload));
  const create = { method: 'POST', path: '/files', take } as const;
  const update = { method: 'PATCH', path: '/files/:id', take } as const;
  app.route('/upload/drive/v3', uploadRoutes([create, update]));
}

function checkToken({ req }: Context, token: string): void {
  const credential = req.header('authorization');
  if (credential !== `Bearer ${token}`) throw unauthenticated(credential !== undefined);
}

function checkUser({ req }: Context, address: string): void {
  const user = (req.param('user') ?? '').toLowerCase();
  if (user === 'me' || user === address.toLowerCase()) return;
  throw new GoogleError(403, 'forbidden', `Delegation denied for ${address}`);
}

function refuse(context: Context, error: Error): Response {
  if (!(error instanceof GoogleError)) console.error(error);
  const known =
    error instanceof GoogleError
      ? error
      : new GoogleError(500, 'backendError', 'Internal error encountered.');
  return context.json(toErrorBody(known), known.status as 400);
}
