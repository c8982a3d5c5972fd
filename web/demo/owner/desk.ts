import { stayInside } from '../stay-inside';
import { CASE_DESK } from './case-desk';
import { googleScript } from './google-script';

/** While somebody looks, mail comes in. The bell asks once a minute. */
const MAIL_EVERY_MS = 45_000;

Object.assign(globalThis, { google: { script: googleScript(CASE_DESK) } });
stayInside();
setInterval(CASE_DESK.checkMail, MAIL_EVERY_MS);
