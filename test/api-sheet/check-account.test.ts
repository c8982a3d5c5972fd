import { startSetUpSheet } from './api-sheet';

test('API > Check this account shows what it found in a tab, with its own words for what to do', async () => {
  const sheet = await startSetUpSheet();
  expect(await sheet.click('checkAccount')).toEqual([]);
  const lines = sheet.rowsOf('Account check');
  const line = (label: string) => lines.find(([first]) => first === label);
  expect(line('Text that begins with =')?.[1]).toBe('As expected');
  expect(line('Spreadsheet in the web app')?.[3]).toBe('Call /v1/health once. Then check again.');
  expect(lines.at(-1)?.[1]).toMatch(/^Sheetdesk .*, api, /);
  expect(sheet.activeTab()).toBe('Account check');
  await sheet.close();
});
