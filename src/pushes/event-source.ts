import type * as v from 'valibot';
import type { DescribedEvent } from '../http/openapi-webhooks';
import type { Caller } from '../http/route';
import type { OutboxRow } from '../outbox/jobs';

/** An event as it is pushed. */
export interface PushEvent {
  /** `order.updated` */
  type: string;
  /** RFC 3339, UTC. */
  timestamp: string;
  data: object;
  /** Pushed instead of `data` if the payload would be larger than receivers have to accept. */
  shortData?: object;
}

/** Endpoints of one kind: those of cafes, or those for leads. */
export interface EndpointKind {
  /** Path at which they are listed and added: `/v1/cafes/:cafeId/push-endpoints` */
  path: string;
  /** Words that follow `push endpoints` in the summaries of routes: `of a cafe` */
  owner: string;
  /** Each belongs to a cafe. */
  hasCafe: boolean;
  /** The types of the events that they can get. */
  events: readonly string[];
  /** The roles that may manage some of them. */
  access: readonly string[];
  /** @throws HttpError where the caller may not manage those of this cafe */
  assertMayManage(caller: Caller | undefined, cafeId: string): void;
  /** Tells whether there can be one for this cafe, which is blank where there is none. */
  canBelongTo(cafeId: string): boolean;
}

export function kindOf(kinds: readonly EndpointKind[], { cafeId }: { cafeId: string }): EndpointKind {
  const kind = kinds.find(({ hasCafe }) => hasCafe === (cafeId !== ''));
  if (!kind) throw new Error(`No kind of push endpoints is for the cafe "${cafeId}".`);
  return kind;
}

/** The events of a desk. Each has a job in the outbox, which is written before the change that it announces. */
export interface EventSource<E extends { id: string; version: number }> {
  /** The kind of its jobs. */
  kind: string;
  /** The rows that the events are about, as they are now. */
  findEntities(ids: readonly string[]): E[];
  /** The cafe whose endpoints get them. */
  cafeIdOf(entity: E): string;
  /** Types by name: `order.updated` */
  types: Readonly<Record<string, EventType<E>>>;
}

/** A type of event: what the document says of it, and what is pushed. The build leaves the former out of the scripts. */
export interface EventType<E> extends Omit<DescribedEvent, 'type' | 'schema'> {
  /** The schema of what is pushed. */
  data: v.GenericSchema;
  /** Undefined where a job is of an event of another type, or its change is not there. */
  toPush(entity: E, job: OutboxRow): Omit<PushEvent, 'type'> | undefined;
}

/** A type of event as a desk declares it. */
export function eventType<T extends Pick<EventType<never>, 'data' | 'toPush'>>(type: T): T {
  return type;
}

/** Makes the event of a job. Undefined where its change is not there. */
export function toEvent<E extends { id: string; version: number }>(
  { types }: EventSource<E>,
  entity: E,
  job: OutboxRow,
): PushEvent | undefined {
  for (const [type, { toPush }] of Object.entries(types)) {
    const push = toPush(entity, job);
    if (push) return { type, ...push };
  }
  return undefined;
}

/** A job whose change has been made, and the row that it has changed. */
export interface MadeChange<E> {
  job: OutboxRow;
  entity: E;
}

/** The ID of each job of an event begins with the event's, as its first word. */
export function eventIdOf({ id }: OutboxRow): string {
  return id.split(' ')[0] ?? id;
}
