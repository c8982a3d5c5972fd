import { STRIPE } from './stripe';
import { TWILIO } from './twilio';

/** A provider at work until it is closed; it remembers nothing. */
export interface RunningProvider {
  url: string;
  close(): Promise<void>;
}

/** Somebody else's API that is played on this machine, and what connects the api's script to it. */
export interface ProviderDefinition {
  /** As people write it. */
  title: string;
  /** `publicAddress` is where it reaches the gateway. */
  start(publicAddress: string): Promise<RunningProvider>;
  /** What the owner would enter from the menu, and where its API is. */
  properties(address: string, publicAddress: string): Record<string, string>;
  /** A command to begin with. */
  usage?(address: string): string;
}

/** By the names of their options. */
const PROVIDERS = { stripe: STRIPE, twilio: TWILIO } as const satisfies Record<string, ProviderDefinition>;

export type ProviderName = keyof typeof PROVIDERS;
export const PROVIDER_NAMES = Object.keys(PROVIDERS) as ProviderName[];

/** Those that were asked for, at work until they are closed; they remember nothing. */
export interface Providers {
  urls: Partial<Record<ProviderName, string>>;
  /** Script properties of the api, as long as they are at work. */
  properties: Record<string, string>;
  close(): Promise<void>;
}

export async function startProviders(
  names: readonly ProviderName[],
  publicAddress: string,
): Promise<Providers> {
  const running: { name: ProviderName; provider: RunningProvider }[] = [];
  const close = async () => {
    await Promise.all(running.map(({ provider }) => provider.close()));
  };
  try {
    for (const name of names) running.push({ name, provider: await PROVIDERS[name].start(publicAddress) });
  } catch (error) {
    await close();
    throw error;
  }
  const addresses = running.map(({ name, provider }) => [name, provider.url] as const);
  const properties = addresses.map(([name, url]) => PROVIDERS[name].properties(url, publicAddress));
  return { urls: Object.fromEntries(addresses), properties: Object.assign({}, ...properties), close };
}

/** What there is to say of those at work: title, address, what to do with it. */
export function listRunning(
  urls: Providers['urls'],
): { title: string; url: string; usage: string | undefined }[] {
  return PROVIDER_NAMES.flatMap((name) => {
    const { [name]: url } = urls;
    const { title, usage }: ProviderDefinition = PROVIDERS[name];
    return url ? [{ title, url, usage: usage?.(url) }] : [];
  });
}
