/** The reports of each desk in the order in which its page shows them, and their days where nobody says which. */
export const LEADS = {
  ids: ['leads', 'first-response', 'lead-steps', 'lost-leads'],
  usualDays: 28,
} as const;

export const CAFE = { ids: ['takings', 'sold-items', 'time-to-ready', 'sold-out'], usualDays: 7 } as const;

export const CASES = {
  ids: ['open-cases', 'cases', 'first-answer', 'time-to-close', 'senders', 'busy-hours'],
  usualDays: 28,
} as const;

/** Names a report: one that no page shows does not compile. */
export interface ShownIn<D extends { ids: readonly string[] }> {
  id: D['ids'][number];
}
