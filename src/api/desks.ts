import { OLD_DEVICES } from '../accounts/devices';
import { ACCOUNT_ROUTES, OLD_SESSIONS } from '../accounts/sessions';
import { DEVICES, KEYS, USERS } from '../accounts/tables';
import { CAFE_ENDPOINTS } from '../cafe/cafe-endpoints';
import { CAFE_CHECKS } from '../cafe/health';
import { OLD_DRAFTS } from '../cafe/orders/old-drafts';
import { ORDER_EVENTS } from '../cafe/orders/order-events';
import { ordersChanged } from '../cafe/orders/orders-version';
import { ORDER_PEOPLE } from '../cafe/orders/person';
import { createReadyTextHandler } from '../cafe/orders/ready-text';
import { payments } from '../cafe/payments/payments';
import { CAFE_ROUTES } from '../cafe/routes';
import { MISSED_EVENTS } from '../cafe/settlement/missed-events';
import { RECONCILE_HANDLER } from '../cafe/settlement/reconcile';
import { CAFES, MENU, ORDERS } from '../cafe/tables';
import { type HealthCheck, type LightTitles, toProblem } from '../health/checks';
import { isConnected } from '../health/provider';
import { HttpError } from '../http/http-error';
import type { Routes } from '../http/route';
import { ESCALATION_HANDLER } from '../leads/escalation';
import { LEAD_CHECKS } from '../leads/health';
import { OLD_DELETIONS } from '../leads/lead/deleted-leads';
import { LEAD_ENDPOINTS } from '../leads/lead/lead-endpoints';
import { LEAD_EVENTS } from '../leads/lead/lead-events';
import { MERGE_HANDLER } from '../leads/lead/merge';
import { findOptedOut } from '../leads/lead/opt-choice';
import { LEAD_PEOPLE, noteDeletions } from '../leads/lead/person';
import { toLeadPhone } from '../leads/lead/phone';
import { LEAD_ROUTES } from '../leads/routes';
import { ALERT_HANDLER } from '../leads/scoring/hot-lead';
import { DELETED_LEADS, LEADS, LISTS, SCORING, VEHICLES } from '../leads/tables';
import { MESSAGE_HANDLER } from '../leads/thread/message-jobs';
import { MISSED_MESSAGES } from '../leads/thread/missed-messages';
import { outboxChecks } from '../outbox/health';
import { OUTBOX } from '../outbox/jobs';
import type { Jobs } from '../outbox/worker';
import { isGoogleRefusal } from '../platform/google-errors';
import { isTestMode } from '../platform/test-mode';
import { SpreadsheetError, UserError } from '../platform/user-error';
import { deliveryRoutes } from '../pushes/deliveries';
import { endpointRoutes } from '../pushes/endpoint-routes';
import { pushCheck } from '../pushes/health';
import { createPushHandler } from '../pushes/push-handler';
import { DELIVERIES, PUSH_ENDPOINTS } from '../pushes/tables';
import type { OldRows } from '../retention/old-data';
import type { PersonData } from '../retention/person-data';
import { STORED_TEXTS } from '../retention/stored-texts';
import { ARCHIVE } from '../tables/archive';
import { scan, type Table, UnreadableCursor, VersionConflict } from '../tables/tables';
import { texts } from '../texts/texts';

/** The endpoints that events can be pushed to. */
export const ENDPOINT_KINDS = [CAFE_ENDPOINTS, LEAD_ENDPOINTS];

export const PUSH_ROUTES: Routes = { ...endpointRoutes(ENDPOINT_KINDS), ...deliveryRoutes(ENDPOINT_KINDS) };

/** Handlers of pushes, for the timer. */
export const PUSH_HANDLERS = [createPushHandler(ORDER_EVENTS), createPushHandler(LEAD_EVENTS)];

/** The endpoints of the desks, which are the same wherever the API runs. */
export const DESK_ROUTES: readonly Routes[] = [ACCOUNT_ROUTES, LEAD_ROUTES, CAFE_ROUTES, PUSH_ROUTES];

/** Most limits of Google's end within a minute, and nothing tells which do not. */
const GOOGLE_PAUSE_S = 60;

