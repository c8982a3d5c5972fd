/** Everything that Apps Script may call in the desk's script, and nothing else: each name becomes a global. */

import { checkMail } from './tracker/intake/check-mail';
import { firstSteps, takeStep } from './tracker/menu/first-steps';
import { showHealth } from './tracker/menu/health';
import { checkAccount, checkNow, onInstall, onOpen, openPage } from './tracker/menu/menu';
import { removeOldData } from './tracker/menu/old-cases';
import { showOverview } from './tracker/menu/overview';
import { forgetPerson } from './tracker/menu/person';
import { setUp } from './tracker/menu/set-up';
import { getBell, markBellSeen } from './tracker/page/bell';
import { getCase, getCases } from './tracker/page/case';
import { listCases } from './tracker/page/case-list';
import { getPictures } from './tracker/page/pictures';
import { getReplies } from './tracker/page/replies';
import { getReport } from './tracker/page/reports';
import { searchCases } from './tracker/page/search';
import { getHealth, getSettings, saveSettings } from './tracker/page/settings';
import { markSeen, updateCase, updateCases } from './tracker/page/update';
import { doGet } from './tracker/page/web-app';

// The sheet and its menu
global.onOpen = onOpen;
global.onInstall = onInstall;
global.setUp = setUp;
global.firstSteps = firstSteps;
global.checkNow = checkNow;
global.openPage = openPage;
global.showOverview = showOverview;
global.forgetPerson = forgetPerson;
global.removeOldData = removeOldData;
global.checkAccount = checkAccount;
global.showHealth = showHealth;

// The sidebar
global.takeFirstStep = takeStep;

// The timer, every 5 minutes; also for the page
global.checkMail = checkMail;

// The owner's page
global.doGet = doGet;
global.listCases = listCases;
global.getCase = getCase;
global.getCases = getCases;
global.getReplies = getReplies;
global.getPictures = getPictures;
global.updateCase = updateCase;
global.updateCases = updateCases;
global.markSeen = markSeen;
global.searchCases = searchCases;
global.getReport = getReport;
global.getBell = getBell;
global.markBellSeen = markBellSeen;
global.getSettings = getSettings;
global.saveSettings = saveSettings;
global.getHealth = getHealth;
