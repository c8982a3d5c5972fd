import './leads.css';
import './reports.css';
import { useState } from 'preact/hooks';
import { dayAfter } from '../../shared/format';
import { useStore } from '../../shared/store';
import { onSubmit } from '../form';
import { Header } from '../header';
import { formatRoute, navigate, route } from '../router';
import * as FRAME from '../texts';
import { ConversionFigure } from './conversion-figure';
import { DaysFigure } from './days-figure';
import { SourcesFigure } from './sources-figure';
import * as TEXTS from './texts';

/** Days in the zone of the spreadsheet, both included. */
export interface Range {
  from: string;
  to: string;
}

const PRESETS = [14, 30, 90];

/** Three figures of the same days. */
export function ReportsPage() {
  const { query } = useStore(route);
  const { from, to } = lastDays(14);
  const range = { from: query.get('from') || from, to: query.get('to') || to };
  const key = `${range.from} ${range.to}`;
  return (
    <>
      <Header title={FRAME.pages.reports} />
      <main id="content" tabIndex={-1} class="reports">
        <RangeForm key={key} range={range} />
        <DaysFigure range={range} />
        <div class="figures">
          <SourcesFigure range={range} />
          <ConversionFigure range={range} />
        </div>
      </main>
    </>
  );
}

function RangeForm({ range }: { range: Range }) {
  const [hasError, setError] = useState(false);
  const submit = onSubmit((form) => {
    const [from, to] = [String(form.get('from')), String(form.get('to'))];
    if (from > to) return setError(true);
    navigate(formatRoute('reports', undefined, { from, to }));
  });
  return (
    <form class="row range" aria-label={TEXTS.reports.range} onSubmit={submit}>
      {(['from', 'to'] as const).map((name) => (
        <label key={name} class="field">
          {TEXTS.reports[name]}
          <input type="date" name={name} required defaultValue={range[name]} />
        </label>
      ))}
      <button type="submit">{TEXTS.reports.show}</button>
      {PRESETS.map((days) => (
        <a key={days} class="tap" href={formatRoute('reports', undefined, { ...lastDays(days) })}>
          {TEXTS.reports.lastDays(days)}
        </a>
      ))}
      {hasError && <p role="alert">{TEXTS.reports.rangeError}</p>}
    </form>
  );
}

/** Today included. */
function lastDays(count: number): Range {
  return { from: dayAfter(1 - count), to: dayAfter(0) };
}
