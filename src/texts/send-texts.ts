import type { JobResult, OutboxRow } from '../outbox/jobs';

/** The result of a text's job, and the change to store with the text. */
export interface Outcome<C> {
  result: JobResult;
  change?: C;
}

/** Steps that send texts of one kind, each once. */
interface Sending<T, C> {
  /** Checks in this order, for texts without an outcome: an outcome means that the text is not to be sent. */
  checks: readonly ((text: T, outcomes: readonly Outcome<C>[]) => Outcome<C> | undefined)[];
  /** Stores that these are about to be sent. Returns those of them that nobody has canceled meanwhile. */
  mark(texts: readonly T[]): readonly T[];
  send(text: T): Outcome<C>;
  write(changes: readonly (readonly [T, C])[]): void;
}

/**
 * Each text is marked before any is sent: the provider may accept one and this execution end. No call begins after
 * `deadline`, in epoch ms. Returns the results by the ID of the job; one without a result stays due.
 */
export function sendTexts<T extends { job: OutboxRow }, C>(
  texts: readonly T[],
  { checks, mark, send, write }: Sending<T, C>,
  deadline: number,
): Map<string, JobResult> {
  const outcomes = new Map<T, Outcome<C>>();
  let refused: Outcome<C> | undefined;
  const open = () => texts.filter((text) => !outcomes.has(text) && Date.now() < deadline);
  const tryEach = (some: readonly T[], work: (text: T) => Outcome<C> | undefined) => {
    for (const text of some) {
      // Google would refuse for the others what it refuses for one text.
      const outcome = refused ?? (Date.now() < deadline ? work(text) : undefined);
      if (outcome) outcomes.set(text, outcome);
      if (outcome?.result.state === 'postponed') refused = outcome;
    }
  };
  for (const check of checks) tryEach(open(), (text) => check(text, [...outcomes.values()]));
  tryEach(mark(open()), send);
  write([...outcomes].flatMap(([text, { change }]) => (change ? [[text, change] as const] : [])));
  return new Map([...outcomes].map(([{ job }, { result }]) => [job.id, result]));
}

/** Another attempt in so many ms. */
export function retryIn(ms: number): Extract<JobResult, { state: 'retry' }> {
  return { state: 'retry', error: '', retryAt: new Date(Date.now() + ms) };
}
