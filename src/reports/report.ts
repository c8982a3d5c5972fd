import { addDays, clockOf, countDays, type Days, HOURS, isDay, listDays } from '../platform/day';
import { collect, FOLDS, type Fold, type Group } from '../platform/folds';
import { deskTimeZone } from '../platform/time-zone';

/** Days in a time zone. */
export interface Period extends Days {
  zone: string;
}

export const UNITS = ['count', 'minutes', 'share', 'money'] as const;

/** Columns over time, a bar for each group, or a bar for the total of each measure. */
export const CHARTS = ['columns', 'bars', 'totals'] as const;

export interface Measure {
  label: string;
  unit: (typeof UNITS)[number];
  fold: Fold;
}

/** Days whose figures are asked for, in one group or in those of a name. Where a bound is missing they go on without end. */
export interface Question {
  from?: string | undefined;
  to?: string | undefined;
  by?: string;
}

interface Asked {
  questions: readonly Question[];
  /** The zone that facts are of; columns are counted in that of the desk. */
  zone?: string;
}

/**
 * A question, and how the rows answer it. From this value follow the endpoint, its entry in the document, the picture on the
 * page and the chart in the sheet.
 */
export interface Report<S = void> {
  id: string;
  question: string;
  /** Names by which the figures can be grouped, the usual one first. `day` and `hour` follow from the time of a row. */
  by: readonly [string, ...string[]];
  chart: (typeof CHARTS)[number];
  /** The figures are those of now: no period can be asked for. */
  isNow?: true;
  measures: Readonly<Record<string, Measure>>;
  /** The groups of each question, in no order. */
  count(asked: Asked, scope: S): Group[][];
  /** The answer as a sentence. */
  answer(figures: Figures, scope: S): string;
}

export type Values = Group['values'];

export interface Figures {
  from: string;
  to: string;
  /** The figures of the whole period. */
  totals: Values;
  /** The same of as many days before it, so many whole weeks earlier that weekdays are compared with their own. */
  before: Values;
  /** Days or hours in their order, each of them; other groups the highest first. */
  groups: Group[];
}

const WEEK = 7;
const DECIMALS = 4;

/** Days that a report covers at most. */
export const MAX_DAYS = 366;

export function runReport<S>(
  report: Report<S>,
  { by, scope, from, to, zone }: Period & { by: string; scope: S },
): Figures & { answer: string } {
  const weeks = Math.ceil(countDays(from, to) / WEEK) * WEEK;
  const own = { from, to };
  const earlier = { from: addDays(from, -weeks), to: addDays(to, -weeks) };
  // The sentence answers the question, whatever the figures are grouped by.
  const [usual] = report.by;
  const names = by === usual ? [by] : [by, usual];
  const questions = [own, earlier, ...names.map((name) => ({ ...own, by: name }))];
  const [[total] = [], [before] = [], groups = [], told = groups] = countGroups(
    report,
    { questions, zone },
    scope,
  );
  const figures = { ...own, totals: total?.values ?? {}, before: before?.values ?? {} };
  return { ...figures, groups, answer: report.answer({ ...figures, groups: told }, scope) };
}

/** The groups of each question in their order, with rounded figures; days and hours without any are there too. */
export function countGroups<S>(
  { measures, count }: Pick<Report<S>, 'count'> & { measures: Readonly<Record<string, { fold: Fold }>> },
  asked: Asked,
  scope: S,
): Group[][] {
  const none = Object.fromEntries(
    Object.entries(measures).map(([name, { fold }]) => [name, FOLDS[fold]([])]),
  );
  return count(asked, scope).map((groups, index) => {
    const rounded = groups.map(({ label, values }) => ({ label, values: round(values) }));
    const { by, from = '', to = '' } = asked.questions[index] ?? {};
    if (by !== 'day' && by !== 'hour') return highestFirst(rounded);
    const byLabel = new Map(rounded.map((group) => [group.label, group]));
    const labels = by === 'hour' ? HOURS : listDays({ from, to });
    return labels.map((label) => byLabel.get(label) ?? { label, values: none });
  });
}

function round(values: Values): Values {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, figure]) => [name, figure && Number(figure.toFixed(DECIMALS))]),
  );
}

/** People compare groups by the first measure. */
function highestFirst(groups: readonly Group[]): Group[] {
  const height = ({ values }: Group) => Object.values(values)[0] ?? Number.NEGATIVE_INFINITY;
  return [...groups].sort((a, b) => height(b) - height(a) || (a.label < b.label ? -1 : 1));
}

/** A row, or a part of one, as a report counts it. */
export interface Fact {
  /** Epoch ms, by which it belongs to a day and an hour. */
  at: number;
  /** Names of what it belongs to, such as `{ item: 'Tea' }`. */
  in?: Readonly<Record<string, string>>;
  /** Numbers by name. A measure passes over a fact that has none for it. */
  values: Readonly<Record<string, number>>;
}

export type FactReport<S = void> = Omit<Report<S>, 'count'> & {
  /** `of` is the name of the numbers that a measure folds; that of the measure by default. */
  measures: Readonly<Record<string, Measure & { of?: string }>>;
  /** The facts of a period: at least all of them. */
  read(period: Period, scope: S): Fact[];
};

/** A report of what no column has: its facts are read once and folded here. */
export function ofFacts<S>(report: FactReport<S>): Report<S> {
  const { measures, read } = report;
  const names = Object.entries(measures).map(([name, { of = name }]) => of);
  return {
    ...report,
    count({ questions, zone = deskTimeZone() }, scope) {
      // Nothing is before the year 0.
      const [from = ''] = questions.flatMap((one) => (isDay(one.from ?? '') ? one.from : [])).sort();
      const [to = ''] = questions
        .flatMap((one) => one.to ?? [])
        .sort()
        .reverse();
      const all = { from, to, zone };
      const toClock = clockOf(all);
      const facts = read(all, scope).map((fact) => ({
        labels: { ...fact.in, ...toClock(fact.at) } as Record<string, string>,
        numbers: names.map((name) => fact.values[name]),
      }));
      return questions.map(({ by = '', from: first = '', to: last = '' }) => {
        const groups = collect(measures, by === '');
        for (const { labels, numbers } of facts) {
          const { day = '' } = labels;
          if (day >= first && day <= last) groups.add(labels[by] ?? '', numbers);
        }
        return groups.fold();
      });
    },
  };
}
