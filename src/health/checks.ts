import { VERSION } from '../platform/build';
import { dayAt } from '../platform/day';
import { DAY_MS, errorMessage, HOUR_MS, MINUTE_MS } from '../platform/platform';
import { deskTimeZone } from '../platform/time-zone';
import type { Finding, HealthLine, HealthReport, Light, State } from './report';

/** A cell holds no more than 50,000 characters. */
const MAX_TEXT = 49_000;

export const STATE_NAMES: Readonly<Record<State, string>> = {
  ok: 'OK',
  warning: 'Warning',
  problem: 'Problem',
};

/** The worst one last. */
const STATES: readonly State[] = ['ok', 'warning', 'problem'];

/**
 * A thing that Health looks at. It is declared once, in a list of its folder: the sheet's tab, the owner's page and the host's
 * command show what the same lists find. `C` is what one visit has read for all of its checks.
 */
export interface HealthCheck<C extends Visit = Visit> {
  light: Light;
  label: string;
  find(visit: C): Finding | Finding[];
}

export interface Visit {
  /** Epoch ms. */
  now: number;
}

/** Names that a desk gives its lights, in the order in which they are shown. */
export type LightTitles = Readonly<Record<Light, string>>;

/** A check that fails is itself a problem to show; the others go on. */
export function runChecks<C extends Visit>(checks: readonly HealthCheck<C>[], visit: C): HealthLine[] {
  return checks.flatMap(({ light, label, find }) =>
    guarded(() => [find(visit)].flat()).map((finding): HealthLine => ({ light, label, ...finding })),
  );
}

export function toReport(titles: LightTitles, lines: HealthLine[], now: number): HealthReport {
  const lights = (Object.keys(titles) as Light[]).flatMap((light) => toLight(titles, light, lines));
  const summary = summarize(lines, now);
  const text = [`Sheetdesk ${VERSION}. ${summary.sentence}`, ...lines.map((line) => describeLine(line, now))];
  return { summary, lights, lines, text: text.join('\n').slice(0, MAX_TEXT) };
}

/** `Problem: Timer: The timer is not running. Choose Set up.` */
function describeLine({ label, state, reachedAt, ...finding }: HealthLine, now: number): string {
  const reached = reachedAt === undefined ? '' : ` As of ${formatTime(reachedAt, now)}.`;
  const { sentence, cure = '', detail = '' } = finding;
  return `${STATE_NAMES[state]}: ${label}: ${[sentence, cure].join(' ').trimEnd()}${reached} ${detail}`.trimEnd();
}

function guarded(find: () => Finding[]): Finding[] {
  try {
    return find();
  } catch (error) {
    return [toProblem(errorMessage(error))];
  }
}

function toLight(titles: LightTitles, light: Light, all: readonly HealthLine[]): HealthLine[] {
  const lines = all.filter((line) => line.light === light);
  const state = worstOf(lines);
  const [worst, ...others] = lines.filter((line) => line.state === state);
  if (!worst) return [];
  const more = state === 'ok' || others.length === 0 ? '' : ` ${others.length} more below.`;
  return [{ ...worst, label: titles[light], sentence: `${worst.sentence}${more}` }];
}

function worstOf(lines: readonly Finding[]): State {
  return STATES[Math.max(0, ...lines.map(({ state }) => STATES.indexOf(state)))] ?? 'ok';
}

function summarize(lines: readonly HealthLine[], now: number): Finding {
  const count = (wanted: State) => lines.filter(({ state }) => state === wanted).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  const need = problems === 1 ? '1 thing needs you' : `${problems} things need you`;
  const notes = warnings === 0 ? '' : `, and ${warnings} may soon`;
  const sentence = `${problems === 0 ? 'Nothing needs you' : need}${notes}. Checked ${formatTime(now, now)}.`;
  return { state: worstOf(lines), sentence };
}

export const VERSION_CHECK: HealthCheck = {
  light: 'rest',
  label: 'Version',
  find: () => toOk(`Version ${VERSION.split('+')[0]} is running.`, VERSION),
};

export function toOk(sentence: string, detail?: string): Finding {
  return { state: 'ok', sentence, detail };
}

export function toWarning(sentence: string, cure?: string, detail?: string): Finding {
  return { state: 'warning', sentence, cure, detail };
}

/** Makes a problem; without a cure for the sentence of a `UserError`, which says what to do, too. */
export function toProblem(sentence: string, cure?: string, detail?: string): Finding {
  return { state: 'problem', sentence, cure, detail };
}

/** All that a finding says, as one text. */
export function toText({ sentence, cure, detail }: Finding): string {
  return [sentence, cure, detail].filter(Boolean).join(' ');
}

/** `3 minutes` */
export function formatDuration(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 1) return 'less than a minute';
  if (ms < 2 * HOUR_MS) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} hours` : `${Math.round(ms / DAY_MS)} days`;
}

/** `just now`, `3 minutes ago` */
export function formatAgo(ms: number): string {
  return ms < MINUTE_MS ? 'just now' : `${formatDuration(ms)} ago`;
}

/** `today at 14:25`, in the time zone of the desk. */
export function formatTime(at: number, now: number): string {
  const zone = deskTimeZone();
  const time = Utilities.formatDate(new Date(at), zone, 'HH:mm');
  if (dayAt(at, zone) === dayAt(now, zone)) return `today at ${time}`;
  return `on ${Utilities.formatDate(new Date(at), zone, 'd MMM yyyy')} at ${time}`;
}
