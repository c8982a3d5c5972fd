import type { Emulator } from 'emulate';
import { byNumber } from '../by-number';
import { TWILIO } from './twilio';

/** Somebody else's API that emulate plays on this machine, and what connects the api's script to it. */
export interface ProviderDefinition {
  /** As people write it. */
  title: string;
  /** What it knows from the start; `publicAddress` is where it reaches the gateway. */
  seed(publicAddress: string): object;
  /** What the owner would enter from the menu, and where its API is. */
  properties(address: string, publicAddress: string): Record<string, string>;
}

/** By the names that emulate has for them. */
const PROVIDERS = { twilio: TWILIO } as const satisfies Record<string, ProviderDefinition>;

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
  const running: { name: ProviderName; emulator: Emulator }[] = [];
  const close = async () => {
    await Promise.all(running.map(({ emulator }) => emulator.close()));
  };
  try {
    for (const name of names) running.push({ name, emulator: await start(name, publicAddress) });
  } catch (error) {
    await close();
    throw error;
  }
  const addresses = running.map(({ name, emulator }) => [name, byNumber(emulator.url)] as const);
  const properties = addresses.map(([name, url]) => PROVIDERS[name].properties(url, publicAddress));
  return { urls: Object.fromEntries(addresses), properties: Object.assign({}, ...properties), close };
}

/** `Twilio` */
export function titleOf(name: ProviderName): string {
  return PROVIDERS[name].title;
}

/** Loaded only by who wants one. */
async function start(name: ProviderName, publicAddress: string): Promise<Emulator> {
  const { createEmulator } = await import('emulate');
  return createEmulator({ service: name, port: 0, seed: { [name]: PROVIDERS[name].seed(publicAddress) } });
}
