/** A request that cannot be met, in words for whoever sent it. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: 400 | 404 | 422;

  constructor(status: 400 | 404 | 422, message: string) {
    super(message);
    this.status = status;
  }
}
