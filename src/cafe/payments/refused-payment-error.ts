/** It will never do what it was asked; the message is in its words. */
export class RefusedPaymentError extends Error {
  override name = 'RefusedPaymentError';
}
