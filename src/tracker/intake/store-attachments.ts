import { classifyError, describeError } from '../../platform/google-errors';
import { updateAll, type Write } from '../../tables/tables';
import type { AttachmentStore, StoredAttachment } from '../mail/attachments';
import { getMessage } from '../mail/gmail';
import { toMail } from '../mail/mail';
import { MESSAGES } from '../tables';
import type { Failed, Failure } from './failures';
import type { Known } from './prepare';

/** What a message's row still lacks, for the list of what is tried again. */
export function missingIn(
  id: string,
  caseNumber: string,
  attachments: readonly StoredAttachment[],
): Failed[] {
  const missing = attachments.filter(({ driveId }) => driveId === null);
  const [first] = missing;
  if (!first) return [];
  const parts = missing.map(({ partId = '' }) => partId);
  return [{ kind: 'attachments', id, error: first.error ?? '', caseNumber, parts }];
}

export interface Retried {
  changes: Write[];
  failures: Failed[];
}

/** Stores what an earlier run could not, and completes the rows; a message whose row is gone is let go. */
export function retryAttachments(due: readonly Failure[], known: Known, store: AttachmentStore): Retried {
  const retried: Retried = { changes: [], failures: [] };
  for (const failure of due) {
    if (failure.kind === 'attachments' && known.has(failure.id)) retry(failure, store, retried);
  }
  return retried;
}

function retry(failure: Failure, store: AttachmentStore, { changes, failures }: Retried): void {
  const { kind, id, caseNumber = '', parts = [] } = failure;
  try {
    if (store.refused !== undefined) throw new Error(store.refused);
    const stored = storeParts(failure, store);
    changes.push(
      updateAll(MESSAGES, id, ({ attachments }) => ({ attachments: completed(attachments, stored) })),
    );
    failures.push(...missingIn(id, caseNumber, [...stored.values()]));
  } catch (error) {
    if (classifyError(error) !== 'not found')
      failures.push({ kind, id, error: describeError(error), caseNumber, parts });
  }
}

/**
 * What was missing in its place; what somebody has taken out of the list, at the end. A run that died may have
 * completed the row already.
 */
function completed(
  attachments: readonly StoredAttachment[],
  stored: ReadonlyMap<string, StoredAttachment>,
): StoredAttachment[] {
  const updated = attachments.map((old) => stored.get(old.partId ?? '') ?? old);
  const listed = new Set(updated.map(({ driveId }) => driveId));
  const lacking = [...stored.values()].filter(({ driveId }) => driveId !== null && !listed.has(driveId));
  return [...updated, ...lacking];
}

function storeParts(
  { id, caseNumber = '', parts = [] }: Failure,
  store: AttachmentStore,
): Map<string, StoredAttachment> {
  const wanted = toMail(getMessage(id)).attachments.filter(({ partId }) => parts.includes(partId));
  return new Map(
    wanted.map((attachment) => [attachment.partId, store.storeAgain(id, attachment, caseNumber)]),
  );
}
