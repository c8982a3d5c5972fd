/** Everything that the platform may call in the desk's script, and nothing else: each name becomes a global. */
import { getBell, markBellSeen } from './tracker/bell';
import { checkAccount } from './tracker/check-account';
import { checkMail } from './tracker/check-mail';
import { checkNow } from './tracker/check-now';
import { getCase } from './tracker/get-case';
import { listCases } from './tracker/list-cases';
import { onInstall, onOpen } from './tracker/menu';
import { openPage } from './tracker/open-page';
import { doGet } from './tracker/page';
import { searchCases } from './tracker/search-cases';
import { setUp } from './tracker/set-up';
import { getSettings, saveSettings } from './tracker/settings';
import { showHealth } from './tracker/show-health';
import { updateCase } from './tracker/update-case';

// The sheet and its menu
global.onOpen = onOpen;
global.onInstall = onInstall;
global.setUp = setUp;
global.checkNow = checkNow;
global.openPage = openPage;
global.checkAccount = checkAccount;
global.showHealth = showHealth;

// The timer, every 5 minutes; also for the page
global.checkMail = checkMail;

// The owner's page
global.doGet = doGet;
global.listCases = listCases;
global.getCase = getCase;
global.updateCase = updateCase;
global.searchCases = searchCases;
global.getBell = getBell;
global.markBellSeen = markBellSeen;
global.getSettings = getSettings;
global.saveSettings = saveSettings;
