import { type JobResult, type OutboxRow, toRetry } from '../outbox/jobs';
import { MessageRefusedError, type OutboundMessage, type SentMessage } from './provider';
import { currentProvider } from './texts';

/** The result of a text's job, and the change to store with the text. */
export interface Outcome<C> {
  result: JobResult;
  change?: C;
}

/** An outcome means that the text is not to be sent. */
type Check<T, C> = (text: T) => Outcome<C> | undefined;

/** Steps that send texts of one kind, each once. */
interface Sending<T, C> {
  /** Checks of texts that the provider has not been asked for, in this order. */
  checks?: readonly Check<T, C>[];
  /** The text as the provider gets it. */
  toMessage(text: T): OutboundMessage;
  /** The provider may have the text, from this time on; undefined where it cannot. */
  askedAt(text: T): Date | undefined;
  /** Messages that are others, whatever they say. */
  knownSids?(text: T, outcomes: readonly Outcome<C>[]): string[];
  /** Checks a text that the provider does not have. */
  refuse?: Check<T, C>;
  /** Stores that these are about to be sent. Returns those of them that nobody has canceled meanwhile. */
  mark(texts: readonly T[]): readonly T[];
  toOutcome(sent: SentMessage): Outcome<C>;
  onRefused(text: T, error: MessageRefusedError): Outcome<C>;
  write(changes: readonly (readonly [T, C])[]): void;
}

/**
 * Each text is marked before any is sent: the provider may accept one and this execution end. One that was marked is looked up
 * first, so that none is sent twice. No call begins after `deadline`, in epoch ms. Returns the results by the ID of the job; one
 * without a result stays due.
 */
export function sendTexts<T extends { job: OutboxRow }, C>(
  texts: readonly T[],
  sending: Sending<T, C>,
  deadline: number,
): Map<string, JobResult> {
  const { checks = [], toMessage, askedAt, knownSids, refuse, mark, toOutcome, onRefused, write } = sending;
  const outcomes = new Map<T, Outcome<C>>();
  const lookUp: Check<T, C> = (text) => {
    try {
      const provider = currentProvider();
      provider.assertAvailable();
      const since = askedAt(text);
      const known = knownSids?.(text, [...outcomes.values()]) ?? [];
      const sent = since && provider.findSent(toMessage(text), since, known);
      return sent && toOutcome(sent);
    } catch (error) {
      return { result: toRetry(error) };
    }
  };
  const send = (text: T) => {
    try {
      return toOutcome(currentProvider().send(toMessage(text)));
    } catch (error) {
      return error instanceof MessageRefusedError ? onRefused(text, error) : { result: toRetry(error) };
    }
  };
  let refused: Outcome<C> | undefined;
  const open = () => texts.filter((text) => !outcomes.has(text) && Date.now() < deadline);
  const tryEach = (some: readonly T[], work: Check<T, C>) => {
    for (const text of some) {
      // Google would refuse for the others what it refuses for one text.
      const outcome = refused ?? (Date.now() < deadline ? work(text) : undefined);
      if (outcome) outcomes.set(text, outcome);
      if (outcome?.result.state === 'postponed') refused = outcome;
    }
  };
  for (const check of [...checks, lookUp, ...(refuse ? [refuse] : [])]) tryEach(open(), check);
  tryEach(mark(open()), send);
  write([...outcomes].flatMap(([text, { change }]) => (change ? [[text, change] as const] : [])));
  return new Map([...outcomes].map(([{ job }, { result }]) => [job.id, result]));
}

/** Another attempt in so many ms. */
export function retryIn(ms: number): Extract<JobResult, { state: 'retry' }> {
  return { state: 'retry', error: '', retryAt: new Date(Date.now() + ms) };
}
