import {
  addDays,
  countDays,
  type Days,
  endOfDay,
  hourAt,
  isDay,
  listDays,
  startOfDay,
} from '../platform/day';
import { DAY_MS, HOUR_MS } from '../platform/platform';
import { lastNotAfter } from '../platform/sorted';

/** Days in a time zone. */
export interface Period extends Days {
  zone: string;
}

/** Period of which a report needs facts, and the names by which they are grouped. */
export interface Asked extends Period {
  groupings: readonly string[];
}

/** A row, or a part of one, as a report counts it. */
export interface Fact {
  /** Epoch ms, by which it belongs to a day and an hour. */
  at: number;
  /** Names of what it belongs to, such as `{ source: 'api' }`, of at least the groupings asked for. */
  in?: Readonly<Record<string, string>>;
  /** Numbers by name. A measure passes over a fact that has none for it. */
  values: Readonly<Record<string, number>>;
}

export const UNITS = ['count', 'minutes', 'share', 'money'] as const;

/** Columns over time, a bar for each group, or a bar for the total of each measure. */
export const CHARTS = ['columns', 'bars', 'totals'] as const;

export interface Measure {
  label: string;
  unit: (typeof UNITS)[number];
  /** The name of the numbers that it folds; that of the measure by default. */
  of?: string;
  fold(values: readonly number[]): number | null;
}

/**
 * A question, and how the rows answer it. From this value follow the endpoint, its entry in the document, the picture on the
 * page and the chart in the sheet.
 */
export interface Report<S = void> {
  id: string;
  question: string;
  /** Names by which the figures can be grouped, the usual one first. `day` and `hour` follow from the time of a fact. */
  by: readonly [string, ...string[]];
  chart: (typeof CHARTS)[number];
  /** The figures are those of now: no period can be asked for. */
  isNow?: true;
  measures: Readonly<Record<string, Measure>>;
  /** The facts of a period: at least all of them. */
  read(asked: Asked, scope: S): Fact[];
  /** The answer as a sentence. */
  answer(figures: Figures, scope: S): string;
}

export type Values = Readonly<Record<string, number | null>>;

export interface Figures {
  from: string;
  to: string;
  /** The figures of the whole period. */
  totals: Values;
  /** The same of as many days before it, so many whole weeks earlier that weekdays are compared with their own. */
  before: Values;
  /** Days or hours in their order, each of them; other groups the highest first. */
  groups: { label: string; values: Values }[];
}

const WEEK = 7;
const DECIMALS = 4;
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** Days that a report covers at most. */
export const MAX_DAYS = 366;

export function runReport<S>(
  report: Report<S>,
  { by, scope, ...period }: Period & { by: string; scope: S },
): Figures & { answer: string } {
  const { from, to, zone } = period;
  const weeks = Math.ceil(countDays(from, to) / WEEK) * WEEK;
  const earlier = { from: addDays(from, -weeks), to: addDays(to, -weeks) };
  // Nothing is before the year 0.
  const all = { from: isDay(earlier.from) ? earlier.from : from, to, zone };
  const toClock = clockOf(all);
  // The sentence answers the question, whatever the figures are grouped by.
  const groupings = [by, report.by[0]];
  const facts = report
    .read({ ...all, groupings }, scope)
    .map((fact) => ({ ...fact, in: { ...fact.in, ...toClock(fact.at) } }));
  const within = (days: Days) =>
    facts.filter(({ in: { day } }) => day !== undefined && day >= days.from && day <= days.to);
  const own = within(period);
  const figuresBy = (grouping: string): Figures => ({
    from,
    to,
    totals: valuesOf(report, own),
    before: valuesOf(report, within(earlier)),
    groups: groupsOf(report, own, { by: grouping, ...period }),
  });
  return { ...figuresBy(by), answer: report.answer(figuresBy(report.by[0]), scope) };
}

function groupsOf(
  report: Pick<Report, 'measures'>,
  facts: readonly Fact[],
  { by, ...period }: Days & { by: string },
): Figures['groups'] {
  const groups = new Map<string, Fact[]>(labelsOf(by, period).map((label) => [label, []]));
  for (const fact of facts) {
    const label = fact.in?.[by] ?? '';
    const group = groups.get(label);
    if (group) group.push(fact);
    else groups.set(label, [fact]);
  }
  const figures = [...groups].map(([label, group]) => ({ label, values: valuesOf(report, group) }));
  return by === 'day' || by === 'hour' ? figures : highestFirst(figures);
}

/** The figure of the first measure, by which people compare. */
function firstOf(values: Values): number | null {
  return Object.values(values)[0] ?? null;
}

function labelsOf(by: string, days: Days): string[] {
  if (by === 'day') return listDays(days);
  return by === 'hour' ? HOURS : [];
}

function valuesOf({ measures }: Pick<Report, 'measures'>, facts: readonly Fact[]): Values {
  const entries = Object.entries(measures).map(([name, { of = name, fold }]) => {
    const numbers = facts.flatMap(({ values }) => values[of] ?? []);
    const figure = fold(numbers);
    return [name, figure && Number(figure.toFixed(DECIMALS))] as const;
  });
  return Object.fromEntries(entries);
}

function highestFirst<G extends Figures['groups'][number]>(groups: readonly G[]): G[] {
  const height = ({ values }: G) => firstOf(values) ?? Number.NEGATIVE_INFINITY;
  return [...groups].sort((a, b) => height(b) - height(a) || (a.label < b.label ? -1 : 1));
}

/** Tells what clocks in the zone show at a time within the period. To format each time would take too long. */
function clockOf({ from, to, zone }: Period): (at: number) => Record<string, string> {
  const days = listDays({ from, to });
  const starts = [...days.map((day) => startOfDay(day, zone)), endOfDay(to, zone)];
  return (at) => {
    const index = lastNotAfter(starts, at);
    const [day, start = 0, end = 0] = [days[index], starts[index], starts[index + 1]];
    if (day === undefined) return {};
    const isWhole = end - start === DAY_MS;
    const hour = isWhole ? Math.floor((at - start) / HOUR_MS) : hourAt(at, zone);
    return { day, hour: HOURS[hour] ?? '' };
  };
}

export function count(values: readonly number[]): number {
  return values.length;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Null of nothing, as every figure that needs a row. */
export function average(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length;
}

export function median(values: readonly number[]): number | null {
  return quantile(values, 0.5);
}

/** The number that nine in ten do not exceed. */
export function ninetieth(values: readonly number[]): number | null {
  return quantile(values, 0.9);
}

/** Interpolates between the two numbers beside the place, as spreadsheets do in PERCENTILE. */
function quantile(values: readonly number[], part: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low === undefined || high === undefined ? null : low + (high - low) * (place % 1);
}
