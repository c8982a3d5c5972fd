import { useState } from 'preact/hooks';
import type { ReportView } from '../../src/reports/report-view';
import * as shown from '../../src/reports/shown';
import { lastDays, type Range, RangeForm, ReportCard } from '../shared/report/report';
import { useStore } from '../shared/store';
import { CafeName } from './cafe/cafe-name';
import { cafe } from './cafe/current-cafe';
import { NoCafe } from './cafe/no-cafe';
import { Header } from './header';
import { Loading } from './loading';
import { useReading } from './resource';
import { formatRoute, navigate, type PageName, route } from './router';
import * as TEXTS from './texts';

const PRESETS = [7, 28, 90];
/** The server counts anew once a minute. */
const EVERY_S = 120;

export function LeadOverviewPage() {
  return (
    <>
      <Header title={TEXTS.pages.reports} />
      <main id="content" tabIndex={-1} class="reports">
        <Reports page="reports" {...shown.LEADS} />
      </main>
    </>
  );
}

export function CafeOverviewPage() {
  const current = useStore(cafe);
  return (
    <>
      <Header title={TEXTS.pages.overview}>
        <CafeName />
      </Header>
      <main id="content" tabIndex={-1} class="reports">
        {!current && <NoCafe />}
        {current && <Reports page="overview" {...shown.CAFE} parameters={{ cafeId: current.id }} />}
      </main>
    </>
  );
}

interface ReportsProps {
  page: PageName;
  ids: readonly string[];
  usualDays: number;
  parameters?: Record<string, string>;
}

/** The reports of a desk, all of the days that the address names. */
function Reports({ page, ids, usualDays, parameters = {} }: ReportsProps) {
  const { query } = useStore(route);
  const usual = lastDays(usualDays);
  const range = { from: query.get('from') || usual.from, to: query.get('to') || usual.to };
  return (
    <>
      <RangeForm
        key={`${range.from} ${range.to}`}
        range={range}
        presets={PRESETS}
        onRange={(to) => navigate(formatRoute(page, undefined, { ...to }))}
      />
      <div class="report-grid">
        {ids.map((id) => (
          <Report key={id} id={id} range={range} parameters={parameters} />
        ))}
      </div>
    </>
  );
}

interface ReportProps {
  id: string;
  range: Range;
  parameters: Record<string, string>;
}

function Report({ id, range, parameters }: ReportProps) {
  const [by, setBy] = useState<string>();
  const query = new URLSearchParams({ ...parameters, ...range, ...(by === undefined ? {} : { by }) });
  const report = useReading<ReportView>(`/v1/reports/${id}?${query}`, EVERY_S);
  return (
    <ReportCard id={id} view={report.value} onGroup={setBy}>
      <Loading of={report} failed={TEXTS.reportFailed} />
    </ReportCard>
  );
}
