import { setLook } from '../harness/browser';
import { type Pages, startPages } from '../harness/desk-page';
import { LOOKS } from '../harness/looks';
import { eventually } from '../harness/until';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());

const QUESTIONS = [
  'How old are the cases that are not closed?',
  'How many cases come in, and how many are closed?',
  'How long do people wait for a first answer?',
  'How long until a case is closed?',
  'Who writes most?',
  'At what hours does mail come in?',
];

test('the overview answers six questions, and each by other groups too', async () => {
  const { page, desk, at, close } = await pages.open('#/');
  await desk.getByRole('link', { name: 'Overview' }).click();
  await at('#/overview');
  for (const question of QUESTIONS) await desk.getByRole('heading', { name: question }).waitFor();
  await desk.getByText('1 case is not closed.').waitFor();
  await desk.getByText('1 case came in, 1 more than in the 28 days before; none closed.').waitFor();
  await desk.getByText('No case was closed.').waitFor();
  const messages = desk.getByRole('region', { name: 'Who writes most?' });
  await messages.getByText('mira.oduya@example.com wrote 2 of 2 messages.').waitFor();
  await messages.getByRole('combobox', { name: 'By' }).selectOption('Hour');
  await messages.getByRole('img').waitFor();
  await messages.getByText('As a table').click();
  await eventually(async () => expect(await messages.getByRole('row').count()).toBe(1 + 24 + 2));
  expect(page.url()).toContain('#/overview');
  await close();
});

test.each(LOOKS)('axe finds nothing in the overview %s', async (_, options) => {
  const { page, desk, faults, close } = await pages.open('#/overview', options);
  await setLook(page, options);
  await desk.getByText('1 case is not closed.').waitFor();
  await desk.getByRole('region', { name: 'Who writes most?' }).getByRole('list').waitFor();
  await eventually(async () => expect(await faults()).toEqual([]));
  await close();
});