/** Converts an error of tables/ or platform/ to what it means over HTTP; undefined for one that the caller must not see. */
export function toHttpError(cause: unknown): HttpError | undefined {
  if (cause instanceof VersionConflict)
    return new HttpError(
      412,
      'precondition_failed',
      'The resource has changed since you read it. Fetch it again and retry with the new ETag.',
      { param: 'if-match', cause },
    );
  if (cause instanceof UnreadableCursor) {
    const message = `cursor must come from the Link header of the same list (got ${JSON.stringify(cause.cursor.slice(0, 80))}).`;
    return new HttpError(422, 'invalid_request', message, { param: 'cursor', cause });
  }
  if (cause instanceof UserError) {
    const code = cause instanceof SpreadsheetError ? 'no_spreadsheet' : 'unavailable';
    return new HttpError(503, code, cause.message, { retryAfter: 30, cause });
  }
  if (isGoogleRefusal(cause))
    return new HttpError(503, 'unavailable', 'Google refused this for now. Try again later.', {
      retryAfter: GOOGLE_PAUSE_S,
      cause,
    });
  return undefined;
}

/** Jobs of the timer wherever the API runs. */
export const JOBS: Jobs = {
  handlers: [
    RECONCILE_HANDLER,
    createReadyTextHandler(findOptedOut),
    MERGE_HANDLER,
    ...PUSH_HANDLERS,
    MESSAGE_HANDLER,
    ESCALATION_HANDLER,
    ALERT_HANDLER,
  ],
  maintenance: [OLD_SESSIONS, OLD_DEVICES, OLD_DRAFTS, OLD_DELETIONS, MISSED_EVENTS, MISSED_MESSAGES],
  compact: [LEADS, VEHICLES, MENU, ORDERS, PUSH_ENDPOINTS, ARCHIVE],
};

/** Tables that move from a sheet to a database. Sessions end with the move. */
export const MOVED_TABLES: readonly Table[] = [
  SCORING,
  LISTS,
  CAFES,
  MENU,
  VEHICLES,
  LEADS,
  ORDERS,
  ARCHIVE,
  DELETED_LEADS,
  PUSH_ENDPOINTS,
  DELIVERIES,
  OUTBOX,
];

/** Tables of who may call the API, and with what: these travel sealed, in one piece. */
export const SEALED_TABLES: readonly Table[] = [USERS, KEYS, DEVICES];

/** Everything that the API may have of a person. Users are staff: their rows are removed by hand. */
export const PEOPLE: PersonData = {
  tables: [
    ...LEAD_PEOPLE,
    ...ORDER_PEOPLE,
    // The column `version` is that of the lead or order, which stays what it is.
    { table: OUTBOX, mentions: ['error'], stamp: ({ version }) => ({ version }) },
    { table: DELIVERIES, mentions: ['error'] },
  ],
  places: [STORED_TEXTS],
  toPhone: toLeadPhone,
};

/** Rows that the API is done with once they are old. */
export const OLD_ROWS: readonly OldRows[] = [
  {
    table: LEADS,
    label: 'Leads that are sold or lost, by their last change',
    by: 'updatedAt',
    only: { column: 'status', values: ['sold', 'lost'] },
    children: [{ table: ARCHIVE, of: 'target' }],
    findBusy: withJobs,
    beforeRemoval: noteDeletions,
  },
  {
    table: ORDERS,
    label: 'Orders that are completed or cancelled, by their last change',
    by: 'updatedAt',
    only: { column: 'status', values: ['completed', 'cancelled'] },
    findBusy: withJobs,
    afterRemoval: ordersChanged,
  },
  { table: DELIVERIES, label: 'Deliveries of pushes', by: 'at' },
];

/** A message, refund or push may still be due. */
function withJobs(): string[] {
  return scan(OUTBOX, ['entityId']).map(({ entityId }) => entityId);
}

/** Says to the owner what is simulated meanwhile. */
export const TEST_MODE_ON = `Test mode is on: without ${payments.names} every order is marked as paid though no money moves, and without ${texts.names} every text message as delivered though none is sent. Turn it off with API > Test mode.`;

export const TEST_MODE_CHECK: HealthCheck = {
  light: 'out',
  label: 'Test mode',
  find() {
    if (!isTestMode()) return [];
    const simulated = [
      ...(isConnected(texts) ? [] : ['texts are not sent']),
      ...(isConnected(payments) ? [] : ['orders count as paid without money']),
    ];
    const effect =
      simulated.join(', and ') ||
      `nothing is simulated while ${payments.names} and ${texts.names} are connected`;
    return toProblem(`Test mode is on: ${effect}.`, 'Turn it off with API > Test mode.');
  },
};

export const LIGHTS: LightTitles = {
  in: 'Requests come in',
  out: 'Messages and payments go out',
  room: 'Room is left',
  rest: 'Everything else',
};

/** Checks of Health wherever the API runs; the sheet and the host add what is theirs. */
export const SERVICE_CHECKS: readonly HealthCheck[] = [
  ...outboxChecks(JOBS.handlers),
  TEST_MODE_CHECK,
  ...LEAD_CHECKS,
  ...CAFE_CHECKS,
  pushCheck(ENDPOINT_KINDS),
];
