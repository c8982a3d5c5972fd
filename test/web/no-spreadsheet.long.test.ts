import { startPages } from '../harness/desk-page';
import { eventually } from '../harness/until';

test('if Google gives the page no spreadsheet, the page says so, and what to do', async () => {
  const google = { doubts: new Set(['no-active-spreadsheet'] as const) };
  const pages = await startPages({ isUntouched: true, google });
  await pages.run('setUp');
  const opened = await pages.open('#/open');
  await opened.desk.getByRole('alert').getByText('npm run deploy -- --wide-sheets desk').waitFor();
  await opened.go('#/settings');
  await opened.desk.getByText(/^The settings could not be loaded: Google does not give/).waitFor();
  await eventually(async () => expect(await opened.desk.getByText('Welcome').count()).toBe(0));
  await eventually(async () => expect(await opened.violations()).toEqual([]));
  await opened.close();
  await pages.close();
});
