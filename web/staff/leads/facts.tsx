import type { LeadView } from '../../../src/leads/lead/lead-view';
import { FACT_NAMES } from '../../../src/leads/scoring/scoring';
import { LOCALE } from '../../shared/format';
import { ExactTime } from '../../shared/time';
import { Fact } from '../fact';
import * as TEXTS from './texts';

/** Facts about a lead, and what its score is made of. */
export function Facts({ lead }: { lead: LeadView }) {
  const { alert, reasons, score } = lead;
  return (
    <>
      <section aria-labelledby="facts-title">
        <h3 id="facts-title">{TEXTS.lead.facts}</h3>
        <dl class="facts">
          {([...FACT_NAMES, 'location', 'source'] as const).map((name) => (
            <Fact key={name} label={TEXTS.lead.fields[name]}>
              {showFact(lead[name])}
            </Fact>
          ))}
          {lead.email !== '' && (
            <Fact label={TEXTS.lead.fields.email}>
              <a href={`mailto:${lead.email}`}>{lead.email}</a>
            </Fact>
          )}
          <Fact label={TEXTS.lead.fields.createdAt}>
            <ExactTime iso={lead.createdAt} />
          </Fact>
          {lead.convertedAt !== null && (
            <Fact label={TEXTS.lead.fields.convertedAt}>
              <ExactTime iso={lead.convertedAt} />
            </Fact>
          )}
        </dl>
        {alert && <p class={alert.status === 'failed' ? 'problem' : 'soft'}>{describeAlert(alert)}</p>}
      </section>
      <section aria-labelledby="score-title">
        <h3 id="score-title">
          {TEXTS.lead.scoring} {score}
        </h3>
        {reasons.length === 0 && <p class="soft">{TEXTS.list.noReasons}</p>}
        <ul class="row reasons">
          {reasons.map(({ field, rule, points }) => (
            <li key={field} dir="auto">
              {TEXTS.list.reason(points, rule)}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function showFact(value: string | number | boolean | null): string {
  if (value === null || value === '') return TEXTS.lead.unknown;
  if (typeof value === 'boolean') return value ? TEXTS.lead.yes : TEXTS.lead.no;
  return typeof value === 'number' ? value.toLocaleString(LOCALE) : value;
}

function describeAlert({ status, error }: NonNullable<LeadView['alert']>): string {
  if (status === 'failed') return TEXTS.lead.alert.failed(error ?? '');
  return TEXTS.lead.alert[status];
}
