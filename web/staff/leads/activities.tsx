import type { Choices } from '../../../src/leads/lead/choices';
import type { LeadView } from '../../../src/leads/lead/lead-view';
import { ExactTime } from '../../shared/time';
import { agentName } from './choices';
import * as TEXTS from './texts';

type Activity = LeadView['activities'][number];

/** Lists what has happened to a lead, the newest first. */
export function Activities({ lead, choices }: { lead: LeadView; choices: Choices | undefined }) {
  const { activities, activitiesTotal } = lead;
  const hidden = activitiesTotal - activities.length;
  return (
    <details>
      <summary>
        <h3>{TEXTS.activities.title}</h3>
      </summary>
      <ol class="stack">
        {[...activities].reverse().map((activity) => (
          <li key={`${activity.at} ${activity.what}`}>
            <p dir="auto">{describe(activity)}</p>
            {describeChanges(activity, choices).map((change) => (
              <p key={change} dir="auto">
                {change}
              </p>
            ))}
            <p class="soft">
              <ExactTime iso={activity.at} /> · <bdi>{nameAuthor(activity.by, choices)}</bdi>
            </p>
          </li>
        ))}
      </ol>
      {hidden > 0 && <p class="soft">{TEXTS.activities.earlier(hidden)}</p>}
    </details>
  );
}

function describe({ what, leads = [], error }: Activity): string {
  if (what === 'duplicate') return TEXTS.activities.what.duplicate(leads.join(', '));
  const names: Record<string, unknown> = TEXTS.activities.what;
  const name = typeof names[what] === 'string' ? names[what] : what;
  return error === undefined ? name : `${name}: ${error}`;
}

function describeChanges({ changes = {} }: Activity, choices: Choices | undefined): string[] {
  const labels: Record<string, string> = TEXTS.lead.fields;
  return Object.entries(changes).map(([field, { from, to }]) => {
    const show = (value: unknown) => {
      if (value === null || value === '') return TEXTS.lead.nothing;
      return field === 'agentId' ? agentName(choices, String(value)) : String(value);
    };
    return TEXTS.activities.change(labels[field] ?? field, show(from), show(to));
  });
}

/** A user, or what changed it by itself. */
function nameAuthor(by: string, choices: Choices | undefined): string {
  const names: Record<string, string> = TEXTS.activities.by;
  return names[by] ?? TEXTS.activities.byWhom(agentName(choices, by));
}
