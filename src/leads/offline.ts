import type { Provider } from './provider';

/** Takes every message and delivers none: for trying the desk out. */
export const offline: Provider = {
  send: ({ messageId }) => ({ sid: `offline-${messageId}`, status: 'delivered' }),
  findTaken: () => undefined,
  findNews: () => undefined,
};
