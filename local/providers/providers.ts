import type { Store } from '../../runtime/store';
import { STRIPE } from '../stripe/stripe';
import type { ProviderDefinition, RunningProvider } from './provider';
import { TWILIO } from './twilio';

/** Providers by the names of their command line options. */
const PROVIDERS = { stripe: STRIPE, twilio: TWILIO } as const satisfies Record<string, ProviderDefinition>;

export type ProviderName = keyof typeof PROVIDERS;
export const PROVIDER_NAMES = Object.keys(PROVIDERS) as ProviderName[];

/** The running providers. */
export interface Providers {
  urls: Partial<Record<ProviderName, string>>;
  /** Script properties of the api while they run. */
  properties: Record<string, string>;
  close(): Promise<void>;
}

export async function startProviders(
  names: readonly ProviderName[],
  { publicAddress, store }: { publicAddress: string; store: Store },
): Promise<Providers> {
  const running: { name: ProviderName; provider: RunningProvider }[] = [];
  const close = async () => {
    await Promise.all(running.map(({ provider }) => provider.close()));
  };
  try {
    for (const name of names)
      running.push({ name, provider: await PROVIDERS[name].start(publicAddress, store) });
  } catch (error) {
    await close();
    throw error;
  }
  const addresses = running.map(({ name, provider }) => [name, provider.url] as const);
  const properties = addresses.map(([name, url]) => PROVIDERS[name].properties(url, publicAddress));
  return { urls: Object.fromEntries(addresses), properties: Object.assign({}, ...properties), close };
}

/** Title, address and example command of the running providers. */
export function listRunning(
  urls: Providers['urls'],
): { title: string; url: string; usage: string | undefined }[] {
  return PROVIDER_NAMES.flatMap((name) => {
    const { [name]: url } = urls;
    const { title, usage }: ProviderDefinition = PROVIDERS[name];
    return url ? [{ title, url, usage: usage?.(url) }] : [];
  });
}
