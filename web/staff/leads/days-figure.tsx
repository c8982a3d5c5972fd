import type { Days } from '../../../src/leads/lead/reports';
import { formatDay, formatShortDay } from '../../shared/format';
import { AsTable, Figure } from './figure';
import type { Range } from './reports-page';
import * as TEXTS from './texts';
import { useReport } from './use-report';

type DayCount = Days['data'][number];

/** A bar for each day; the lower part of it is those who have had an appointment or bought. */
export function DaysFigure({ range }: { range: Range }) {
  const report = useReport<Days>('days', range);
  return (
    <Figure
      id="by-day"
      title={TEXTS.reports.byDay}
      report={report}
      isEmpty={({ data }) => data.every(({ leads }) => leads === 0)}
    >
      {({ data }) => (
        <>
          <p>{summarize(data)}</p>
          <DayBars days={data} />
          <Legend />
          <AsTable
            head={[TEXTS.reports.day, TEXTS.reports.leads, TEXTS.reports.converted]}
            rows={data.map(({ day, leads, converted }) => [formatDay(day), String(leads), String(converted)])}
          />
        </>
      )}
    </Figure>
  );
}

const HEIGHT = 100;
/** Width of a bar, as a part of a day's. */
const BAR = 0.8;

function DayBars({ days }: { days: readonly DayCount[] }) {
  const most = Math.max(...days.map(({ leads }) => leads));
  const toHeight = (leads: number) => (HEIGHT * leads) / most;
  const ends = [days[0], days.at(-1)].flatMap((day) => (day ? [formatShortDay(day.day)] : []));
  return (
    <div class="plot">
      <span class="soft" aria-hidden="true">
        {most}
      </span>
      <svg
        class="days"
        role="img"
        aria-label={summarize(days)}
        viewBox={`0 0 ${days.length} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {days.map(({ day, leads, converted }, at) => (
          <g key={day}>
            <title>{`${formatDay(day)}: ${leads}`}</title>
            <rect
              class="bar-leads"
              x={at + (1 - BAR) / 2}
              width={BAR}
              y={HEIGHT - toHeight(leads)}
              height={toHeight(leads)}
            />
            <rect
              class="bar-converted"
              x={at + (1 - BAR) / 2}
              width={BAR}
              y={HEIGHT - toHeight(converted)}
              height={toHeight(converted)}
            />
          </g>
        ))}
      </svg>
      <p class="soft row apart" aria-hidden="true">
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </p>
    </div>
  );
}

/** Explains what the colors mean. */
export function Legend() {
  return (
    <p class="row legend" aria-hidden="true">
      <Swatch kind="bar-leads" />
      {TEXTS.reports.leads}
      <Swatch kind="bar-converted" />
      {TEXTS.reports.converted}
    </p>
  );
}

function Swatch({ kind }: { kind: string }) {
  return (
    <svg width="16" height="16" aria-hidden="true">
      <rect class={kind} width="16" height="16" />
    </svg>
  );
}

function summarize(days: readonly DayCount[]): string {
  const total = days.reduce((sum, { leads }) => sum + leads, 0);
  const busiest = days.reduce((best, day) => (day.leads > best.leads ? day : best));
  return TEXTS.reports.byDaySummary(total, busiest.leads, formatDay(busiest.day));
}
