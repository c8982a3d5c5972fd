import { session } from '../session';
import { tabStorage } from '../storage';

/**
 * Finds what somebody has typed and the server does not have yet. It outlives a reload of this tab, and is hidden from
 * others who log in here.
 */
export function findDraft<T>(leadId: string, kind: string): T | undefined {
  const stored = tabStorage.getItem(keyOf(leadId, kind));
  return stored === null ? undefined : (JSON.parse(stored) as T);
}

export function keepDraft(leadId: string, kind: string, draft: object): void {
  tabStorage.setItem(keyOf(leadId, kind), JSON.stringify(draft));
}

export function dropDraft(leadId: string, kind: string): void {
  tabStorage.removeItem(keyOf(leadId, kind));
}

function keyOf(leadId: string, kind: string): string {
  return `draft ${session.get()?.user.id} ${leadId} ${kind}`;
}
