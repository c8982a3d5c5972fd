import { createHash } from 'node:crypto';
import type { Grants } from '../account/grants';
import type { Quotas } from '../account/quotas';
import type { Costs } from '../execution/costs';
import type { Execution } from '../execution/execution';
import { type Handlers, type Service, ServiceError } from '../execution/service';
import { changeLabels } from '../gmail/change';
import { listAttachedParts, readBodies } from '../gmail/content';
import { createDraft, type Draft, deleteDraft, getDraft, listDrafts, updateDraft } from '../gmail/drafts';
import { createLabel, deleteLabel, listLabels } from '../gmail/labels';
import type { Selection } from '../gmail/list';
import {
  findMessage,
  getAttachment,
  getMessage,
  getRaw,
  listThreadMessages,
  type MessageRow,
} from '../gmail/read';
import { countUnreadThreads, getThread, listThreadIds } from '../gmail/threads';
import type { Mail } from '../mail/calls';
import { composeMail, type MailParts, sendComposed, sendMail } from '../mail/outgoing';
import { GoogleError, invalidArgument } from '../rest/google-error';
import {
  headerOf,
  listMailAttachments,
  payloadOf,
  toForwardMail,
  toReplyMail,
  toThreading,
} from './answering';
import type {
  DraftRecord,
  GmailAppCalls,
  LabelChange,
  LabelRecord,
  MessageRecord,
  ThreadRecord,
  ThreadSelection,
} from './calls';

const READ = { ms: 160 };
const WRITE = { ms: 160 };
const SEND = { ms: 300 };

const COSTS: Costs<GmailAppCalls> = {
  'gmailApp.threads': READ,
  'gmailApp.unreadThreads': READ,
  'gmailApp.thread': READ,
  'gmailApp.threadsById': READ,
  'gmailApp.changeThreads': WRITE,
  'gmailApp.messagesOf': READ,
  'gmailApp.message': READ,
  'gmailApp.messagesById': READ,
  'gmailApp.changeMessages': WRITE,
  'gmailApp.bodies': READ,
  'gmailApp.raw': READ,
  'gmailApp.attachments': READ,
  'gmailApp.attachment': READ,
  'gmailApp.labels': READ,
  'gmailApp.createLabel': WRITE,
  'gmailApp.deleteLabel': WRITE,
  'gmailApp.aliases': READ,
  'gmailApp.send': SEND,
  'gmailApp.reply': SEND,
  'gmailApp.forward': SEND,
  'gmailApp.drafts': READ,
  'gmailApp.draft': READ,
  'gmailApp.createDraft': WRITE,
  'gmailApp.createReplyDraft': WRITE,
  'gmailApp.updateDraft': WRITE,
  'gmailApp.sendDraft': SEND,
  'gmailApp.deleteDraft': WRITE,
};

const SCOPE = 'https://mail.google.com/';

/** The numbers of threads that one call may list, and that it may change (facts 15.2). */
const MAX_LISTED = 500;
const MAX_CHANGED = 100;

/** Labels that drafts keep, whatever is asked of them (facts 15.2). */
const NOT_FOR_DRAFTS = ['STARRED', 'UNREAD'];

