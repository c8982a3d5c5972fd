/** The statuses of a dispute that asks nothing of the owner any more. A provider with other words tells these. */
const HARMLESS = ['won', 'warning_closed', 'prevented'];

/** True if the money is in dispute, or lost by one. */
export function isOpenOrLost(dispute: string): boolean {
  return dispute !== '' && !HARMLESS.includes(dispute);
}
