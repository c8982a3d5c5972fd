import type { Failure } from './failures';
import type { Progress } from './progress';
import { hasTimer } from './timer';

/** Whether mail is being checked, in words for the owner; an empty list of problems means that all is well. */
export interface Health {
  timer: boolean;
  problems: string[];
}

const TRIES_BEFORE_TOLD = 3;

const WAITING: Record<Failure['kind'], string> = {
  message: 'a message could not be read',
  attachments: 'attachments of a message could not be stored',
  alert: 'an alert could not be sent',
};

export function healthOf({ trouble }: Progress, failed: readonly Failure[]): Health {
  const timer = hasTimer();
  const problems = [
    ...(timer ? [] : ['Mail is not checked: there is no timer. Choose Case desk > Set up in the sheet.']),
    ...(trouble
      ? [`The last ${trouble.times} checks failed: ${trouble.error} The next check tries again.`]
      : []),
    ...failed.filter(({ tries }) => tries >= TRIES_BEFORE_TOLD).map(toProblem),
  ];
  return { timer, problems };
}

function toProblem({ kind, id, tries, since, error }: Failure): string {
  return `Since ${since} ${WAITING[kind]} (${id}, ${tries} tries): ${error} It is tried again every hour.`;
}
