/** Every function that Apps Script may call in the script of the API: each name becomes a global. */
import { authenticate } from './accounts/authenticate';
import { newKey, revokeKey } from './accounts/keys';
import { countRequest } from './accounts/rate-limit';
import { disableUser, logOutEverywhere, newPassword, newUser } from './accounts/users';
import { toHttpError } from './api/desks';
import { admit, MOVE_ROUTES, runTimer } from './api/move';
import { MOVED_TABLES, SEALED_TABLES } from './api/moved-tables';
import { ENDPOINT_KINDS } from './api/pushes';
import { forgetPerson, removeOldData } from './api/retention-menu';
import { API_ROUTES } from './api/routes';
import { checkAccount, mendSheet, onEdit, onOpen, setUp, setWindow, showHealth } from './api/sheet';
import { SHEET_JOBS } from './api/sheet-jobs';
import { switchTestMode } from './api/test-mode';
import { noteTestMode } from './api/test-mode-notes';
import { assertCafe } from './cafe/cafes';
import { newDevice, revokeDevice } from './cafe/devices';
import { connectStripe, renewStripeSecret, STRIPE_WEBHOOK } from './cafe/payments/stripe-settings';
import { logError } from './health/errors';
import { setPublicAddress } from './http/public-address';
import { createApi } from './http/web-app';
import { connectTwilio, TWILIO_WEBHOOK } from './leads/twilio';
import { moveToDatabase, stopMoving } from './move/menu';
import { unlessMoved } from './move/move';
import { wakeWorker } from './outbox/worker';
import { newPushEndpoint, renewPushSecret } from './pushes/push-menu';

const { doGet, doPost } = createApi({
  routes: [...API_ROUTES, MOVE_ROUTES],
  admit,
  authenticate,
  countRequest,
  mend: mendSheet,
  toHttpError,
  logError,
});

// The web app
global.doGet = doGet;
global.doPost = doPost;

// The timer, every minute
global.deliverOutbox = () => runTimer(SHEET_JOBS);

// The sheet and its menu
global.onOpen = onOpen;
global.onEdit = onEdit;
global.setUp = unlessMoved(setUp);
global.checkAccount = checkAccount;
global.showHealth = showHealth;
global.forgetPerson = unlessMoved(forgetPerson);
global.removeOldData = unlessMoved(removeOldData);
global.newUser = unlessMoved(() => newUser(assertCafe));
global.newPassword = unlessMoved(newPassword);
global.disableUser = unlessMoved(disableUser);
global.logOutEverywhere = unlessMoved(logOutEverywhere);
global.newKey = unlessMoved(newKey);
global.revokeKey = unlessMoved(revokeKey);
global.newDevice = unlessMoved(newDevice);
global.revokeDevice = unlessMoved(revokeDevice);
global.connectTwilio = unlessMoved(connectTwilio);
global.connectStripe = unlessMoved(connectStripe);
global.renewStripeSecret = unlessMoved(renewStripeSecret);
global.newPushEndpoint = unlessMoved(() => newPushEndpoint(ENDPOINT_KINDS));
global.renewPushSecret = unlessMoved(renewPushSecret);
global.switchTestMode = unlessMoved(() => switchTestMode(noteTestMode));
global.setPublicAddress = unlessMoved(() => {
  setPublicAddress([TWILIO_WEBHOOK, STRIPE_WEBHOOK]);
  // Twilio counts as connected only now.
  wakeWorker();
});
global.moveToDatabase = () => moveToDatabase([...MOVED_TABLES, ...SEALED_TABLES]);
global.stopMoving = () => stopMoving([...MOVED_TABLES, ...SEALED_TABLES]);
global.setWindow = setWindow;
