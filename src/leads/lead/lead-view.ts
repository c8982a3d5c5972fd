import * as v from 'valibot';
import { described, withExample } from '../../http/described';
import { Count, CreatedAt, Instant, Time, toIso, UpdatedAt } from '../../http/fields';
import { withReason } from '../../texts/texts';
import type { OwnField } from '../lists';
import { FILTERS } from '../scoring/scoring';
import { ALERT_STATUSES, type Lead } from '../tables';
import { findCalendarUrl } from './appointment';
import { ConsentView } from './consent';
import type { History } from './history';
import { MessageView, toMessageView } from './message-view';
import { CustomView, fieldsFor, toCustomView } from './own-fields';

/** Fields of each lead in a list. */
export const SUMMARY = {
  id: described(v.string(), 'The ID of the lead.', 'L-7'),
  name: v.string(),
  score: described(Count, 'From 0 to 100, by the rules in the Scoring tab.', 57),
  filter: described(v.picklist(FILTERS), 'The category of the score.', 'warm'),
  status: described(
    v.string(),
    'new, contacted, appointment, sold, lost, or a status from the Lists tab.',
    'contacted',
  ),
};

/** The same in a list of the API, with what a copy of it needs. */
const LISTED = {
  ...SUMMARY,
  phone: v.string(),
  source: v.string(),
  createdAt: CreatedAt,
  updatedAt: withExample(UpdatedAt, '2026-11-21T10:02:55.000Z'),
};
export const LISTED_FIELDS = Object.keys(LISTED) as (keyof typeof LISTED)[];

/** Fields that say who waits, in a list and in a lead, but not in a push: messages are no change of a lead. */
const WAITING = {
  waitingFor: described(
    v.nullable(v.picklist(['you', 'them'])),
    'Who has to act next: you, where a text is not answered yet or nobody has contacted a hot lead; them, where the last text is yours. Null otherwise.',
    'you',
  ),
  waitingSince: described(Time, 'Since when.', '2026-11-21T09:30:12.000Z'),
  lastText: described(
    v.nullable(v.string()),
    'The beginning of the last message, inbound or outbound. Null if there is none.',
    'Is the Corolla still there?',
  ),
};
/** Fields of what is planned, in a list and in a lead. */
const PLANNED = {
  nextAt: described(Time, 'When the next step is due. Null if none is planned.', '2026-11-23T15:00:00.000Z'),
  nextStep: described(
    v.string(),
    'The next step: call back, visit, test drive, or one from the Lists tab. Empty if none is planned.',
    'test drive',
  ),
};

export const WAITING_COLUMNS = ['waiting', 'waitingSince', 'lastText', 'nextAt', 'nextStep'] as const;

/** The rules that made up a score. */
const Reasons = described(
  v.array(
    v.strictObject({
      field: described(v.string(), 'The fact that the rule is about.', 'creditScore'),
      rule: described(v.string(), 'The name of the rule.', 'Credit 580 or more'),
      points: described(v.pipe(v.number(), v.integer()), 'What the rule added to the score.', 20),
    }),
  ),
  'The rules that made up the score.',
);

export const ListedLead = v.strictObject({
  ...LISTED,
  ...WAITING,
  ...PLANNED,
  custom: CustomView,
  reasons: v.exactOptional(Reasons),
});
export type ListedLead = v.InferOutput<typeof ListedLead>;

const Change = v.strictObject({
  from: described(v.unknown(), 'The value before, long texts shortened.'),
  to: described(v.unknown(), 'The value after, long texts shortened.'),
});

export const ActivityView = v.strictObject({
  at: described(Instant, 'When it happened.', '2026-11-21T10:02:55.000Z'),
  by: described(v.string(), 'The ID of the user who did it, or timer, rule, sms or sheet.', 'U-2'),
  what: described(v.string(), 'What happened.', 'changed'),
  changes: described(v.optional(v.record(v.string(), Change)), 'The fields that changed.', {
    status: { from: 'new', to: 'contacted' },
  }),
  leads: described(
    v.optional(v.array(v.string())),
    'Earlier leads with the same phone or email, or the one that was merged.',
  ),
  error: described(v.optional(v.string()), 'What went wrong. Null if nothing did.'),
});

const AlertView = v.nullable(
  v.strictObject({
    status: described(
      v.picklist(ALERT_STATUSES),
      'The status of the text: sent once the provider has accepted it.',
    ),
    at: described(Instant, 'When it became due.'),
    error: described(v.nullable(v.string()), 'Why it was not sent. Null otherwise.'),
  }),
);

