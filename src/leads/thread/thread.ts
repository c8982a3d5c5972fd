import { update, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import { isLater } from '../../texts/message-status';
import type { Message } from '../entries';
import { withWaiting } from '../lead/waiting';
import { findMerged } from '../merged';
import { LEADS, type Lead } from '../tables';

/** Change of a message in the thread of a lead. */
interface MessageChange {
  leadId: string;
  messageId: string;
  change: Partial<Message>;
}

/** The oldest first, whenever the webhook was reached. */
export function inOrder(thread: readonly Message[]): Message[] {
  return [...thread].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** The message of a lead that was merged is in the thread of the other one. */
export function updateMessage(leadId: string, messageId: string, change: Partial<Message>): void {
  const toPatch = (lead: Lead) => withChanges(lead, [{ leadId, messageId, change }]);
  if (update(LEADS, leadId, toPatch)) return;
  const mergedInto = findMerged(leadId);
  if (mergedInto !== undefined) update(LEADS, mergedInto, toPatch);
}

/** The same for many messages. Returns the IDs of those that are there, and not canceled. */
export function updateMessages(changes: readonly MessageChange[]): Set<string> {
  const open = new Set<string>();
  const found = new Set<string>();
  const patches = changes.map(({ leadId }) => {
    const own = changes.filter((one) => one.leadId === leadId);
    const toPatch = (lead: Lead) => {
      found.add(leadId);
      for (const { id, status } of lead.thread) if (status !== 'canceled') open.add(id);
      return withChanges(lead, own);
    };
    return [leadId, toPatch] as const;
  });
  writeAll(write.update(LEADS, new Map(patches)));
  for (const { leadId, messageId, change } of changes)
    if (!found.has(leadId)) updateMessage(leadId, messageId, change);
  return open;
}

function withChanges(lead: Lead, changes: readonly MessageChange[]): Partial<Lead> {
  const { thread } = lead;
  const changed = changes.reduce((messages, one) => withChange(messages, one.messageId, one.change), thread);
  if (JSON.stringify(changed) === JSON.stringify(thread)) return {};
  return withWaiting(lead, { thread: inOrder(changed), updatedAt: new Date() });
}

function withChange(
  thread: readonly Message[],
  messageId: string,
  { status, ...others }: Partial<Message>,
): Message[] {
  return thread.map((message) => {
    if (message.id !== messageId || message.status === 'canceled') return message;
    const moves = status !== undefined && isLater(status, message);
    return { ...message, ...others, ...(moves ? { status } : {}) };
  });
}
