import type { Summary } from '../../../src/leads/lead/reports';
import { Legend } from './days-figure';
import { AsTable, Figure, formatShare } from './figure';
import type { Range } from './reports-page';
import * as TEXTS from './texts';
import { useReport } from './use-report';

/** Share of the leads that have had an appointment or bought. */
export function ConversionFigure({ range }: { range: Range }) {
  const report = useReport<Summary>('summary', range);
  return (
    <Figure
      id="conversion"
      title={TEXTS.reports.conversion}
      report={report}
      isEmpty={({ totalLeads }) => totalLeads === 0}
    >
      {(summary) => <Conversion summary={summary} />}
    </Figure>
  );
}

function Conversion({ summary: { totalLeads, conv, avgScore } }: { summary: Summary }) {
  const converted = Math.round(conv * totalLeads);
  const percent = formatShare(conv, 1);
  const sentence = TEXTS.reports.conversionSummary(percent, totalLeads);
  return (
    <>
      <p class="big">{percent}</p>
      <p>{sentence}</p>
      <svg class="share" role="img" aria-label={sentence} viewBox="0 0 100 1" preserveAspectRatio="none">
        <rect class="bar-leads" width="100" height="1" />
        <rect class="bar-converted" width={100 * conv} height="1" />
      </svg>
      <Legend />
      <p class="soft">{TEXTS.reports.averageScore(avgScore.toFixed(1))}</p>
      <AsTable
        head={[TEXTS.reports.conversion, TEXTS.reports.leads]}
        rows={[
          [TEXTS.reports.converted, String(converted)],
          [TEXTS.reports.notConverted, String(totalLeads - converted)],
        ]}
      />
    </>
  );
}
