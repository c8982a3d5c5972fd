/** Every function that Apps Script may call in the script of the API: each name becomes a global. */
import { authenticate } from './accounts/authenticate';
import { countRequest } from './accounts/rate-limit';
import { toHttpError } from './api/desks';
import { takeStep } from './api/first-steps';
import { menu, onOpen } from './api/menu';
import { API_ROUTES, admit, MOVE_ROUTES, onEdit, runTimer } from './api/sheet';
import { mendSheet, SHEET_JOBS } from './api/timer';
import { logError } from './health/errors';
import { createApi } from './http/web-app';

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

// The sheet
global.onOpen = onOpen;
global.onEdit = onEdit;

// The sidebar
global.takeFirstStep = takeStep;

// The menu of the sheet
global.setUp = menu.setUp;
global.firstSteps = menu.firstSteps;
global.showOverview = menu.showOverview;
global.newUser = menu.newUser;
global.newPassword = menu.newPassword;
global.disableUser = menu.disableUser;
global.logOutEverywhere = menu.logOutEverywhere;
global.newKey = menu.newKey;
global.revokeKey = menu.revokeKey;
global.newDevice = menu.newDevice;
global.revokeDevice = menu.revokeDevice;
global.connectTwilio = menu.connectTwilio;
global.connectStripe = menu.connectStripe;
global.renewStripeSecret = menu.renewStripeSecret;
global.setPublicAddress = menu.setPublicAddress;
global.switchTestMode = menu.switchTestMode;
global.newPushEndpoint = menu.newPushEndpoint;
global.renewPushSecret = menu.renewPushSecret;
global.forgetPerson = menu.forgetPerson;
global.removeOldData = menu.removeOldData;
global.moveToDatabase = menu.moveToDatabase;
global.stopMoving = menu.stopMoving;
global.setWindow = menu.setWindow;
global.checkAccount = menu.checkAccount;
global.showHealth = menu.showHealth;