/** GmailApp: the mailbox without the REST API between. */
export function gmailAppService(context: MailParts & { grants: Grants }): Service<GmailAppCalls> {
  const { mailbox } = context.google;

  const handlers: Unguarded<GmailAppCalls> = {
    'gmailApp.threads': (_, selection, start, max) => {
      if (max > MAX_LISTED) throw new ServiceError(`Argument max cannot exceed ${MAX_LISTED}.`);
      if (start < 0) throw invalidArgument('Invalid argument: start');
      if (max < 0) throw invalidArgument('Invalid argument: max');
      return listThreadIds(mailbox, toSelection(selection), { start, max }).map(recordThread);
    },
    'gmailApp.unreadThreads': (_, selection) => countUnreadThreads(mailbox, toSelection(selection)),
    'gmailApp.thread': (_, id) => (listThreadMessages(mailbox, id).length > 0 ? recordThread(id) : null),
    'gmailApp.threadsById': (_, ids) => {
      for (const id of ids) getThread(mailbox, id);
      return ids.map(recordThread);
    },
    'gmailApp.changeThreads': (_, ids, change) => {
      if (ids.length > MAX_CHANGED)
        throw new ServiceError(`This operation can only be applied to at most ${MAX_CHANGED} threads.`);
      for (const { id } of ids.flatMap((threadId) => getThread(mailbox, threadId))) changeMessage(id, change);
      return ids.map(recordThread);
    },
    'gmailApp.messagesOf': (_, threadIds) =>
      threadIds.map((id) => listThreadMessages(mailbox, id).map(recordMessage)),
    'gmailApp.message': (_, id) => {
      const message = findMessage(mailbox, id);
      if (!message) throw new ServiceError(`Invalid argument: ${id}`);
      return recordMessage(message);
    },
    'gmailApp.messagesById': (_, ids) => ids.map((id) => recordMessage(getMessage(mailbox, id))),
    'gmailApp.changeMessages': (_, ids, change) => {
      for (const id of ids) changeMessage(id, change);
      return ids.map((id) => recordMessage(getMessage(mailbox, id)));
    },
    'gmailApp.bodies': (_, id) => readBodies(payloadOf(mailbox, getMessage(mailbox, id))),
    'gmailApp.raw': (_, id) => Buffer.from(getRaw(mailbox, getMessage(mailbox, id))).toString('base64'),
    'gmailApp.attachments': (_, id) => {
      const row = getMessage(mailbox, id);
      return listAttachedParts(payloadOf(mailbox, row)).map(({ part, attachmentId, isInline }) => {
        const content = getAttachment(mailbox, row, attachmentId);
        const hash = createHash('sha1').update(content).digest('hex');
        const { filename: name, mimeType: contentType } = part;
        return { id: attachmentId, name, contentType, size: content.length, hash, isInline };
      });
    },
    'gmailApp.attachment': (execution, messageId, attachmentId) => {
      const content = getAttachment(mailbox, getMessage(mailbox, messageId), attachmentId);
      execution.meter({ bytes: content.length });
      return Buffer.from(content).toString('base64');
    },
    'gmailApp.labels': () => listUserLabels(),
    'gmailApp.createLabel': (_, name) => {
      const existing = listUserLabels().find((one) => one.name.toLowerCase() === name.toLowerCase());
      return existing ?? toLabelRecord(createLabel(mailbox, name));
    },
    'gmailApp.deleteLabel': (_, id) => deleteLabel(mailbox, id),
    'gmailApp.aliases': () => [],
    'gmailApp.send': async (execution, mail) => {
      await sendMail(context, execution, mail);
    },
    'gmailApp.reply': async (execution, id, reply) => {
      const { mail, threading } = answer(id, (payload) => toReplyMail(mailbox, payload, reply));
      await sendMail(context, execution, mail, threading);
    },
    'gmailApp.forward': async (execution, id, given) => {
      const { mail, threading } = answer(id, (payload, row) =>
        toForwardMail(mailbox, row, readBodies(payload), given),
      );
      await sendMail(context, execution, mail, threading);
    },
    'gmailApp.drafts': () => listDrafts(mailbox).map((id) => recordDraft(getDraft(mailbox, id))),
    'gmailApp.draft': (_, id) => recordDraft(getDraft(mailbox, id)),
    'gmailApp.createDraft': async (_, mail) =>
      recordDraft(createDraft(mailbox, await composeMail(context, mail))),
    'gmailApp.createReplyDraft': async (_, id, reply) => {
      const { mail, threading } = answer(id, (payload) => toReplyMail(mailbox, payload, reply));
      const raw = await composeMail(context, mail, threading);
      return recordDraft(createDraft(mailbox, raw, threading.threadId));
    },
    'gmailApp.updateDraft': async (_, id, mail) => {
      getDraft(mailbox, id);
      return recordDraft(updateDraft(mailbox, id, await composeMail(context, mail)));
    },
    'gmailApp.sendDraft': (execution, id) => {
      const { message } = getDraft(mailbox, id);
      const [mail, raw] = [readMail(message), getRaw(mailbox, message)];
      const sent = sendComposed(context, execution, { mail, raw, threadId: message.thread_id });
      deleteDraft(mailbox, id);
      return recordMessage(getMessage(mailbox, sent.id));
    },
    'gmailApp.deleteDraft': (_, id) => deleteDraft(mailbox, id),
  };
  return { costs: COSTS, handlers: guarded(context, handlers) };

  function answer(id: string, toMail: (payload: ReturnType<typeof payloadOf>, row: MessageRow) => Mail) {
    const row = getMessage(mailbox, id);
    const payload = payloadOf(mailbox, row);
    return { mail: toMail(payload, row), threading: toThreading(row, payload) };
  }

  function changeMessage(id: string, { add, remove }: LabelChange): void {
    const message = getMessage(mailbox, id);
    const isDraft = (JSON.parse(message.label_ids) as string[]).includes('DRAFT');
    const mayChange = (label: string) => !isDraft || !NOT_FOR_DRAFTS.includes(label);
    changeLabels(mailbox, [message], { add: add.filter(mayChange), remove: remove.filter(mayChange) });
  }

  function recordThread(id: string): ThreadRecord {
    const messages = listThreadMessages(mailbox, id);
    const labelIds = [...new Set(messages.flatMap((one) => JSON.parse(one.label_ids) as string[]))];
    return {
      ...{ id, labelIds, messageCount: messages.length },
      subject: messages[0]?.subject ?? '',
      lastMessageAt: messages.at(-1)?.internal_date ?? 0,
      labels: listUserLabels().filter((label) => labelIds.includes(label.id)),
      permalink: `https://mail.google.com/mail?extsrc=sync&client=docs&plid=${toOpaque(id)}`,
    };
  }

  function recordMessage(row: MessageRow): MessageRecord {
    const { id, thread_id: threadId, internal_date: at } = row;
    const labelIds = JSON.parse(row.label_ids) as string[];
    return { id, threadId, at, labelIds, headers: payloadOf(mailbox, row).headers };
  }

  function recordDraft({ id, message }: Draft): DraftRecord {
    return { id, message: recordMessage(message) };
  }

  function listUserLabels(): LabelRecord[] {
    return listLabels(mailbox)
      .labels.filter(({ type }) => type === 'user')
      .map(toLabelRecord);
  }

  /** Reads a draft's mail, for the limits of sending and the list of sent mail. */
  function readMail(row: MessageRow): Mail {
    const payload = payloadOf(mailbox, row);
    const { html, plain } = readBodies(payload);
    const field = (name: string) => headerOf(payload.headers, name);
    return {
      ...{ to: field('to'), cc: field('cc'), bcc: field('bcc'), subject: field('subject') },
      ...{ body: plain, ...(html === plain ? {} : { htmlBody: html }) },
      attachments: listMailAttachments(mailbox, row),
    };
  }
}

