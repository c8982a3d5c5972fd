import * as v from 'valibot';
import { HttpError } from './http-error';
import type { Request, SignedBody } from './route';

/** A provider that the owner connects in the menu, and that reports what happens there to a webhook. */
export interface Connectable<Client, Event> {
  /** Name for people. The item of the menu that connects it is called `Connect <name>`. */
  name: string;
  /** Undefined until the owner has connected it. */
  findClient(): Client | undefined;
  webhook: {
    /** The header with the signature. The gateway passes on what ends like this. */
    signature: `${string}-Signature`;
    /** The content type of its events. */
    type: string;
    /** Schema of every event, for the OpenAPI document. */
    schema: v.GenericSchema;
    /** `wrong`, `too old`; undefined for a valid signature. Asked only while the provider is connected. */
    findSignatureProblem(request: Request): string | undefined;
    /** Undefined for an event that the desk has nothing to do with. @throws HttpError 422 for what is not an event */
    toEvent(request: Request): Event | undefined;
  };
  /** Items of the menu, by the functions that Google calls. */
  menu: Readonly<Record<string, MenuItem>>;
  /** Steps for the owner where the provider refuses the credentials. */
  remedies: { credentials: string };
}

export interface MenuItem {
  title: string;
  run: () => void;
  /** A line stands above it. */
  beginsPart?: true;
}

type AnyProvider = Connectable<unknown, unknown>;

/** The providers of one kind: at least one. */
type ProviderList = readonly [AnyProvider, ...AnyProvider[]];

type FunctionsOf<P> = P extends AnyProvider ? keyof P['menu'] : never;

/** The providers of one kind, one of which is enough. */
export interface Providers<L extends ProviderList> {
  all: L;
  /** The path of the webhook. Whose event a request is, the header of its signature says. */
  path: string;
  /** Names of the providers, as a sentence has them. */
  names: string;
  /** The items of the menu that connect them, as a sentence has them. */
  items: string;
  menu: Readonly<Record<FunctionsOf<L[number]>, MenuItem>>;
  signedBody: SignedBody;
}

export function providersOf<const L extends ProviderList>(all: L, path: string): Providers<L> {
  const [first, ...others] = all;
  return {
    all,
    path,
    names: all.map(({ name }) => name).join(' or '),
    items: all.map(({ name }) => `API > Connect ${name}`).join(' or '),
    menu: Object.assign({}, ...all.map(({ menu }) => menu)),
    signedBody: {
      type: first.webhook.type,
      schema: others.length > 0 ? v.union(all.map(({ webhook }) => webhook.schema)) : first.webhook.schema,
      signatures: all.map(({ webhook }) => webhook.signature),
    },
  };
}

/** The first that is connected; undefined until the owner has connected one. */
export function findConnected<C>({
  all,
}: {
  all: readonly Connectable<C, unknown>[];
}): { name: string; client: C } | undefined {
  for (const { name, findClient } of all) {
    const client = findClient();
    if (client) return { name, client };
  }
  return undefined;
}

/** The provider that has signed the request. @throws HttpError 401 */
export function signerOf<L extends ProviderList>(request: Request, { all }: Providers<L>): L[number] {
  const provider = all.find((one) => isSigned(request, one)) ?? all[0];
  const problem = findSignatureProblem(request, provider);
  if (problem === undefined) return provider;
  const { signature } = provider.webhook;
  const message = `${signature} is ${problem}.`;
  throw new HttpError(401, 'invalid_signature', message, { param: signature.toLowerCase() });
}

function findSignatureProblem(request: Request, provider: AnyProvider): string | undefined {
  if (!isSigned(request, provider)) return 'missing';
  // Nobody signs for a provider that is not connected, whatever it would compare with the secret that it has not got.
  return provider.findClient() ? provider.webhook.findSignatureProblem(request) : 'wrong';
}

function isSigned({ headers }: Request, { webhook }: AnyProvider): boolean {
  return webhook.signature.toLowerCase() in headers;
}
