import type { Store } from '../../runtime/store';

/** An emulated provider. */
export interface RunningProvider {
  url: string;
  close(): Promise<void>;
}

/** An emulated provider, and what connects the api's script to it. */
export interface ProviderDefinition {
  /** Name of the provider for people. */
  title: string;
  /** `publicAddress` is the gateway's address. What it remembers, if anything, is in the store. */
  start(publicAddress: string, store: Store): Promise<RunningProvider>;
  /** The settings that the owner would enter from the menu, and the address of its API. */
  properties(address: string, publicAddress: string): Record<string, string>;
  /** An example command. */
  usage?(address: string): string;
}
