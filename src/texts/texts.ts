import { findConnected, providersOf } from '../http/connectable';
import { isTestMode } from '../platform/test-mode';
import type { MessageStatus } from './message-status';
import { type MessageProvider, simulated, TEXT_WEBHOOK } from './provider';
import { twilio } from './twilio';

const NOT_CONNECTED = 'No text message provider is connected. The message will be sent once one is.';

/** The first that is connected sends. */
export const texts = providersOf([twilio], TEXT_WEBHOOK);

/** Undefined where none is connected, outside of test mode. */
export function findProvider(): MessageProvider | undefined {
  return findConnected(texts)?.client ?? (isTestMode() ? simulated : undefined);
}

/** Adds the reason why messages of a thread still wait to those that do. */
export function withReason<M extends { status: MessageStatus; error: string | null }>(
  messages: readonly M[],
): M[] {
  const isWaiting = ({ status, error }: M) => status === 'queued' && error === null;
  if (!messages.some(isWaiting) || findProvider()) return [...messages];
  return messages.map((message) => (isWaiting(message) ? { ...message, error: NOT_CONNECTED } : message));
}

/** @throws Error where none is connected */
export function currentProvider(): MessageProvider {
  const provider = findProvider();
  if (!provider) throw new Error(NOT_CONNECTED);
  return provider;
}
