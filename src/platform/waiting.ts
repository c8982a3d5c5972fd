/** Side that has to answer next in a conversation with someone outside. */
export type WaitingFor = 'you' | 'them';

/** Last messages and state of a conversation. An invalid date means never. */
export interface Conversation {
  /** Time when a person outside last wrote; what programs send does not count. */
  theirs: Date;
  /** Time of the last answer. */
  ours: Date;
  isClosed: boolean;
  /** Something has come in that nobody has seen. */
  isNew: boolean;
}

export interface Waiting {
  waitingFor: WaitingFor;
  since: Date;
}

/** The side that did not write last is waited for. A closed conversation waits only for somebody to see what came after. */
export function waitingIn({ theirs, ours, isClosed, isNew }: Conversation): Waiting | undefined {
  const [asked, answered] = [theirs.getTime() || 0, ours.getTime() || 0];
  if (asked > answered) return isClosed && !isNew ? undefined : { waitingFor: 'you', since: theirs };
  return answered > 0 && !isClosed ? { waitingFor: 'them', since: ours } : undefined;
}
