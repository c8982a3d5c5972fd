import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { testLong } from '../harness/extent';
import { eventually } from '../harness/until';

let pages: Pages;
let opened: DeskPage;
beforeEach(async () => {
  pages = await startPages();
});
afterEach(async () => {
  await opened.close();
  await pages.close();
});

const rename = (from: string, to: string) => {
  const { services, scripts } = pages.local;
  const { sheets } = services.spreadsheets.books.get(scripts.desk.spreadsheetId);
  const [tab] = sheets.filter(({ record }) => record.name === from);
  if (tab) tab.record.name = to;
};
const welcome = () => opened.desk.getByRole('heading', { name: 'Welcome to your case desk' });

testLong.each(['#/', '#/settings', '#/case/CASE-0001'])(
  'a desk whose tab Settings is gone is not greeted as new at %s',
  async (place) => {
    rename('Settings', 'Settings (old)');
    opened = await pages.open(place);
    const said = opened.desk.locator('.banner');
    await said.getByText('The sheet has no tab "Settings". Run Set up from the menu.').waitFor();
    const href = await said.getByRole('link', { name: 'Open the sheet' }).getAttribute('href');
    expect(href).toContain(pages.local.scripts.desk.spreadsheetId);
    await eventually(async () => expect(await welcome().count()).toBe(0));
    await eventually(async () => expect(await opened.faults()).toEqual([]));
    rename('Settings (old)', 'Settings');
    await opened.desk.locator('html').evaluate(() => window.dispatchEvent(new Event('focus')));
    await said.getByRole('link').waitFor({ state: 'detached' });
  },
);

test('a list without its tab says which one is missing, and where the sheet is', async () => {
  rename('Cases', 'My cases');
  opened = await pages.open('#/');
  const alert = opened.desk.getByRole('alert');
  await alert.getByText(/The sheet has no tab "Cases"/).waitFor();
  const href = await alert.getByRole('link', { name: 'Open the sheet' }).getAttribute('href');
  expect(href).toContain(pages.local.scripts.desk.spreadsheetId);
  rename('My cases', 'Cases');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.waitFor({ state: 'detached' });
});
