/** The order of the statuses. Those of the last stage are final. */
const STAGES = [
  ['queued'],
  ['sending'],
  ['sent'],
  ['delivered', 'undelivered', 'failed', 'canceled', 'received'],
] as const;

export type MessageStatus = (typeof STAGES)[number][number];
export const MESSAGE_STATUSES: readonly MessageStatus[] = STAGES.flat();

interface WithStatus {
  status: MessageStatus;
}

export function isFinal({ status }: WithStatus): boolean {
  return stageOf(status) === STAGES.length - 1;
}

/** Delivery reports may be repeated and arrive out of order, so a status never goes back to an earlier stage. */
export function isLater(status: MessageStatus, than: WithStatus): boolean {
  return stageOf(status) > stageOf(than.status);
}

function stageOf(status: MessageStatus): number {
  return STAGES.findIndex((stage: readonly MessageStatus[]) => stage.includes(status));
}
