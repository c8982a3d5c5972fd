/** Of a dispute that asks nothing of the owner any more: https://docs.stripe.com/api/disputes/object#dispute_object-status */
const HARMLESS = ['won', 'warning_closed', 'prevented'];

/** Whether the money is in dispute, or lost by one. */
export function isOpenOrLost(dispute: string): boolean {
  return dispute !== '' && !HARMLESS.includes(dispute);
}
