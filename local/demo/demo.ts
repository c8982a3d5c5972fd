/** Functions that the demo's script adds to the API's. */
import { ACCOUNT_TABS } from '../../src/accounts/set-up';
import { noteTestMode } from '../../src/api/test-mode';
import { setTestMode } from '../../src/platform/test-mode';
import { createTabs } from '../../src/tables/sheet';
import { type Demo, type DemoSecrets, seedDemo } from './seed-demo';

global.seedDemo = (demo: Demo): DemoSecrets => {
  createTabs(ACCOUNT_TABS);
  const secrets = seedDemo(demo);
  noteTestMode();
  return secrets;
};

global.chooseTestMode = (): void => {
  setTestMode(true);
  noteTestMode();
};
