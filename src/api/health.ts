import { USERS } from '../accounts/tables';
import { CAFE_CELLS_CHECK } from '../cafe/cells';
import { CAFES, MENU, ORDERS } from '../cafe/tables';
import { checkThisAccount } from '../health/account-check';
import { cellsCheck } from '../health/cells';
import {
  formatAgo,
  type HealthCheck,
  runChecks,
  toOk,
  toProblem,
  toReport,
  toText,
  VERSION_CHECK,
  type Visit,
} from '../health/checks';
import { ERRORS_CHECK } from '../health/errors';
import { showHealthReport } from '../health/health-tab';
import { BY_ITSELF, FOR_STEPS, FOR_THE_SHEET, findMissing, type Permissions } from '../health/permissions';
import type { Finding } from '../health/report';
import { schemaChecks } from '../health/schema-checks';
import { describePace } from '../health/usage';
import { ServiceState } from '../http/fields';
import { HttpError } from '../http/http-error';
import { type Routes, route } from '../http/route';
import { LEAD_CELLS_CHECK } from '../leads/cells';
import { LEADS, LISTS, SCORING } from '../leads/tables';
import { MOVE_CHECK } from '../move/health';
import { readMove } from '../move/move';
import { hasRunLately, TIMER_CHECK } from '../outbox/health';
import { OUTBOX } from '../outbox/jobs';
import { VERSION } from '../platform/build';
import * as cache from '../platform/cache';
import { showMessage } from '../platform/dialog';
import { DAY_MS, MINUTE_MS } from '../platform/platform';
import { hasPermission } from '../platform/scopes';
import {
  boundSpreadsheet,
  knowsSpreadsheet,
  recordAccess,
  type SpreadsheetAccess,
} from '../platform/spreadsheet';
import { hasTimer } from '../platform/timer';
import { MAX_DELIVERIES } from '../pushes/delivery-log';
import { DELIVERIES, PUSH_ENDPOINTS } from '../pushes/tables';
import { visiting } from '../tables/sheet';
import { scan } from '../tables/tables';
import { windowChecks } from '../window/health';
import { LIGHTS, SERVICE_CHECKS } from './desks';
import { API_TABS, TIMER } from './timer';

/** Endpoint for monitoring. */
export const HEALTH_ROUTES: Routes = {
  'GET /v1/health': route({
    summary: 'Returns ok when the service runs and can open its spreadsheet, which is checked once a minute.',
    access: 'public',
    response: ServiceState,
    errorStatuses: [503],
    handle() {
      checkSpreadsheet();
      return { status: 'ok', version: VERSION };
    },
  }),
};

/** The last check of the spreadsheet. */
interface LastCheck {
  /** Epoch ms; absent where the check failed. */
  wellAt?: number;
  version: string;
  access: SpreadsheetAccess;
}

const LAST_CHECK = 'health';

/** Keys that the check reads of the cache, for callers that read ahead. */
export const HEALTH_KEYS = [LAST_CHECK];

/** Reports what monitoring has seen last. */
const REQUESTS_CHECK: HealthCheck = {
  light: 'in',
  label: 'Requests',
  find({ now }) {
    const { wellAt } = cache.get<LastCheck>(LAST_CHECK) ?? {};
    if (wellAt === undefined)
      return toOk(
        'The sheet is ready for requests.',
        'GET /v1/health has not been called in the last six hours.',
      );
    const sentence = `Requests are answered. GET /v1/health was last ok ${formatAgo(now - wellAt)}.`;
    return { state: 'ok', sentence, reachedAt: wellAt };
  },
};

/** Checks at most once a minute. @throws HttpError or UserError that says what the owner has to do */
function checkSpreadsheet(): void {
  const last = cache.get<Partial<LastCheck>>(LAST_CHECK) ?? {};
  if (last.version === VERSION && Date.now() - (last.wellAt ?? 0) < MINUTE_MS) return;
  const check: LastCheck = { version: VERSION, access: recordAccess('web', last.access) };
  try {
    assertSetUp(check.access);
    check.wellAt = Date.now();
  } finally {
    // A failure is stored too: else each call, which anybody may make, would record the access again.
    if (check.wellAt !== undefined || check.access !== last.access)
      cache.set(LAST_CHECK, check, cache.MAX_TTL_S);
  }
}

function assertSetUp(access: SpreadsheetAccess): void {
  const hasSpreadsheet = access !== 'none' || knowsSpreadsheet();
  if (hasSpreadsheet && boundSpreadsheet().getSheetByName(USERS.name)) return;
  const message = 'The API is not set up yet. Open its sheet and choose API > Set up.';
  throw new HttpError(503, 'not_set_up', message);
}

/** Advice to move, here and where the cells are counted. */
const MOVE = 'Move to a database: see docs/scale.md.';

/** Share of a limit at which there is still time to move without haste. */
const WARN_AT = 0.7;

/** Number of leads or orders that a sheet takes in a minute, by the modelled times of docs/cost.md. */
const CREATED_A_MINUTE = 429;
/** Limits of a free account; a Workspace has five times the calls, and ten times the operations. */
const CALLS_A_DAY = 20_000;
const OPERATIONS_A_DAY = 50_000;

/** Operations of an order and of a lead alike (docs/cost.md). */
const OPERATIONS_EACH = 2;

/**
 * Tells how near the last 24 hours came to what a sheet and its account can do, as far as the tabs tell: texts and the calls
 * of other scripts are not counted, and no script can see how many executions run at once.
 */
