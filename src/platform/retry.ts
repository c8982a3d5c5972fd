/** When work that has failed is tried again. */
export interface RetrySchedule {
  maxAttempts: number;
  /** In ms, after the first attempt, the second, ...; the last one stands for all that follow. */
  delays: readonly number[];
}

/** When to try again after so many attempts, the last of them at `lastAt`; undefined when none is left. */
export function nextAttempt(
  { maxAttempts, delays }: RetrySchedule,
  attempts: number,
  lastAt = Date.now(),
): Date | undefined {
  if (attempts >= maxAttempts) return undefined;
  return new Date(lastAt + (delays[attempts - 1] ?? delays[delays.length - 1] ?? 0));
}

/** Each delay is twice the one before. */
export function doubling(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first * 2 ** index);
}
