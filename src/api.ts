/** Everything that the platform may call in the api's script, and nothing else: each name becomes a global. */
import { authenticate } from './accounts/authenticate';
import { limit } from './accounts/limit';
import { disableUser, newKey, newPassword, newUser, revokeKey } from './accounts/menu';
import { OLD_SESSIONS } from './accounts/old-sessions';
import { ACCOUNT_ROUTES } from './accounts/routes';
import { seedDemo } from './accounts/seed-demo';
import { onEdit, onOpen, setUp } from './api-sheet';
import { CAFE_HOUSEKEEPERS } from './cafe/housekeepers';
import { CAFE_ROUTES } from './cafe/routes';
import { SETTLE_COURIER } from './cafe/settle';
import { explain } from './explain';
import { HEALTH } from './health';
import { createApi } from './http/web-app';
import { LEAD_HOUSEKEEPERS } from './leads/housekeepers';
import { connectTwilio } from './leads/menu';
import { MESSAGE_COURIER } from './leads/message-courier';
import { LEAD_ROUTES } from './leads/routes';
import { TWILIO_WEBHOOK } from './leads/twilio-settings';
import { deliverOutbox } from './outbox/deliver';
import { setPublicAddress } from './sheet/public-address';

const { doGet, doPost } = createApi({
  routes: [HEALTH, ACCOUNT_ROUTES, LEAD_ROUTES, CAFE_ROUTES],
  authenticate,
  limit,
  explain,
});

// The web app
global.doGet = doGet;
global.doPost = doPost;

// The timer, every minute
global.deliverOutbox = () =>
  deliverOutbox({
    couriers: [MESSAGE_COURIER, SETTLE_COURIER],
    housekeepers: [...LEAD_HOUSEKEEPERS, ...CAFE_HOUSEKEEPERS, OLD_SESSIONS],
  });

// The sheet and its menu
global.onOpen = onOpen;
global.onEdit = onEdit;
global.setUp = setUp;
global.newUser = newUser;
global.newPassword = newPassword;
global.disableUser = disableUser;
global.newKey = newKey;
global.revokeKey = revokeKey;
global.connectTwilio = connectTwilio;
global.setPublicAddress = () => setPublicAddress([TWILIO_WEBHOOK]);

// The first start on a laptop
global.seedDemo = seedDemo;
