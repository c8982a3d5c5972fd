import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ReportView } from '../../../src/reports/report-view';
import { dayAfter } from '../format';
import './report.css';
import { report as TEXTS } from '../texts';
import { Chart } from './charts';
import { formatFigure, formatLabel } from './figures';

interface ReportCardProps {
  id: string;
  /** Undefined until it has been read. */
  view: ReportView | undefined;
  /** Stands in place of what has not been read, and above what could not be read again. */
  children: ComponentChildren;
  onGroup: (by: string) => void;
}

/** A question, its answer as a sentence, as a picture and as a table. */
export function ReportCard({ id, view, children, onGroup }: ReportCardProps) {
  return (
    <section class="report card" aria-labelledby={`report-${id}`}>
      <h2 id={`report-${id}`}>{view?.question ?? TEXTS.untitled}</h2>
      {children}
      {view && (
        <>
          <p dir="auto">{view.answer}</p>
          <Chart view={view} />
          <footer>
            {view.groupings.length > 1 && (
              <label class="row">
                {TEXTS.by}
                <select value={view.by} onChange={({ currentTarget }) => onGroup(currentTarget.value)}>
                  {view.groupings.map((by) => (
                    <option key={by} value={by}>
                      {TEXTS.groupings[by] ?? by}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <AsTable view={view} />
          </footer>
        </>
      )}
    </section>
  );
}

/** The same in numbers, with the period before, for whoever cannot or does not want to see it drawn. */
function AsTable({ view: { measures, totals, before, data, by, currency } }: { view: ReportView }) {
  const rows = [
    ...data.map((row) => ({ label: formatLabel(row.label, by), figures: row })),
    { label: TEXTS.total, figures: totals },
    { label: TEXTS.before, figures: before },
  ];
  return (
    <details>
      <summary>{TEXTS.table}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{TEXTS.groupings[by] ?? by}</th>
            {measures.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, figures }) => (
            <tr key={label}>
              <th scope="row" dir="auto">
                {label}
              </th>
              {measures.map((measure) => (
                <td key={measure.name}>{formatFigure(figures[measure.name], measure, currency)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

interface RangeFormProps {
  range: Range;
  presets: readonly number[];
  onRange: (range: Range) => void;
}

/** Days, both included. */
export interface Range {
  from: string;
  to: string;
}

/** The days that the reports are of. */
export function RangeForm({ range, presets, onRange }: RangeFormProps) {
  const [hasError, setError] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const [from, to] = [String(form.get('from')), String(form.get('to'))];
    setError(from > to);
    if (from <= to) onRange({ from, to });
  };
  return (
    <form class="row range" aria-label={TEXTS.range} onSubmit={submit}>
      {(['from', 'to'] as const).map((name) => (
        <label key={name} class="field">
          {TEXTS[name]}
          <input type="date" name={name} required defaultValue={range[name]} />
        </label>
      ))}
      <button type="submit">{TEXTS.show}</button>
      {presets.map((days) => (
        <button key={days} type="button" class="quiet" onClick={() => onRange(lastDays(days))}>
          {TEXTS.lastDays(days)}
        </button>
      ))}
      {hasError && <p role="alert">{TEXTS.rangeError}</p>}
    </form>
  );
}

/** The days up to today. */
export function lastDays(count: number): Range {
  return { from: dayAfter(1 - count), to: dayAfter(0) };
}
