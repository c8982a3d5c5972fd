import type { EmulatorOptions } from 'emulate';
import { byNumber } from '../by-number';

/** A provider at work until it is closed; it remembers nothing. */
export interface RunningProvider {
  url: string;
  close(): Promise<void>;
}

/** Has emulate play a service that knows this from the start. Loaded only by who wants one. */
export async function emulate(service: EmulatorOptions['service'], seed: object): Promise<RunningProvider> {
  const { createEmulator } = await import('emulate');
  const emulator = await createEmulator({ service, port: 0, seed: { [service]: seed } });
  return { url: byNumber(emulator.url), close: () => emulator.close() };
}
