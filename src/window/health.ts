import { formatAgo, formatDuration, formatTime, type HealthCheck, toOk, toProblem } from '../health/checks';
import type { Finding } from '../health/report';
import { MINUTE_MS } from '../platform/platform';
import type { Host } from './host';
import { readState } from './state';
import { SWEEP_MS } from './window';

/** More than one minute that is lost. */
const LATE_MS = 2 * SWEEP_MS;

/** Checks a sheet whose API has moved: when the host has answered last, and what it has refused. */
export function windowChecks({ address }: Host): HealthCheck[] {
  return [
    { light: 'in', label: 'Window', find: ({ now }) => findLastAnswer(address, now) },
    {
      light: 'in',
      label: 'Rejected by the host',
      find: () =>
        Object.values(readState()?.refusals ?? {})
          .flat()
          .map((problem) => toProblem(problem)),
    },
    {
      light: 'out',
      label: 'Messages and payments',
      find: () =>
        toOk(`${address} sends messages and takes payments. Its command "health" shows how they are.`),
    },
  ];
}

function findLastAnswer(address: string, now: number): Finding {
  const { sweptAt = 0, failure } = readState() ?? {};
  if (failure) {
    const { since, retryAt, error } = failure;
    // A retry comes less often where each takes long.
    const next = retryAt > now + MINUTE_MS ? formatTime(retryAt, now) : 'every minute';
    const sentence = `${address} has not answered this sheet for ${formatDuration(now - since)}.`;
    const detail = `Not refreshed since ${new Date(since).toISOString()}. Last error: ${error}`;
    return toProblem(sentence, `It is asked again ${next}.`, detail);
  }
  if (sweptAt === 0) return toOk(`The tabs are not filled yet. ${address} is asked every minute.`);
  const sentence = `The tabs are refreshed every minute from ${address}, in full ${formatAgo(now - sweptAt)}.`;
  if (now - sweptAt <= LATE_MS) return { state: 'ok', sentence, reachedAt: sweptAt };
  return {
    ...toProblem(sentence, 'If this lasts, choose API > Window, which mends the timer.'),
    reachedAt: sweptAt,
  };
}
