import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { answer, readJson } from '../rest/answer';
import { toBase64Url } from '../rest/base64url';
import { GoogleError } from '../rest/google-error';
import { toBoolean, toCount } from '../rest/query-parameters';
import { changeLabels, deleteMessage, type LabelChange } from './change';
import { listHistory } from './history';
import { assertLabels, createLabel, deleteLabel, getLabel, listLabels } from './labels';
import { listMessages } from './list';
import {
  type GmailMessage,
  getAttachment,
  getMessage,
  getRaw,
  type MessageRow,
  toFull,
  toMinimal,
} from './read';
import { getCounter, type Mailbox } from './tables';
import { changeThread, getThread, listThreads, toHistoryId } from './threads';

const ModifyBody = v.object({
  addLabelIds: v.optional(v.array(v.string()), []),
  removeLabelIds: v.optional(v.array(v.string()), []),
});

const LabelBody = v.object({ name: v.optional(v.string(), '') });

/** Gmail v1 below `/users/{userId}`, without the methods that take raw messages (intake.ts). */
export function gmailRoutes(mailbox: Mailbox): Hono {
  const app = new Hono();
  app.get('/profile', (c) => answer(c, toProfile(mailbox)));
  app.get('/labels', (c) => answer(c, listLabels(mailbox)));
  app.post('/labels', async (c) => answer(c, createLabel(mailbox, (await readJson(c, LabelBody)).name)));
  app.get('/labels/:id', (c) => answer(c, getLabel(mailbox, c.req.param('id'))));
  app.delete('/labels/:id', (c) => {
    deleteLabel(mailbox, c.req.param('id'));
    return c.body(null, 204);
  });
  app.get('/messages', (c) => answer(c, listMessages(mailbox, toListQuery(c))));
  app.get('/messages/:id', (c) => answer(c, toFormat(mailbox, getMessage(mailbox, c.req.param('id')), c)));
  app.get('/messages/:id/attachments/:attachmentId', (c) => {
    const content = getAttachment(
      mailbox,
      getMessage(mailbox, c.req.param('id')),
      c.req.param('attachmentId'),
    );
    return answer(c, { size: content.length, data: toBase64Url(content) });
  });
  app.post('/messages/:id/modify', async (c) => {
    const { addLabelIds, removeLabelIds } = await readJson(c, ModifyBody);
    assertLabels(mailbox, [...addLabelIds, ...removeLabelIds]);
    return relabel(mailbox, c, { add: addLabelIds, remove: removeLabelIds });
  });
  app.post('/messages/:id/trash', (c) => relabel(mailbox, c, { add: ['TRASH'], remove: ['INBOX'] }));
  app.post('/messages/:id/untrash', (c) => relabel(mailbox, c, { add: [], remove: ['TRASH'] }));
  app.delete('/messages/:id', (c) => {
    deleteMessage(mailbox, getMessage(mailbox, c.req.param('id')));
    return c.body(null, 204);
  });
  app.get('/threads', (c) => answer(c, listThreads(mailbox, toListQuery(c))));
  app.get('/threads/:id', (c) => answer(c, toThread(mailbox, c)));
  app.post('/threads/:id/modify', async (c) => {
    const { addLabelIds, removeLabelIds } = await readJson(c, ModifyBody);
    assertLabels(mailbox, [...addLabelIds, ...removeLabelIds]);
    return relabelThread(mailbox, c, { add: addLabelIds, remove: removeLabelIds });
  });
  app.post('/threads/:id/trash', (c) => relabelThread(mailbox, c, { add: ['TRASH'], remove: ['INBOX'] }));
  app.post('/threads/:id/untrash', (c) => relabelThread(mailbox, c, { add: [], remove: ['TRASH'] }));
  app.get('/history', (c) => answer(c, listHistory(mailbox, toHistoryQuery(c))));
  return app;
}

function relabel(mailbox: Mailbox, context: Context, change: LabelChange): Response {
  const id = context.req.param('id') ?? '';
  changeLabels(mailbox, [getMessage(mailbox, id)], change);
  const { threadId, labelIds } = toMinimal(getMessage(mailbox, id));
  return answer(context, { id, threadId, labelIds });
}

function relabelThread(mailbox: Mailbox, context: Context, change: LabelChange): Response {
  const messages = changeThread(mailbox, context.req.param('id') ?? '', change).map(toMinimal);
  const [first] = messages;
  return answer(context, {
    id: first?.threadId,
    messages: messages.map(({ id, threadId, labelIds }) => ({ id, threadId, labelIds })),
  });
}

function toThread(mailbox: Mailbox, context: Context): object {
  const messages = getThread(mailbox, context.req.param('id') ?? '');
  return {
    id: messages[0]?.thread_id,
    historyId: toHistoryId(messages),
    messages: messages.map((message) => toFormat(mailbox, message, context)),
  };
}

function toFormat(mailbox: Mailbox, message: MessageRow, context: Context): object {
  const format = (context.req.query('format') || 'full').toLowerCase();
  if (format === 'minimal') return toMinimal(message);
  if (format === 'raw') return { ...toMinimal(message), raw: toBase64Url(getRaw(mailbox, message)) };
  if (format === 'metadata')
    return toMetadata(mailbox, message, context.req.queries('metadataHeaders') ?? []);
  if (format === 'full') return toFull(mailbox, message);
  throw new GoogleError(400, 'invalid', `Invalid value at 'format' (TYPE_ENUM), "${format}"`);
}

function toMetadata(mailbox: Mailbox, message: MessageRow, names: string[]): object {
  const { payload, ...minimal }: GmailMessage = toFull(mailbox, message);
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const isWanted = ({ name }: { name: string }) => wanted.size === 0 || wanted.has(name.toLowerCase());
  return { ...minimal, payload: { mimeType: payload?.mimeType, headers: payload?.headers.filter(isWanted) } };
}

function toListQuery({ req }: Context) {
  return {
    q: req.query('q') ?? '',
    labelIds: req.queries('labelIds') ?? [],
    includeSpamTrash: toBoolean(req.query('includeSpamTrash')),
    maxResults: toCount(req.query('maxResults'), { name: 'maxResults', byDefault: 100, max: 500 }),
    pageToken: req.query('pageToken'),
  };
}

function toHistoryQuery({ req }: Context) {
  return {
    startHistoryId: req.query('startHistoryId') ?? '',
    historyTypes: req.queries('historyTypes') ?? [],
    labelId: req.query('labelId'),
    maxResults: toCount(req.query('maxResults'), { name: 'maxResults', byDefault: 100, max: 500 }),
    pageToken: req.query('pageToken'),
  };
}

function toProfile(mailbox: Mailbox): object {
  const sql = 'select count(*) as messages, count(distinct thread_id) as threads from gmail_messages';
  const counts = mailbox.store.prepare(sql).get() as { messages: number; threads: number };
  return {
    emailAddress: mailbox.address,
    messagesTotal: counts.messages,
    threadsTotal: counts.threads,
    historyId: String(getCounter(mailbox, 'history')),
  };
}