const CEILINGS_CHECK: HealthCheck = {
  light: 'room',
  label: 'Limits a day',
  find({ now }) {
    const orders = newest(ORDERS, now);
    const created = [...newest(LEADS, now), ...orders];
    return [
      toCeiling('Busiest minute', 'leads and orders created one by one', {
        used: busiestMinute(created),
        ceiling: CREATED_A_MINUTE,
      }),
      toCeiling('Calls to other servers', 'pushes and payments', {
        used: countPushes(now) + orders.length,
        ceiling: CALLS_A_DAY,
        now,
      }),
      toCeiling('Operations on properties', 'for leads and orders', {
        used: created.length * OPERATIONS_EACH,
        ceiling: OPERATIONS_A_DAY,
        now,
      }),
    ];
  },
};

/** A ceiling; `now` is for what is used up over a day, rather than at its busiest. */
function toCeiling(
  name: string,
  what: string,
  { used, ceiling, now }: { used: number; ceiling: number; now?: number },
): Finding {
  const [about, of] = [used, ceiling].map((number) => number.toLocaleString('en-US'));
  const detail = `About ${about} of ${of} in the last 24 hours: ${what}.`;
  if (used < ceiling * WARN_AT) return toOk(`${name}: far from the limit.`, detail);
  const sentence = `${name}: ${Math.round((used / ceiling) * 100)} % of the limit. New leads and orders are refused beyond it.${now === undefined ? '' : ` ${describePace(used, ceiling, now)}`}`;
  return { state: used < ceiling ? 'warning' : 'problem', sentence, cure: MOVE, detail };
}

/** Finds when rows were created in the last 24 hours, in epoch ms. All rows of an import are created in one call, at one time. */
function newest(table: typeof LEADS | typeof ORDERS, now: number): number[] {
  const times = scan(table, ['createdAt']).map(({ createdAt }) => createdAt.getTime());
  return [...new Set(times)].filter((at) => at > now - DAY_MS);
}

function busiestMinute(times: readonly number[]): number {
  const minutes = new Map<number, number>();
  for (const at of times) {
    const minute = Math.floor(at / MINUTE_MS);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }
  return Math.max(0, ...minutes.values());
}

/** Counts pushes. If the log is full before it is a day old, its rate is extrapolated to a day. */
function countPushes(now: number): number {
  const ages = scan(DELIVERIES, ['at'])
    .map(({ at }) => now - at.getTime())
    .filter((age) => age < DAY_MS);
  const oldest = Math.max(1, ...ages);
  return ages.length < MAX_DELIVERIES ? ages.length : Math.round((ages.length * DAY_MS) / oldest);
}

/** The permissions of the script, and what does not work without each. */
const SENDING_PERMISSIONS = {
  'script.external_request': ['Call other servers', 'no message, payment or push leaves the script'],
  'script.scriptapp': [BY_ITSELF, 'nothing is sent automatically'],
} as const satisfies Permissions;
export const PERMISSIONS: Permissions = { ...FOR_THE_SHEET, ...SENDING_PERMISSIONS, ...FOR_STEPS };

const SENDING_CHECK: HealthCheck = {
  light: 'out',
  label: 'Permissions',
  find: () => [...findMissing(SENDING_PERMISSIONS, 'API'), ...findMissing(FOR_STEPS, 'API', 'warning')],
};

/** Checks of the sheet's Health while the sheet serves the API. */
const CHECKS: readonly HealthCheck[] = [
  REQUESTS_CHECK,
  // These tell why nothing was sent, so they come before the check that only tells since when.
  SENDING_CHECK,
  { light: 'out', label: 'Timer', find: findTimer },
  ...SERVICE_CHECKS,
  MOVE_CHECK,
  CAFE_CELLS_CHECK,
  LEAD_CELLS_CHECK,
  ...schemaChecks(API_TABS),
  cellsCheck({ wayOut: MOVE, freshMs: 70 * MINUTE_MS }),
  TIMER_CHECK,
  CEILINGS_CHECK,
  VERSION_CHECK,
  ERRORS_CHECK,
];

/** Tabs with few rows, of which several checks want something. */
const SMALL_TABS = [USERS, CAFES, MENU, SCORING, LISTS, OUTBOX, PUSH_ENDPOINTS];

/** Runs from the menu. */
export function showHealth(): void {
  const missing = findMissing(FOR_THE_SHEET, 'API');
  if (missing.length > 0) {
    const problems = [...missing, ...findMissing(SENDING_PERMISSIONS, 'API')];
    showMessage('Health', problems.map(toText).join('\n\n'));
    return;
  }
  const move = readMove();
  const checks =
    move.state === 'moved' ? [...windowChecks(move), SENDING_CHECK, cellsCheck(), ERRORS_CHECK] : CHECKS;
  const now = Date.now();
  showHealthReport(visiting(SMALL_TABS, () => toReport(LIGHTS, runChecks(checks, { now }), now)));
}

function findTimer({ now }: Visit): Finding[] {
  const canListTimers = hasPermission('script.scriptapp');
  if (!canListTimers || hasTimer(TIMER) || hasRunLately(now)) return [];
  return [toProblem('The timer is not running: messages, refunds and pushes wait.', 'Choose API > Set up.')];
}

/** Runs from the menu. */
export function checkAccount(): void {
  checkThisAccount({
    script: 'api',
    menu: 'API',
    permissions: PERMISSIONS,
    firstRun: { webApp: 'Call /v1/health once.', timer: 'Wait ten minutes for the timer.' },
  });
}
