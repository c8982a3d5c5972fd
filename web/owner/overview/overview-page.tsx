import { useEffect, useState } from 'preact/hooks';
import type { ReportView } from '../../../src/reports/report-view';
import * as shown from '../../../src/reports/shown';
import { lastDays, type Range, RangeForm, ReportCard } from '../../shared/report/report';
import { ErrorNotice } from '../feedback';
import { call } from '../server';
import { TEXTS } from '../texts';

const PRESETS = [7, 28, 90];

/** Six questions over all cases, each with its picture. */
export function OverviewPage() {
  const [range, setRange] = useState(lastDays(shown.CASES.usualDays));
  return (
    <div class="reports">
      <h2>{TEXTS.overview.title}</h2>
      <RangeForm key={`${range.from} ${range.to}`} range={range} presets={PRESETS} onRange={setRange} />
      <div class="report-grid">
        {shown.CASES.ids.map((id) => (
          <Report key={id} id={id} range={range} />
        ))}
      </div>
    </div>
  );
}

interface Read {
  view?: ReportView;
  error?: Error | undefined;
}

function Report({ id, range: { from, to } }: { id: string; range: Range }) {
  const [by, setBy] = useState<string>();
  const [{ view, error }, setRead] = useState<Read>({});
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isOver = false;
    const show = (read: Read) => {
      if (!isOver) setRead((before) => ({ ...before, ...read }));
    };
    call('getReport', id, { from, to, ...(by === undefined ? {} : { by }) }).then(
      (answer) => show({ view: answer, error: undefined }),
      (failure: Error) => show({ error: failure }),
    );
    return () => {
      isOver = true;
    };
  }, [id, from, to, by, attempt]);
  return (
    <ReportCard id={id} view={view} onGroup={setBy}>
      {!view && !error && <p role="status">{TEXTS.overview.loading}</p>}
      {error && (
        <ErrorNotice what={TEXTS.overview.failed} error={error} onRetry={() => setAttempt(attempt + 1)} />
      )}
    </ReportCard>
  );
}
