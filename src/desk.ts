/** Everything that the platform may call in the desk's script, and nothing else: each name becomes a global. */
import { checkMail } from './tracker/check-mail';
import { doGet } from './tracker/page';
import { onOpen, setUp } from './tracker/set-up';
import { getSettings, saveSettings } from './tracker/settings';

// The sheet and its menu
global.onOpen = onOpen;
global.setUp = setUp;

// The timer, every 5 minutes; also in the menu
global.checkMail = checkMail;

// The owner's page
global.doGet = doGet;
global.getSettings = getSettings;
global.saveSettings = saveSettings;
