import type { Sources } from '../../../src/leads/lead/reports';
import { AsTable, Figure, formatShare } from './figure';
import type { Range } from './reports-page';
import * as TEXTS from './texts';
import { useReport } from './use-report';

/** The others are counted together. */
const MAX_BARS = 10;

/** A bar for each source, the one with most leads first. */
export function SourcesFigure({ range }: { range: Range }) {
  const report = useReport<Sources>('sources', range);
  return (
    <Figure
      id="by-source"
      title={TEXTS.reports.bySource}
      report={report}
      isEmpty={({ data }) => data.length === 0}
    >
      {({ data }) => <SourceBars sources={data} />}
    </Figure>
  );
}

function SourceBars({ sources }: { sources: Sources['data'] }) {
  const total = sources.reduce((sum, { leads }) => sum + leads, 0);
  const [first] = sources;
  const most = first?.leads ?? 0;
  const others = sources.slice(MAX_BARS);
  const rest = others.reduce((sum, { leads }) => sum + leads, 0);
  const shown = [
    ...sources.slice(0, MAX_BARS),
    ...(rest > 0 ? [{ source: TEXTS.reports.others(others.length), leads: rest }] : []),
  ];
  const summary = first && TEXTS.reports.bySourceSummary(first.source, first.leads, total);
  return (
    <>
      <p dir="auto">{summary}</p>
      <ul class="source-bars stack">
        {shown.map(({ source, leads }) => (
          <li key={source}>
            <span dir="auto">{source}</span>
            <span>{leads}</span>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect class="bar-leads" width={Math.min(100, (100 * leads) / most)} height="1" />
            </svg>
          </li>
        ))}
      </ul>
      <AsTable
        head={[TEXTS.reports.source, TEXTS.reports.leads, TEXTS.reports.share]}
        rows={sources.map(({ source, leads }) => [source, String(leads), formatShare(leads, total)])}
      />
    </>
  );
}
