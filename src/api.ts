/** Every function that Apps Script may call in the script of the API: each name becomes a global. */
import { authenticate } from './accounts/authenticate';
import { newKey, revokeKey } from './accounts/keys';
import { countRequest } from './accounts/rate-limit';
import { OLD_SESSIONS } from './accounts/sessions';
import { disableUser, newPassword, newUser } from './accounts/users';
import { API_ROUTES, toHttpError } from './api-routes';
import { checkAccount, MIGRATION, onEdit, onOpen, setUp, showHealth } from './api-sheet';
import { OLD_DRAFTS } from './cafe/orders/old-drafts';
import { RECONCILE_HANDLER } from './cafe/orders/reconcile';
import { connectStripe, renewStripeSecret, STRIPE_WEBHOOK } from './cafe/payments/stripe-settings';
import { PUSH_HANDLER } from './cafe/pushes/push';
import { newPushEndpoint, renewPushSecret } from './cafe/pushes/push-menu';
import { MENU, ORDERS, PUSH_ENDPOINTS } from './cafe/tables';
import { logError } from './health/errors';
import { setPublicAddress } from './http/public-address';
import { createApi } from './http/web-app';
import { MESSAGE_HANDLER } from './leads/message-jobs';
import { LEADS, VEHICLES } from './leads/tables';
import { connectTwilio, TWILIO_WEBHOOK } from './leads/twilio';
import { runWorker } from './outbox/worker';
import { ARCHIVE } from './tables/tables';

const { doGet, doPost } = createApi({
  routes: API_ROUTES,
  authenticate,
  countRequest,
  toHttpError,
  logError,
});

// The web app
global.doGet = doGet;
global.doPost = doPost;

// The timer, every minute
global.deliverOutbox = () =>
  runWorker({
    handlers: [RECONCILE_HANDLER, PUSH_HANDLER, MESSAGE_HANDLER],
    maintenance: [MIGRATION, OLD_SESSIONS, OLD_DRAFTS],
    compact: [LEADS, VEHICLES, MENU, ORDERS, PUSH_ENDPOINTS, ARCHIVE],
  });

// The sheet and its menu
global.onOpen = onOpen;
global.onEdit = onEdit;
global.setUp = setUp;
global.checkAccount = checkAccount;
global.showHealth = showHealth;
global.newUser = newUser;
global.newPassword = newPassword;
global.disableUser = disableUser;
global.newKey = newKey;
global.revokeKey = revokeKey;
global.connectTwilio = connectTwilio;
global.connectStripe = connectStripe;
global.renewStripeSecret = renewStripeSecret;
global.newPushEndpoint = newPushEndpoint;
global.renewPushSecret = renewPushSecret;
global.setPublicAddress = () => setPublicAddress([TWILIO_WEBHOOK, STRIPE_WEBHOOK]);