type Unguarded<C> = {
  [M in keyof C]: C[M] extends (method: string, ...args: infer A) => infer R
    ? (execution: Execution, ...args: A) => R | Promise<R>
    : never;
};

/** Checks the scope and counts the day's operations, of which sending is none, before each call. */
function guarded(
  { grants, quotas }: { grants: Grants; quotas: Quotas },
  handlers: Unguarded<GmailAppCalls>,
): Handlers<GmailAppCalls> {
  const entries = Object.entries(handlers) as [keyof GmailAppCalls, (...args: unknown[]) => unknown][];
  const guard = ([name, handler]: (typeof entries)[number]) => [
    name,
    async (execution: Execution, method: string, ...args: unknown[]) => {
      grants.assert(execution, method, SCOPE);
      if (COSTS[name] !== SEND) quotas.spend('gmailOperations', 1);
      try {
        return await handler(execution, ...args);
      } catch (error) {
        throw error instanceof GoogleError ? new ServiceError(error.message) : error;
      }
    },
  ];
  return Object.fromEntries(entries.map(guard)) as Handlers<GmailAppCalls>;
}

function toSelection(selection: ThreadSelection): Selection {
  if ('query' in selection) return { q: selection.query, labelIds: [], includeSpamTrash: false };
  return { q: '', labelIds: [selection.label], includeSpamTrash: false };
}

function toLabelRecord({ id, name }: LabelRecord): LabelRecord {
  return { id, name };
}

function toOpaque(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
