import { OLD_DEVICES } from '../accounts/devices';
import { OLD_SESSIONS } from '../accounts/sessions';
import { OLD_DRAFTS } from '../cafe/orders/old-drafts';
import { RECONCILE_HANDLER } from '../cafe/orders/reconcile';
import { MISSED_EVENTS } from '../cafe/payments/missed-events';
import { MENU, ORDERS } from '../cafe/tables';
import { OLD_DELETIONS } from '../leads/lead/deleted-leads';
import { ALERT_HANDLER } from '../leads/scoring/hot-lead';
import { LEADS, VEHICLES } from '../leads/tables';
import { MESSAGE_HANDLER } from '../leads/thread/message-jobs';
import { MISSED_MESSAGES } from '../leads/thread/missed-messages';
import type { Jobs } from '../outbox/worker';
import { PUSH_ENDPOINTS } from '../pushes/tables';
import { ARCHIVE } from '../tables/archive';
import { PUSH_HANDLERS } from './pushes';

/** What the timer has to do wherever the API runs. */
export const JOBS: Jobs = {
  handlers: [RECONCILE_HANDLER, ...PUSH_HANDLERS, MESSAGE_HANDLER, ALERT_HANDLER],
  maintenance: [OLD_SESSIONS, OLD_DEVICES, OLD_DRAFTS, OLD_DELETIONS, MISSED_EVENTS, MISSED_MESSAGES],
  compact: [LEADS, VEHICLES, MENU, ORDERS, PUSH_ENDPOINTS, ARCHIVE],
};
