/** What a payment provider tells of one order, in the desk's words. */
export interface PaymentNews {
  /** Of the provider's event; each counts once. */
  eventId: string;
  orderId: string;
  intentId: string;
  what: 'succeeded' | 'failed' | 'cancelled' | 'refunded' | 'not refunded';
  /** In minor units: what has come in, what has been given back in all, or what could not be. */
  amount: number;
  /** Three capital letters. */
  currency: string;
  /** Why it failed, for the customer to read. */
  error?: string;
}
