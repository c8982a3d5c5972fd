import { comparable } from '../../../src/reports/comparable';
import type { ReportView } from '../../../src/reports/report-view';
import { report as TEXTS } from '../texts';
import { formatFigure, formatLabel, type Measure, numberIn } from './figures';

interface ChartProps {
  view: ReportView;
}

const HEIGHT = 100;
/** Width of the columns of a day or hour, as a part of its own. */
const WIDTH = 0.8;
const MAX_BARS = 10;

/** The picture of a report. The sentence above it and the table below it say the same. */
export function Chart({ view }: ChartProps) {
  if (view.by === 'day' || view.by === 'hour') return <Columns view={view} />;
  return view.chart === 'totals' ? <Totals view={view} /> : <Bars view={view} />;
}

/** A column for each day or hour, for each of the measures in the unit of the first one. */
function Columns({ view }: ChartProps) {
  const { data, by, currency } = view;
  const measures = comparable(view);
  const [first] = measures;
  const most = Math.max(0, ...data.flatMap((row) => measures.map((measure) => numberIn(row, measure) ?? 0)));
  if (most === 0) return null;
  const width = WIDTH / measures.length;
  const toHeight = (figure: number) => (HEIGHT * Math.max(0, figure)) / most;
  const labelAt = (place: number) => formatLabel(data[place]?.label ?? '', by, { isShort: true });
  return (
    <div>
      <span class="soft" aria-hidden="true">
        {first && formatFigure(most, first, currency)}
      </span>
      <svg
        class="columns"
        role="img"
        aria-label={view.answer}
        viewBox={`0 0 ${data.length} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {data.map((row, at) => (
          <g key={row.label}>
            <title>{titleOf(view, row.label)}</title>
            {measures.map((measure, index) => {
              const height = toHeight(numberIn(row, measure) ?? 0);
              return (
                <rect
                  key={measure.name}
                  class={`bar-${index}`}
                  x={at + index * width}
                  width={width}
                  y={HEIGHT - height}
                  height={height}
                />
              );
            })}
          </g>
        ))}
      </svg>
      <p class="soft ends" aria-hidden="true">
        <span>{labelAt(0)}</span>
        <span>{labelAt(data.length - 1)}</span>
      </p>
      {measures.length > 1 && <Legend measures={measures} />}
    </div>
  );
}

/** A bar for each of the highest groups. */
function Bars({ view }: ChartProps) {
  const [measure] = view.measures;
  if (!measure) return null;
  const bars = view.data.map((row) => ({ label: row.label, figure: numberIn(row, measure) ?? 0, measure }));
  const others = bars.length - MAX_BARS;
  return (
    <>
      <BarList bars={bars.slice(0, MAX_BARS)} currency={view.currency} />
      {others > 0 && <p class="soft">{TEXTS.others(others)}</p>}
    </>
  );
}

/** A bar for the total of each measure. */
function Totals({ view }: ChartProps) {
  const bars = view.measures.map((measure) => ({
    label: measure.label,
    figure: view.totals[measure.name] ?? 0,
    measure,
  }));
  return <BarList bars={bars} currency={view.currency} />;
}

interface BarListProps {
  bars: readonly { label: string; figure: number; measure: Measure }[];
  currency: string | undefined;
}

function BarList({ bars, currency }: BarListProps) {
  const most = Math.max(1, ...bars.map(({ figure }) => figure));
  return (
    <ul class="bar-list">
      {bars.map(({ label, figure, measure }) => (
        <li key={label}>
          <span dir="auto">{label}</span>
          <span>{formatFigure(figure, measure, currency)}</span>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect class="bar-0" width={(100 * Math.max(0, figure)) / most} height="1" />
          </svg>
        </li>
      ))}
    </ul>
  );
}

function Legend({ measures }: { measures: readonly Measure[] }) {
  return (
    <p class="row" aria-hidden="true">
      {measures.map(({ name, label }, at) => (
        <span key={name} class="row">
          <svg width="16" height="16" aria-hidden="true">
            <rect class={`bar-${at}`} width="16" height="16" />
          </svg>
          {label}
        </span>
      ))}
    </p>
  );
}

function titleOf({ data, by, currency, measures }: ReportView, label: string): string {
  const row = data.find((one) => one.label === label);
  const figures = measures.map((one) => `${one.label} ${formatFigure(row?.[one.name], one, currency)}`);
  return `${formatLabel(label, by)}: ${figures.join(', ')}`;
}