/** A lead as the API returns it. */
export const LeadView = v.strictObject({
  ...SUMMARY,
  phone: v.string(),
  email: v.string(),
  externalId: described(
    v.string(),
    'The ID in the system that sent it by PUT. Empty if there is none.',
    'crm-7',
  ),
  creditScore: v.string(),
  downPayment: v.nullable(v.number()),
  hasBank: v.nullable(v.boolean()),
  idType: v.string(),
  tradeIn: v.nullable(v.boolean()),
  location: v.string(),
  source: v.string(),
  notes: v.string(),
  createdAt: CreatedAt,
  updatedAt: withExample(UpdatedAt, '2026-11-21T10:02:55.000Z'),
  convertedAt: described(Time, 'When it first got the status appointment or sold.'),
  isOptedOut: described(v.boolean(), 'Whether the person has opted out of text messages (replied STOP).'),
  asksToStop: described(
    v.boolean(),
    'Whether a reply seems to ask for no more text messages. None is sent until `optOut` says what was meant.',
  ),
  consent: ConsentView,
  ...PLANNED,
  lostReason: described(v.string(), 'Why the lead is lost. Empty if that is unknown.'),
  vehicleId: withExample(v.string(), 'V-3'),
  agentId: withExample(v.string(), 'U-2'),
  custom: CustomView,
  firstResponseAt: described(
    Time,
    'When the first text was sent to the person, or the first status set after a call.',
  ),
  alert: described(AlertView, 'The text to the agent about the hot lead. Null if none was due.'),
  escalation: described(
    AlertView,
    'The text to an admin that nobody has touched the hot lead within `hotMinutes` of the Lists tab. Null if none was due.',
  ),
  version: described(
    Count,
    'Counts changes through the API, of status and notes in the sheet, and of messages and their statuses. Also in the ETag.',
    4,
  ),
  ...WAITING,
  calendarUrl: described(
    v.nullable(v.string()),
    'A link to the next step for the calendar of the person, which needs no credential. Null if none is planned, or no public address is entered.',
  ),
  reasons: withExample(Reasons, [
    { field: 'creditScore', rule: 'Credit 580 or more', points: 20 },
    { field: 'downPayment', rule: '2,500 down or more', points: 19 },
    { field: 'hasBank', rule: 'Bank account', points: 15 },
    { field: 'idType', rule: 'Identification unknown', points: 3 },
  ]),
  messages: described(v.array(MessageView), 'The newest messages, the oldest of them first.'),
  messagesTotal: described(Count, 'How many messages there are. The thread lists all of them.', 1),
  activities: described(v.array(ActivityView), 'The newest changes, the oldest of them first.'),
  activitiesTotal: described(
    Count,
    'How many activities there are. The list of activities has all of them.',
    1,
  ),
});
export type LeadView = v.InferOutput<typeof LeadView>;

type WaitingColumns = Pick<Lead, 'waiting' | 'waitingSince' | 'lastText'>;

export function toListedLead(
  {
    waiting,
    waitingSince,
    lastText,
    custom = {},
    ...row
  }: Pick<Lead, keyof typeof LISTED> &
    Pick<Lead, (typeof WAITING_COLUMNS)[number]> &
    Partial<Pick<Lead, 'reasons' | 'custom'>>,
  fields: readonly OwnField[],
): ListedLead {
  return {
    ...row,
    custom: toCustomView(custom, fields),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
    nextAt: toIso(row.nextAt),
    ...toWaitingView({ waiting, waitingSince, lastText }),
  };
}

function toWaitingView({ waiting, waitingSince, lastText }: WaitingColumns) {
  const since = toIso(waitingSince);
  const waitedFor = waiting ? 'you' : 'them';
  return {
    waitingFor: since === null ? null : waitedFor,
    waitingSince: since,
    lastText: lastText === '' ? null : lastText,
  } as const;
}

/** Number of its messages and of its activities that a lead shows; the others have pages of their own. */
export const MAX_SHOWN = 100;

export function toLeadView(
  row: Lead,
  { messages, activities }: History,
  fields: readonly OwnField[],
): LeadView {
  return {
    ...toLeadContent(row, fields),
    ...toWaitingView(row),
    calendarUrl: findCalendarUrl(row),
    firstResponseAt: toIso(row.firstResponseAt),
    messages: withReason(messages.slice(-MAX_SHOWN).map(toMessageView)),
    messagesTotal: messages.length,
    activities: activities.slice(-MAX_SHOWN),
    activitiesTotal: activities.length,
  };
}

/** Fields of a lead that are not pushed. */
export const NOT_PUSHED = [
  ...(['messages', 'messagesTotal', 'activities', 'activitiesTotal'] as const),
  ...(['waitingFor', 'waitingSince', 'lastText', 'firstResponseAt', 'calendarUrl'] as const),
] as const;

type LeadContent = Omit<LeadView, (typeof NOT_PUSHED)[number]>;

/** A lead without its messages, its activities and who waits: as it is pushed. */
export function toLeadContent(
  { createdAt, updatedAt, convertedAt, nextAt, alert, escalation, custom, ...row }: Lead,
  fields: readonly OwnField[] = fieldsFor(undefined),
): LeadContent {
  const { requestKey, requestHash, thread, activities, archived, ...others } = row;
  const { waiting, waitingSince, lastText, firstResponseAt, ...content } = others;
  return {
    ...content,
    alert: toAlertView(alert),
    escalation: toAlertView(escalation),
    createdAt: toIso(createdAt),
    updatedAt: toIso(updatedAt),
    convertedAt: toIso(convertedAt),
    nextAt: toIso(nextAt),
    custom: toCustomView(custom, fields),
  };
}

/** The phone that it went to is left out. */
function toAlertView(alert: Lead['alert']): v.InferOutput<typeof AlertView> {
  return alert && { status: alert.status, at: alert.at, error: alert.error };
}
