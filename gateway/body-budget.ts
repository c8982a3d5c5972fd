import { busy } from './seats';

/** Bodies of the largest size that one address, and all together, may have under way. */
const PER_ADDRESS = 8;
const IN_ALL = 32;

/** The bytes of bodies that are being received, wait for a seat or are worked on: nobody fills the memory with them. */
export class BodyBudget {
  private readonly maxBytes: number;
  private readonly held = new Map<string, number>();
  private total = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Has `work` claim its body as far as it is known: `claim` takes the number of its bytes, which only rises. */
  async within<T>(address: string, work: (claim: (bytes: number) => void) => Promise<T>): Promise<T> {
    let claimed = 0;
    try {
      return await work((bytes) => {
        const more = Math.max(0, bytes - claimed);
        this.take(address, more);
        claimed += more;
      });
    } finally {
      this.give(address, claimed);
    }
  }

  /** @throws GatewayError 503 where the budget is used up */
  private take(address: string, bytes: number): void {
    const own = (this.held.get(address) ?? 0) + bytes;
    if (own > PER_ADDRESS * this.maxBytes || this.total + bytes > IN_ALL * this.maxBytes) throw busy();
    this.total += bytes;
    this.held.set(address, own);
  }

  private give(address: string, bytes: number): void {
    this.total -= bytes;
    const left = (this.held.get(address) ?? 0) - bytes;
    if (left > 0) this.held.set(address, left);
    else this.held.delete(address);
  }
}
